// The token of this tab: asked for where the server needs one, and forgotten with the tab.
import { byId, make } from "./elements.js";

const PLACE = "duotone.token";
let asked = null;

export const token = () => sessionStorage.getItem(PLACE) ?? "";
export const forgetToken = () => sessionStorage.removeItem(PLACE);

export const isAsked = () => asked !== null;

// Everybody who needs a token waits for the same answer.
export function askForToken(why) {
  asked ??= new Promise((resolve) => open(why, resolve)).finally(() => (asked = null));
  return asked;
}

function open(why, resolve) {
  const field = make("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false", required: true, placeholder: "dt_…", "aria-describedby": "token-why" });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", {}, "This server asks for a token"),
    make("p", { id: "token-why", class: "hint" }, why || "It is kept for this tab alone, and sent to this server alone."),
    make("label", { for: "token" }, "Token"),
    field,
    make("p", { class: "hint" }, "Make one with ", make("code", {}, "duotone token create --scope admin"), "."),
    make("div", { class: "tools" }, make("button", { type: "submit", class: "button primary" }, "Enter")),
  );
  const dialog = make("dialog", { class: "card dialog", "aria-label": "A token is needed" }, form);
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(PLACE, field.value.trim());
    dialog.close();
    dialog.remove();
    resolve();
  });
  document.body.append(dialog);
  dialog.showModal();
  byId("token").focus();
}
