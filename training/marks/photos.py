"""Collects photos and frames of films of Debian's packages as grounds: `$MARKS/photos.npy`, each at most 1,100 pixels
wide or high. Needs ffmpeg."""

import glob
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image

FOLDER = os.environ.get("MARKS", "/tmp/marks")
LONGEST = 1100
SHORTEST = 128
# Of the values of a picture from 0 to 255: one colour, normal maps and the like are no grounds.
LEAST_DEVIATION = 20
PLACES = (
    "/usr/share/backgrounds/**/*.jp*g",
    "/usr/share/backgrounds/**/*.png",
    "/usr/share/backgrounds/**/*.webp",
    "/usr/share/wallpapers/**/*.jp*g",
    "/usr/share/doc/opencv-doc/examples/data/*.jpg",
    "/usr/share/doc/opencv-doc/examples/text/*.jpg",
    "/usr/lib/python3/dist-packages/skimage/data/*.png",
    "/usr/lib/python3/dist-packages/skimage/data/*.jpg",
    # Photos of things, and the walls, signs, cars and plants of games, which are mostly cut out of photos.
    "/usr/share/tuxpaint/stamps/**/*.png",
    "/usr/share/games/supertuxkart/data/**/*.jpg",
    "/usr/share/games/supertuxkart/data/**/*.png",
    "/usr/share/games/torcs/**/*.rgb",
)
FILMS = ("vtest.avi", "Megamind.avi", "tree.avi")
FRAMES_PER_SECOND = 0.5


def write_frames(folder: str) -> list[str]:
    for film in FILMS:
        file = f"/usr/share/doc/opencv-doc/examples/data/{film}"
        rate = ["-vf", f"fps={FRAMES_PER_SECOND}"]
        subprocess.run(["ffmpeg", "-v", "error", "-i", file, *rate, f"{folder}/{film}-%03d.png"], check=True)
    return sorted(glob.glob(f"{folder}/*.png"))


def main() -> None:
    Image.MAX_IMAGE_PIXELS = None
    with tempfile.TemporaryDirectory() as folder:
        files = [file for place in PLACES for file in sorted(glob.glob(place, recursive=True))]
        collect(files + write_frames(folder))


def on_grey(picture: Image.Image) -> Image.Image:
    """Shows what is behind transparent parts as grey."""
    with_alpha = picture.convert("RGBA")
    ground = Image.new("RGBA", with_alpha.size, (128, 128, 128, 255))
    return Image.alpha_composite(ground, with_alpha).convert("RGB")


def collect(files: list[str]) -> None:
    photos: list[np.ndarray] = []
    seen: set[bytes] = set()
    for file in files:
        try:
            picture = on_grey(Image.open(file))
        except (OSError, ValueError) as error:
            print(file, error)
            continue
        picture.thumbnail((LONGEST, LONGEST), Image.LANCZOS)
        # The same photo is packed in several sizes.
        key = picture.resize((8, 8)).tobytes()
        has_detail = np.asarray(picture).std() > LEAST_DEVIATION
        if min(picture.size) >= SHORTEST and key not in seen and has_detail:
            seen.add(key)
            photos.append(np.asarray(picture))

    np.save(f"{FOLDER}/photos.npy", np.array(photos, dtype=object), allow_pickle=True)
    print(len(photos), "photos")


main()
