// The two buttons under something that waits for a person: it is decided once, whoever is first.
import { named, tell } from "../asking.js";
import { button, make, notify, tag } from "../elements.js";

// What has become of it, in the place of the buttons.
export function settle(place, word, tone, hint) {
  place.replaceChildren(tag(word, tone), make("span", { class: "hint" }, hint));
}

// What the policy says of it; logs of earlier versions don't tell.
export function because(reason) {
  return reason ? make("p", { class: "soft because" }, `Why it waits: ${reason}`) : null;
}

// `onDone` is called with what was decided here, or with null where somebody else was first.
export function deciding(session, request, { onDone = () => {}, mayDecide = true, hasReason = true } = {}) {
  if (!mayDecide) return make("p", { class: "hint deciding" }, "This token may not decide; make one with ", make("code", {}, "duotone token create --scope approve"));
  const reason = make("input", { type: "text", maxlength: 2000, placeholder: "Why not? (optional)", "aria-label": "Reason to reject" });
  const decide = (decision, word) => async () => {
    const enable = (isOn) => place.querySelectorAll("button").forEach((one) => (one.disabled = !isOn));
    enable(false);
    try {
      await tell(named("approvals", session, request), { decision, reason: decision === "reject" ? reason.value : "" });
      settle(place, word, undefined, "decided here");
      return onDone(decision);
    } catch (error) {
      enable(true);
      if (error.status !== 409 && error.status !== 404) return notify(error.message, "error");
      settle(place, "decided already", "warning", error.message);
      return onDone(null);
    }
  };
  const place = make("div", { class: "tools deciding" }, button("Approve", decide("approve", "approved"), { class: "button primary" }), button("Reject", decide("reject", "rejected"), { class: "button grave" }), hasReason ? reason : null);
  return place;
}
