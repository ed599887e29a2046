// Light or dark: as the system has it, or as somebody has chosen here.
import { byId } from "./elements.js";

const PLACE = "duotone.theme";
const darkness = matchMedia("(prefers-color-scheme: dark)");

function wear(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

export function switchTheme() {
  const worn = document.documentElement.dataset.theme ?? (darkness.matches ? "dark" : "light");
  const theme = worn === "dark" ? "light" : "dark";
  wear(theme);
  localStorage.setItem(PLACE, theme);
}

export function setUpTheme() {
  const kept = localStorage.getItem(PLACE);
  wear(kept === "dark" || kept === "light" ? kept : null);
  byId("theme").addEventListener("click", switchTheme);
}
