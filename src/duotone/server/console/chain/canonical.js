// The one text of a value that the log hashes: keys in the order of code points, no spaces, numbers as Python has them.
import { Exact } from "./exact.js";

// Python writes the shortest digits that give the same number, and an exponent below -4 and from 16 on.
export function float(value) {
  if (Object.is(value, -0)) return "-0.0";
  const sign = value < 0 ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${rest}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

function number(value) {
  if (value instanceof Exact) return /[.eE]/u.test(value.source) ? float(value.value) : value.source;
  return Number.isInteger(value) ? String(value) : float(value);
}

// UTF-16 sorts characters beyond the first plane before some within it; code points don't.
function byCodePoint(one, other) {
  const a = [...one];
  const b = [...other];
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    const difference = a[place].codePointAt(0) - b[place].codePointAt(0);
    if (difference) return difference;
  }
  return a.length - b.length;
}

function inOrder(names) {
  return names.some((name) => /[\u{10000}-\u{10ffff}]/u.test(name)) ? names.sort(byCodePoint) : names.sort();
}

export function canonical(value) {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number" || value instanceof Exact) return number(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return `{${inOrder(Object.keys(value)).map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

// A text with everything beyond printable ASCII escaped, as the place of an event has it.
export function ascii(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
