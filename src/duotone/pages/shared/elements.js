// Elements are made one by one and filled with text nodes: nothing that a page is given is ever parsed as markup.
export function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, action] of Object.entries(value)) element.addEventListener(event, action);
    else if (name === "vars") for (const [key, part] of Object.entries(value)) element.style.setProperty(`--${key}`, part);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const make = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);
export const byId = (id) => document.getElementById(id);
