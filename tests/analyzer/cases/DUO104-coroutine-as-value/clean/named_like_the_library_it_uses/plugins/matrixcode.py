"""The library is called like this module of the package `plugins`, which no absolute import means."""

import matrixcode
from tools import Converter


async def draw(logo, text):
    code = matrixcode.Code(1)
    code.add(text)
    image = code.make_image().convert("RGB")
    image.paste(logo, (image.size[0], 0))
    return await Converter.twice(image.name)
