"""Programs of both colors, made at random and run for real: what no test by hand would think of nesting.

`programs` are trees of verbs; `verbs` and its three companions execute them over threads and loops; `places` and
`sharing` predict what each crossing may do; `ledger` holds every call to exactly one outcome; `ground` sees that
nothing is left behind. `world` is a state machine over `parties`, which are long-lived threads and tasks.

Left out on purpose: a thread that leads the shared loop may be caught in a step of somebody else's, so nothing that
others want is kept across a crossing (`programs` takes shared locks around leaves only). And what a task waits for by
asyncio's own means is not known to duotone, so branches of a gather have locks and workers of their own.
"""
