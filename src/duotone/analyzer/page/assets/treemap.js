// Squarified layout: rectangles as large as their weights, row by row along the shorter side, as square as can be.
function worst(row, sum, side) {
  const area = (sum * sum) / (side * side);
  return Math.max(row[0] / area, area / row.at(-1));
}

function squarify(nodes, { x, y, w, h }) {
  const total = nodes.reduce((sum, node) => sum + node.weight, 0);
  const scale = (w * h) / Math.max(total, 1);
  const placed = [];
  let start = 0;
  while (start < nodes.length && w > 0 && h > 0) {
    const side = Math.min(w, h);
    const row = [];
    let sum = 0;
    let end = start;
    while (end < nodes.length) {
      const area = nodes[end].weight * scale;
      if (row.length && worst([...row.slice(0, 1), area], sum + area, side) > worst(row, sum, side)) break;
      row.push(area);
      sum += area;
      end += 1;
    }
    const depth = sum / side;
    let along = 0;
    for (let index = start; index < end; index += 1) {
      const length = (nodes[index].weight * scale) / depth;
      const rect = w >= h ? { x, y: y + along, w: depth, h: length } : { x: x + along, y, w: length, h: depth };
      placed.push({ node: nodes[index], rect });
      along += length;
    }
    if (w >= h) {
      x += depth;
      w -= depth;
    } else {
      y += depth;
      h -= depth;
    }
    start = end;
  }
  return placed;
}

const HEAD = 22;
const GAP = 2;
const shrink = ({ x, y, w, h }, by) => ({ x: x + by, y: y + by, w: Math.max(0, w - 2 * by), h: Math.max(0, h - 2 * by) });

// What is to be drawn for a package: open packages as frames with a head, small ones folded into one area each.
function areasOf(node, rect, found = []) {
  for (const { node: child, rect: outer } of squarify(node.children, rect)) {
    const inner = shrink(outer, GAP / 2);
    const opens = !child.module && inner.w > 84 && inner.h > 64;
    found.push({ node: child, rect: inner, opens });
    if (opens) {
      const body = shrink(inner, 4);
      areasOf(child, { ...body, y: inner.y + HEAD, h: inner.h - HEAD - 4 }, found);
    }
  }
  return found;
}
