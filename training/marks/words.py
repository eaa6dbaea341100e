"""Draws words and initials in the fonts of this machine as masks, as shapes.ts draws shapes."""

import glob
import json
import os
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FOLDER = os.environ.get("MARKS", "/tmp/marks")
COUNT = 5000
SIDE = 96
# Fonts without letters, and one whose letters no mark has.
UNFIT = ("emoji", "symbol", "math", "dingbat", "unifont", "icons", "d050000l", "standardsymbols", "ocr")


def choose_text(words: list[str]) -> str:
    kind = random.random()
    if kind < 0.2:
        return "".join(random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(random.choice((1, 2, 2, 3))))
    word = random.choice(words)
    if kind < 0.3:
        return word.capitalize() + "\n" + random.choice(words)
    return random.choice((word.upper(), word.lower(), word.capitalize()))


def draw(text: str, font: ImageFont.FreeTypeFont) -> tuple[np.ndarray, float] | None:
    """Returns the mask, and its width divided by its height; None if it is too small or too long."""
    picture = Image.new("L", (1200, 400))
    stroke = random.choice((0, 0, 0, 2, 4))
    ImageDraw.Draw(picture).multiline_text((60, 60), text, fill=255, font=font, stroke_width=stroke, spacing=0)
    box = picture.getbbox()
    if box is None or box[2] - box[0] < 20 or box[3] - box[1] < 20:
        return None
    aspect = (box[2] - box[0]) / (box[3] - box[1])
    if aspect > 6:
        return None
    return np.asarray(picture.crop(box).resize((SIDE, SIDE), Image.BILINEAR)), aspect


def main() -> None:
    random.seed(1)
    fonts = [
        file
        for file in sorted(glob.glob("/usr/share/fonts/**/*.?t[fc]", recursive=True))
        if not any(part in file.lower() for part in UNFIT)
    ]
    with open("/usr/share/dict/words", errors="ignore") as file:
        words = [line.strip() for line in file]
    words = [word for word in words if 2 <= len(word) <= 11 and word.isalpha() and word.isascii()]

    masks: list[np.ndarray] = []
    aspects: list[float] = []
    while len(masks) < COUNT:
        try:
            font = ImageFont.truetype(random.choice(fonts), 80)
            drawn = draw(choose_text(words), font)
        except OSError:  # A font that FreeType can't read.
            continue
        if drawn:
            masks.append(drawn[0])
            aspects.append(drawn[1])

    np.stack(masks).tofile(f"{FOLDER}/words.raw")
    with open(f"{FOLDER}/words.json", "w") as file:
        json.dump(aspects, file)
    print(len(masks), "words in", len(fonts), "fonts")


main()
