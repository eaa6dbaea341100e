"""Collects photos of Debian's packages as grounds: `$MARKS/photos.npy`, each at most 1,100 pixels wide or high."""

import glob
import os

import numpy as np
from PIL import Image

FOLDER = os.environ.get("MARKS", "/tmp/marks")
LONGEST = 1100
SHORTEST = 128
PLACES = (
    "/usr/share/backgrounds/**/*.jp*g",
    "/usr/share/backgrounds/**/*.png",
    "/usr/share/backgrounds/**/*.webp",
    "/usr/share/wallpapers/**/*.jp*g",
    "/usr/share/doc/opencv-doc/examples/data/*.jpg",
    "/usr/share/doc/opencv-doc/examples/text/*.jpg",
    "/usr/lib/python3/dist-packages/skimage/data/*.png",
    "/usr/lib/python3/dist-packages/skimage/data/*.jpg",
)


def main() -> None:
    Image.MAX_IMAGE_PIXELS = None
    photos: list[np.ndarray] = []
    seen: set[bytes] = set()
    for file in [file for place in PLACES for file in sorted(glob.glob(place, recursive=True))]:
        try:
            picture = Image.open(file).convert("RGB")
        except (OSError, ValueError) as error:
            print(file, error)
            continue
        picture.thumbnail((LONGEST, LONGEST), Image.LANCZOS)
        # The same photo is packed in several sizes.
        key = picture.resize((8, 8)).tobytes()
        if min(picture.size) >= SHORTEST and key not in seen:
            seen.add(key)
            photos.append(np.asarray(picture))

    np.save(f"{FOLDER}/photos.npy", np.array(photos, dtype=object), allow_pickle=True)
    print(len(photos), "photos")


main()
