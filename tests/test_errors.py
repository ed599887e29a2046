"""Every error is one state: it says the situation and the remedy, and has its data as attributes too."""

from __future__ import annotations

import pickle

import pytest

from duotone import errors
from duotone.errors import (
    Abandoned,
    AlreadyAwaited,
    ApprovalNeeded,
    BadAgent,
    BadArguments,
    BadBaseline,
    BadEngine,
    BadExpression,
    BadInput,
    BadMirror,
    BadOutput,
    BadReply,
    BadSettings,
    BadTimeout,
    BadTokens,
    BadTransition,
    BadUnit,
    BadWorkflow,
    Broken,
    ChangedMeanwhile,
    ChangedSince,
    ClosesWithTurn,
    CommandNotStarted,
    CommandRefused,
    ConversationBusy,
    CutOff,
    Denied,
    DirtyFile,
    DuotoneError,
    DuotoneWarning,
    EngineDown,
    FormattingFailed,
    HomeClosed,
    InputClosed,
    IsStream,
    Killed,
    LogBusy,
    LogClosed,
    LogCorrupt,
    LogDriven,
    LogNotEmpty,
    LogTooNew,
    LogUncertain,
    LogUnmovable,
    LogUnreachable,
    LogUnwritable,
    LoopHeld,
    LoopHeldWarning,
    MisplacedEdit,
    MissingExtra,
    NeedsDecision,
    NoPython,
    NoRunningLoop,
    NoSuchApproval,
    NoSuchCall,
    NoSuchFunction,
    NoSuchMutation,
    NoSuchParticipant,
    NoSuchPath,
    NoSuchProcess,
    NoSuchPython,
    NoSuchRun,
    NoSuchSession,
    NoSuchStep,
    NoSuchTool,
    NotActive,
    NotCallable,
    NotEditable,
    NothingToUndo,
    NotOwner,
    OutsideRoot,
    OutsideTree,
    OverlappingEdits,
    OverLimit,
    PoolClosed,
    PoolExhausted,
    PortalClosed,
    ProcessesUnsupported,
    ProcessLost,
    PromiseMoved,
    RedCommand,
    RunFailed,
    RunFinished,
    RunTaken,
    SagaBusy,
    ScopeLeftElsewhere,
    ScriptEnded,
    ServerFailed,
    ServerRefused,
    ServerUnreachable,
    SessionExists,
    Stale,
    StepFailed,
    TimedOut,
    ToolExited,
    ToolFailed,
    TreeBusy,
    Unbound,
    Undelivered,
    UnfinishedWork,
    Unfit,
    Unkeepable,
    UnknownRequest,
    Unplantable,
    Unwritable,
    WorkflowChanged,
    WouldDeadlock,
    WrongLoop,
    WrongThread,
    WrongUse,
)

# Each error as it is made, what it is besides, what its message says, and the call that its remedy names.
CASES: list[tuple[Exception, type[Exception], str, str]] = [
    (
        NotCallable(3, "run"),
        TypeError,
        "run() needs a callable or an awaitable, and got 3 (int)",
        "the function itself",
    ),
    (AlreadyAwaited("f", "finished"), RuntimeError, "the coroutine 'f' is finished", "the function and its arguments"),
    (IsStream("f", is_async=True), TypeError, "'f' is an async generator", "duotone.iterate(...)"),
    (IsStream("f", is_async=False), TypeError, "'f' is a generator", "duotone.aiterate(...)"),
    (BadTimeout(-1), ValueError, "timeout=-1 is not a number of seconds", "pass None for no limit"),
    (TimedOut("f", 0.5), TimeoutError, "'f' did not finish within 0.5 s", "was cancelled"),
    (TimedOut("f", 2, abandoned=True), TimeoutError, "'f' did not finish within 2 s", "was abandoned"),
    (TimedOut("f", 2, is_late=True), TimeoutError, "blocked its event loop and ended late", "duotone.offload(...)"),
    (Abandoned("f"), RuntimeError, "nobody waits for 'f' any more", "let this error end the function"),
    (WouldDeadlock(("a", "b"), "let go"), RuntimeError, "this wait would never end: a → b", "let go"),
    (LoopHeld("run(f)"), RuntimeError, "run(f) would hold up the event loop", "'await duotone.call(...)'"),
    (NoRunningLoop("call"), RuntimeError, "call() was used where no event loop is running", "duotone.run(...)"),
    (NoRunningLoop("call", "trio"), RuntimeError, "call() was used under trio", "duotone.run(...)"),
    (HomeClosed("f"), RuntimeError, "the event loop that offloaded 'f' has closed", "before its loop ends"),
    (PortalClosed(), RuntimeError, "this portal is closed", "duotone.Portal()"),
    (PoolClosed("mine"), RuntimeError, "mine is closed", "make a new one"),
    (PoolExhausted("mine", 3), RuntimeError, "mine has no thread left: 3 are held", "duotone.figures()"),
    (NotOwner("a", "b"), RuntimeError, "a can't release this lock: it is held by b", "release it where it was taken"),
    (MissingExtra("f", extra="g"), ImportError, "f needs the 'g' extra", "pip install 'duotone[g]'"),
    (WrongLoop("words"), RuntimeError, "words", ""),
    (WrongThread("words"), RuntimeError, "words", ""),
    (ScopeLeftElsewhere("words"), RuntimeError, "words", ""),
    (NoSuchPython("x", "does not exist"), ValueError, "python = 'x' does not exist", "name an interpreter"),
    (ProcessLost(-9), RuntimeError, "exit code -9", "use --jobs 1"),
    (OverlappingEdits("a.py", (1, 2), (1, 3)), ValueError, "at 1:2 and 1:3", "apply one, check again"),
    (MisplacedEdit("a.py", (1, 2), (3, 4)), ValueError, "a.py has no text at 1:2 to 3:4", "check it again"),
    (Unplantable("M1", "a.py"), DuotoneError, "M1 doesn't fit a.py", "list the mutations again"),
    (NoSuchFunction("m:f", "there is no 'f'"), LookupError, "'m:f': there is no 'f'", ""),
    (BadMirror("a", "it is odd"), ValueError, "mirror of 'a': it is odd", ""),
    (FormattingFailed("ruff", "it isn't installed"), RuntimeError, "with ruff: it isn't installed", "install it"),
    (NotEditable("a.py"), ValueError, "a.py can't be edited", "save it in the encoding"),
    (Broken("a.py"), ValueError, "the edits of a.py would break its syntax", "report it"),
    (Unwritable("a.py", "disk full"), OSError, "'a.py' can't be written (disk full)", "try again"),
    (ChangedMeanwhile(["a.py"]), RuntimeError, "nothing was written: a.py", "run the command again"),
    (ChangedSince("fix", ["a.py"]), RuntimeError, "'fix' can't be undone", "undo that first"),
    (NothingToUndo("a"), LookupError, "no change of 'a' is on record", "run --undo where"),
    (TreeBusy("a"), RuntimeError, "another duotone is writing to 'a'", "wait for its end"),
    (WrongUse("words"), ValueError, "words", ""),
    (BadSettings("words"), ValueError, "words", ""),
    (BadBaseline("words"), ValueError, "words", ""),
    (NoSuchPath("words"), OSError, "words", ""),
    (NoSuchMutation("words"), DuotoneError, "words", ""),
    (NoPython("words"), DuotoneError, "words", ""),
    (OutsideTree("words"), DuotoneError, "words", ""),
    (DirtyFile("words"), DuotoneError, "words", ""),
    (RedCommand("words"), DuotoneError, "words", ""),
    (
        LogCorrupt("a.db", "event 3", "its hash is wrong"),
        ValueError,
        "a.db is damaged at event 3",
        "duotone log verify a.db",
    ),
    (LogTooNew("a.db", 2, 1), RuntimeError, "a.db has format 2", "pip install -U duotone"),
    (LogBusy("a.db", 5), TimeoutError, "a.db was locked by another process for over 5 s", "try again"),
    (LogNotEmpty("db", "table events has 3 rows"), ValueError, "db is not empty (table events has 3", "name a place"),
    (LogDriven("db", ["host-7-0"]), RuntimeError, "the log db is in use (host-7-0)", "stop what works on it"),
    (LogUnmovable("db", "the row 'a'", "no nulls"), ValueError, "db can't hold the row 'a': no nulls", "keep this log"),
    (LogUnreachable("db", "refused", "start it"), ConnectionError, "db can't be reached (refused)", "start it"),
    (LogUncertain("db", 30), ConnectionError, "for 30 s nobody could say", "read the session"),
    (CutOff("host-1"), RuntimeError, "host-1 was cut off", "open the log again"),
    (LogUnwritable("a.db", "disk full"), OSError, "a.db can't be written (disk full)", "try again"),
    (LogClosed("this log"), RuntimeError, "this log is closed", "open it again"),
    (Stale("s", 3, 5), RuntimeError, "session 's' is at event 5", "decide again"),
    (ClosesWithTurn("http"), ValueError, "'http' closes with the turn", "after_turn or durable"),
    (PromiseMoved("p", "claimed"), RuntimeError, "promise 'p' is claimed", "decide again"),
    (Undelivered("web", "it is down"), RuntimeError, "'web' could not deliver: it is down", "stays in the outbox"),
    (BadEngine("x://", "no"), ValueError, "engine='x://' can't be used", "no"),
    (EngineDown("a:1", "refused"), ConnectionError, "the engine at a:1 can't be reached (refused)", "start it"),
    (RunTaken("r", "process 7"), RuntimeError, "run 'r' is driven by process 7", "wait for it there"),
    (NoSuchRun("r"), LookupError, "the log has no run 'r'", "runtime.runs()"),
    (NoSuchSession("s"), LookupError, "the log has no session 's'", "create_session(...)"),
    (NoSuchStep("a", "run 'r'", ["b", "c"]), LookupError, "run 'r' has no step 'a'", "it has b, c"),
    (RunFinished("r", "completed", "resumed", "branch it"), RuntimeError, "run 'r' is completed", "branch it"),
    (
        RunFailed("r", "escalated", "no undo", ["refund by hand"]),
        RuntimeError,
        "run 'r' is escalated: no undo",
        "by hand",
    ),
    (NeedsDecision("r", ["a", "b"]), RuntimeError, "whether a, b took effect", "runtime.decide('r', step, "),
    (BadWorkflow("w.yaml", ["w.yaml:3: odd"]), ValueError, "w.yaml:3: odd", ""),
    (BadWorkflow("w.yaml", []), ValueError, "w.yaml is no workflow", ""),
    (WorkflowChanged("r", "-a\n+b"), RuntimeError, "run 'r' began with another version", "-a\n+b"),
    (BadInput("n", "is missing"), ValueError, "input 'n' is missing", ""),
    (BadExpression("1 +", "it ends too soon", 3), ValueError, "'1 +' has no value: it ends too soon", "mend it"),
    (BadUnit("f", "is a stream"), TypeError, "unit 'f' is a stream", ""),
    (Unbound("a", "f"), LookupError, "step 'a' has nothing to execute", "units={'f': function}"),
    (
        StepFailed("a", "failed", "ValueError", "no"),
        RuntimeError,
        "step 'a' ended failed: ValueError: no",
        "events(run)",
    ),
    (BadOutput("a", ["output 'x' is missing"]), ValueError, "step 'a' broke its contract: output 'x'", "mend the unit"),
    (SagaBusy("s", "a"), RuntimeError, "saga 's' is busy, so 'a' was not called", "saga.fan_out([...])"),
    (Unkeepable("a", "a set", "return a list"), TypeError, "step 'a' returned a set", "return a list"),
    (BadTransition("session 's'", "active", "created", ["archived"]), RuntimeError, "can't become created", "archived"),
    (BadTransition("session 's'", "archived", "active", []), RuntimeError, "can't become active", "that is its end"),
    (Denied("delete", "bot", "ring 3 may read only"), PermissionError, "'bot' may not do 'delete'", "read only"),
    (ApprovalNeeded("delete", "bot", "a1"), PermissionError, "'delete' of 'bot' waits", "approve('a1')"),
    (NotActive("s", "created", "be acted in", "activate it"), RuntimeError, "is created", "activate it"),
    (SessionExists("s", "active"), ValueError, "exists and is active", "take another id"),
    (NoSuchParticipant("s", "bot"), LookupError, "nobody named 'bot'", "join_session"),
    (CommandRefused("ls", "directory 'x' is outside", "choose one"), PermissionError, "'ls' was not started", "choose"),
    (CommandNotStarted("lss", "No such file"), OSError, "'lss' could not be started", "check the program"),
    (NoSuchProcess("process-1"), LookupError, "no process 'process-1'", "list()"),
    (InputClosed("process-1", "it has ended"), RuntimeError, "since it has ended", "poll('process-1')"),
    (ProcessesUnsupported("win32", "it has none"), NotImplementedError, "can't be run on win32", "run them on Linux"),
    (NoSuchApproval("s", "r"), LookupError, "no open request 'r'", "call act"),
    (Killed("pay", "bot", "s"), RuntimeError, "was stopped in session 's'", "read its events"),
    (BadAgent("Bot", "it is a class; pass an instance of it"), TypeError, "Bot can't be an agent", "pass an instance"),
    (BadReply("bot", "it returned int"), TypeError, "the agent bot gave no reply", "return text, a Reply"),
    (ConversationBusy("s", "r", "host-1"), RuntimeError, "goes on in host-1", "send(...) is enough"),
    (NoSuchCall("s", "c", ["d"]), LookupError, "no call 'c' waits", "these do: d"),
    (NoSuchCall("s", "c", []), LookupError, "no call 'c' waits", "none does"),
    (ScriptEnded(3), LookupError, "has 3 lines", "add a line"),
    (UnknownRequest("a.jsonl", "hello"), LookupError, "no reply to a request that ends with 'hello'", "record it"),
    (OverLimit("participants", 3, "joining"), RuntimeError, "joining is refused", "limited to 3"),
    (NoSuchTool("raed", "read", ["read", "write"]), LookupError, "no tool 'raed'", "did you mean 'read'?"),
    (NoSuchTool("read", None, []), LookupError, "no tool 'read'", "answer without tools"),
    (BadArguments("read", ["path is missing"], "it takes path"), ValueError, "path is missing", "it takes path"),
    (ToolExited("call/c1", 2), RuntimeError, "call/c1 has called sys.exit(2)", "let the tool return"),
    (ToolFailed("add", "no numbers"), RuntimeError, "add says: no numbers", ""),
    (ServerFailed("python x.py", "has ended", "look"), ConnectionError, "'python x.py' has ended", "look"),
    (BadTokens("a.tokens", "the file is damaged", "restore it"), ValueError, "the tokens of a.tokens", "restore it"),
    (ServerRefused(404, "there is no run 'a'", "list them"), RuntimeError, "there is no run 'a'", "list them"),
    (ServerUnreachable("http://a", "refused"), ConnectionError, "no server answers at http://a", "duotone serve"),
    (OutsideRoot("../x", "/home", "leads out of it"), PermissionError, "'../x' leads out", "inside of /home"),
    (Unfit("pipe", "is no file", "read a file"), ValueError, "pipe is no file", "read a file"),
]
NAMES = [type(case[0]).__name__ for case in CASES]
EVERY_ERROR = pytest.mark.parametrize("error", [case[0] for case in CASES], ids=NAMES)


@pytest.mark.parametrize(("error", "kind", "situation", "remedy"), CASES, ids=NAMES)
def test_an_error_says_the_situation_and_the_remedy_and_is_caught_by_its_standard_kind(
    error: Exception, kind: type[Exception], situation: str, remedy: str
) -> None:
    assert isinstance(error, DuotoneError)
    assert isinstance(error, kind)
    assert situation in str(error)
    assert remedy in str(error)


def test_every_error_is_public_and_has_a_case_here() -> None:
    public = {getattr(errors, name) for name in errors.__all__}
    assert errors.__all__ == sorted(errors.__all__)
    assert public == {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and value.__module__.startswith("duotone.errors.")
    }
    warnings = {DuotoneWarning, LoopHeldWarning, UnfinishedWork}
    assert public == {type(error) for error, *_ in CASES} | warnings | {DuotoneError}
    assert all(issubclass(warning, DuotoneWarning) for warning in warnings)
    assert issubclass(LoopHeldWarning, RuntimeWarning)
    assert issubclass(UnfinishedWork, RuntimeWarning)


@EVERY_ERROR
def test_every_class_says_in_one_line_which_state_it_is(error: Exception) -> None:
    opening = (type(error).__doc__ or "").strip().splitlines()[0]
    assert opening.endswith(".")


@EVERY_ERROR
def test_the_situation_is_the_message_without_the_call_that_it_advises(error: Exception) -> None:
    assert isinstance(error, DuotoneError)
    assert str(error) == (f"{error.situation}; {error.recipe}" if error.recipe else error.situation)


def test_the_data_of_an_error_is_in_its_attributes() -> None:
    thing = object()
    assert NotCallable(thing, "run").given is thing
    started = AlreadyAwaited("f", "finished")
    assert (started.name, started.state) == ("f", "finished")
    assert IsStream("f", is_async=True).name == "f"
    assert BadTimeout("soon").timeout == "soon"
    late = TimedOut("f", 0.5, abandoned=True)
    assert (late.name, late.seconds, late.abandoned, late.is_late) == ("f", 0.5, True, False)
    assert TimedOut("f", 0.5, is_late=True).is_late
    assert Abandoned("f").name == "f"
    assert WouldDeadlock(("a", "b"), "let go").cycle == ("a", "b")
    assert (NoRunningLoop("call").running, NoRunningLoop("call", "trio").running) == (None, "trio")
    assert PoolExhausted("mine", 3).abandoned == 3
    assert MissingExtra("f", extra="g").extra == "g"


@EVERY_ERROR
def test_an_error_survives_the_way_to_another_process(error: Exception) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
