// Light or dark, as somebody has chosen in this browser.
import { byId } from "./elements.js";
import { turnTheme } from "./shared/theme.js";

const PLACE = "duotone.theme";

export const switchTheme = () => localStorage.setItem(PLACE, turnTheme());

export function setUpTheme() {
  const kept = localStorage.getItem(PLACE);
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  byId("theme").addEventListener("click", switchTheme);
}
