// Light or dark: as the system has it, until somebody chooses.
const darkness = matchMedia("(prefers-color-scheme: dark)");

export function turnTheme() {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : darkness.matches;
  dataset.theme = isDark ? "light" : "dark";
  return dataset.theme;
}
