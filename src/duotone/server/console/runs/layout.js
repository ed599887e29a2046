// Where the steps of a graph stand: each to the right of all that it needs.
export const BOX = { width: 188, height: 58, across: 48, down: 18 };

function depths(steps) {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const known = new Map();
  const depth = (id, path) => {
    if (known.has(id)) return known.get(id);
    if (path.has(id) || !byId.has(id)) return -1;
    const within = new Set(path).add(id);
    const found = 1 + Math.max(-1, ...byId.get(id).needs.map((need) => depth(need, within)));
    known.set(id, found);
    return found;
  };
  for (const step of steps) depth(step.id, new Set());
  return known;
}

// A chain that would be too long for a screen goes on in the next line.
const IN_A_LINE = 5;

export function placed(steps) {
  const depth = depths(steps);
  const columns = [];
  for (const step of steps) (columns[Math.max(0, depth.get(step.id))] ??= []).push(step);
  const isChain = columns.every((column) => column.length === 1) && columns.length > IN_A_LINE;
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const at = new Map();
  columns.forEach((column, x) => {
    const offset = ((tallest - column.length) * (BOX.height + BOX.down)) / 2;
    column.forEach((step, y) => {
      const [across, down] = isChain ? [x % IN_A_LINE, Math.floor(x / IN_A_LINE)] : [x, y];
      at.set(step.id, { x: across * (BOX.width + BOX.across), y: down * (BOX.height + BOX.down * (isChain ? 2 : 1)) + (isChain ? 0 : offset) });
    });
  });
  const right = Math.max(0, ...[...at.values()].map((one) => one.x)) + BOX.width;
  const bottom = Math.max(0, ...[...at.values()].map((one) => one.y)) + BOX.height;
  return { at, width: right, height: bottom };
}

// A line from the right of one box to the left of another, which bends only between the columns.
export function path(from, to) {
  const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const end = { x: to.x, y: to.y + BOX.height / 2 };
  if (end.x > start.x) {
    const middle = end.x - BOX.across / 2;
    return `M${start.x},${start.y} C${middle},${start.y} ${middle},${end.y} ${end.x},${end.y}`;
  }
  const under = (start.y + end.y) / 2;
  return `M${start.x},${start.y} C${start.x + 40},${start.y} ${start.x + 40},${under} ${start.x},${under} L${end.x},${under} C${end.x - 40},${under} ${end.x - 40},${end.y} ${end.x},${end.y}`;
}
