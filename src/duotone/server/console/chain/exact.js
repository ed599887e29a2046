// JSON whose numbers stay what they were: 1.0 is not 1, and no digit of a large number is lost.
const FLOAT = /[.eE]/u;

export class Exact {
  constructor(value, source) {
    this.value = value;
    this.source = source;
  }
  valueOf() {
    return this.value;
  }
  toString() {
    return this.source;
  }
  toJSON() {
    return JSON.rawJSON ? JSON.rawJSON(this.source) : this.value;
  }
}

function revive(_, value, context) {
  if (typeof value !== "number" || !context) return value;
  const isFloat = FLOAT.test(context.source);
  const isPlain = isFloat ? !Number.isInteger(value) : Number.isSafeInteger(value);
  return isPlain ? value : new Exact(value, context.source);
}

export const exact = (text) => JSON.parse(text, revive);

// Older browsers don't show how a number was written, and then hashes can't be computed again.
export const isExact = exact("1.0") instanceof Exact;
