"""Nothing is known of a parameter, but every other function of the file awaits the same method of it."""


async def greet(ctx):
    await ctx.send("Hello.")


async def thank(ctx):
    await ctx.send("Thank you.")


async def leave(ctx, is_quiet):
    if not is_quiet:
        await ctx.send("Good bye.")


async def ask(ctx):
    ctx.send("Who is there?")  # expect: DUO101


async def refuse(ctx):
    return await ctx.reply("Not today.")


async def accept(ctx):
    return await ctx.reply("With pleasure.")


async def hesitate(ctx):
    return await ctx.reply("Maybe.")


async def wonder(ctx):
    return ctx.reply("Why?")  # expect: DUO107
