// The text of a rule: paragraphs, headings, lists, code blocks and code in lines are all the Markdown that rules use.
function markdown(text) {
  const blocks = [];
  for (const [index, piece] of text.split(/^ *```.*$/mu).entries()) {
    if (index % 2) {
      blocks.push(make("pre", {}, make("code", {}, piece.replace(/^\n|\n$/gu, "").split("\n").flatMap((line, row) => (row ? ["\n", ...colored(line)] : colored(line))))));
      continue;
    }
    for (const block of piece.split(/\n\s*\n/u).map((part) => part.trim()).filter(Boolean)) {
      const [first, ...rest] = block.split("\n");
      if (first.startsWith("#")) {
        blocks.push(make("h5", {}, first.replace(/^#+\s*/u, "")));
        if (rest.length) blocks.push(make("p", {}, prose(rest.join(" "))));
      } else if (/^[-*] /u.test(first)) {
        blocks.push(make("ul", {}, block.split(/^[-*] /mu).filter(Boolean).map((item) => make("li", {}, prose(item.trim().replace(/\s+/gu, " "))))));
      } else blocks.push(make("p", {}, prose(block.replace(/\s+/gu, " "))));
    }
  }
  return make("div", { class: "prose" }, blocks);
}
