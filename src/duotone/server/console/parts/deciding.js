// The two buttons under something that waits for a person: it is decided once, whoever is first.
import { named, tell } from "../asking.js";
import { button, make, tag } from "../elements.js";

// `onDone` is called with what has become of it.
export function deciding(session, request, { onDone = () => {}, mayDecide = true, hasReason = true } = {}) {
  const place = make("div", { class: "tools deciding" });
  const decide = (decision) => async () => {
    for (const one of place.querySelectorAll("button")) one.disabled = true;
    try {
      const reason = decision === "reject" ? (place.querySelector("input")?.value ?? "") : "";
      await tell(named("approvals", session, request), { decision, reason });
      place.replaceChildren(tag(decision === "approve" ? "approved" : "rejected"), make("span", { class: "hint" }, "decided here"));
      onDone(decision);
    } catch (error) {
      const isDecided = error.status === 409 || error.status === 404;
      place.replaceChildren(tag(isDecided ? "decided already" : "not decided", "warning"), make("span", { class: "hint" }, error.message));
      onDone(null);
    }
  };
  if (!mayDecide) return make("p", { class: "hint" }, "This token may not decide; make one with ", make("code", {}, "duotone token create --scope approve"));
  const reason = make("input", { type: "text", maxlength: 2000, placeholder: "Why not? (optional)", "aria-label": "Reason to reject" });
  place.append(button("Approve", decide("approve"), { class: "button primary" }), button("Reject", decide("reject"), { class: "button grave" }), ...(hasReason ? [reason] : []));
  return place;
}
