// What the events of a run say about it: how it stands, and each step with its color, home, attempts and outcome.
export class Course {
  constructor() {
    this.steps = new Map();
    this.last = 0;
    this.begun = null;
    this.ended = null;
    this.status = "running";
    this.reason = "";
    this.fault = null;
    this.outputs = null;
    this.todo = [];
    this.about = {};
  }

  take(event) {
    if (event.id <= this.last) return false;
    this.last = event.id;
    const [family, what] = event.kind.split(".");
    if (family === "run") this.onRun(what, event);
    else if (family === "step" && event.data.step !== undefined) this.onStep(what, event);
    else if (family === "undo") this.onUndo(what, event);
    return true;
  }

  onRun(what, event) {
    const data = event.data;
    if (what === "started") {
      this.begun = Number(event.at);
      this.about = data;
    }
    this.status = data.status ?? this.status;
    this.reason = data.because ?? data.reason ?? (what === "resumed" ? "" : this.reason);
    this.ended = what === "ended" ? Number(event.at) : null;
    if (what !== "ended") return;
    this.fault = data.fault;
    this.outputs = data.outputs;
    this.todo = data.todo ?? [];
  }

  step(name) {
    if (!this.steps.has(name)) this.steps.set(name, { name, unit: "", color: null, home: null, attempts: [], undos: [], phase: "pending", outcome: null, note: "" });
    return this.steps.get(name);
  }

  onStep(what, { data, at }) {
    const step = this.step(data.step);
    if (what === "started") {
      Object.assign(step, { unit: data.unit ?? step.unit, color: data.color ?? step.color, home: data.home ?? step.home, phase: "running", within: data.within ?? null });
      step.attempts.push({ number: data.attempt, start: Number(at), end: null, outcome: null });
    } else if (what === "ended") {
      const attempt = step.attempts.find((one) => one.number === data.attempt && one.end === null) ?? step.attempts.at(-1);
      if (attempt) Object.assign(attempt, { end: Number(at), outcome: data.outcome, seconds: data.seconds, fault: data.fault ?? null });
      Object.assign(step, { outcome: data.outcome, phase: data.outcome === "ok" ? "committed" : data.outcome, note: data.fault?.message ?? "" });
    } else if (what === "retrying") step.phase = "retrying";
    else if (what === "skipped") Object.assign(step, { phase: "skipped", note: data.reason ?? "" });
    else if (what === "decided") Object.assign(step, { phase: data.decision ?? "decided", note: `decided by ${data.by ?? "somebody"}` });
    else if (what === "late") step.note = "came late";
  }

  onUndo(what, { data, at }) {
    const step = this.step(data.step);
    if (what === "started") {
      step.undos.push({ number: data.attempt, start: Number(at), end: null, outcome: null });
      step.phase = "undoing";
    } else if (what === "ended") {
      const undo = step.undos.at(-1);
      if (undo) Object.assign(undo, { end: Number(at), outcome: data.outcome, fault: data.fault ?? null });
      step.phase = data.outcome === "ok" ? "undone" : "undo failed";
      if (data.fault) step.note = data.fault.message;
    }
  }

  // From the first start to the end, or to this moment for what goes on.
  get extent() {
    const start = this.begun ?? 0;
    const last = Math.max(start, ...[...this.steps.values()].flatMap((step) => [...step.attempts, ...step.undos].map((one) => one.end ?? one.start)));
    const isOver = this.ended !== null || this.status === "waiting";
    return [start, isOver ? Math.max(last, this.ended ?? 0) : Math.max(last, Date.now() / 1000)];
  }
}

// The step of a definition that an executed one belongs to: search[2] is one of search.
export const rootOf = (name) => name.replace(/(\[[^\]]*\])+.*$/u, "").split("/")[0];
