"""Draws marks: clean, as a reference picture shows them, and as cameras see them on photos.

A *design* is what a mark is made of: one shape, or a plate, a shape and a word. All pictures are float tensors of shape
(count, 3, height, width) from 0 to 1. Coordinates of a design run from -1 to 1 over its box.
"""

import json
import math
import os

import numpy as np
import torch
import torch.nn.functional as F

FOLDER = os.environ.get("MARKS", "/tmp/marks")
MASK_SIDE = 96
HELD_OUT_WORDS = 400
# Wider and higher marks are drawn as if they were this wide or high.
LEAST_ASPECT, MOST_ASPECT = 0.3, 4.0
LUMINANCE = torch.tensor([0.3, 0.59, 0.11])

Design = dict[str, torch.Tensor]


def read_masks(name: str) -> torch.Tensor:
    return torch.from_numpy(np.fromfile(f"{FOLDER}/{name}.raw", np.uint8).reshape(-1, MASK_SIDE, MASK_SIDE))


def read_aspects(name: str) -> torch.Tensor:
    with open(f"{FOLDER}/{name}.json") as file:
        return torch.tensor(json.load(file)).clamp(LEAST_ASPECT, MOST_ASPECT)


class Library:
    """The shapes and words to learn from, and those held out to see whether anything general was learnt."""

    def __init__(self) -> None:
        shapes, words = read_masks("shapes"), read_masks("words")
        shape_aspects, word_aspects = read_aspects("shapes"), read_aspects("words")
        held_out = torch.arange(len(shapes)) % 7 == 0
        self.masks = torch.cat([shapes[~held_out], words[HELD_OUT_WORDS:]])
        self.aspects = torch.cat([shape_aspects[~held_out], word_aspects[HELD_OUT_WORDS:]])
        self.first_word = int((~held_out).sum())
        self.held_out = {
            "shapes": (shapes[held_out], shape_aspects[held_out]),
            "words": (words[:HELD_OUT_WORDS], word_aspects[:HELD_OUT_WORDS]),
        }
        photos = np.load(f"{FOLDER}/photos.npy", allow_pickle=True)
        self.photos = [torch.from_numpy(np.ascontiguousarray(photo)) for photo in photos]
        # Large photos show more.
        self.photo_areas = torch.tensor([float(photo.shape[0] * photo.shape[1]) for photo in photos])


def uniform(count: int, low: float, high: float) -> torch.Tensor:
    return torch.rand(count) * (high - low) + low


def chance(count: int, share: float) -> torch.Tensor:
    return torch.rand(count) < share


def draw_plates() -> torch.Tensor:
    """What marks are printed on: discs, shields, diamonds, ribbons, rings and frames, as masks."""
    y, x = torch.meshgrid(*[torch.linspace(-1, 1, MASK_SIDE)] * 2, indexing="ij")
    disc = x**2 + y**2
    shield = ((y < 0.2) | (x**2 + ((y - 0.2) / 0.8) ** 2 < 1)) & (x.abs() < 0.97)
    plates = [
        torch.ones(MASK_SIDE, MASK_SIDE),
        disc < 1,
        x.abs() ** 4 + y.abs() ** 4 < 1,
        x.abs() + y.abs() < 1,
        shield,
        y > x.abs() * 2 - 1,
        (disc < 1) & (disc > 0.7),
        (disc < 0.55) | ((disc < 1) & (disc > 0.75)),
        (disc < 1) & (disc > 0.84),
        (x.abs() > 0.85) | (y.abs() > 0.85),
        (y.abs() < 0.55) | (disc < 0.9),
        x.abs() + 0.35 * y.abs() < 1,
    ]
    return torch.stack([plate.float() for plate in plates]).mul(255).byte()


PLATES = draw_plates()


def random_colours(count: int) -> torch.Tensor:
    """Whites, blacks, saturated and any colours, of shape (count, 3)."""
    kind = torch.rand(count)[:, None]
    colours = torch.rand(count, 3)
    colours = torch.where(kind < 0.2, uniform(count, 0.85, 1)[:, None].expand(count, 3), colours)
    colours = torch.where((kind >= 0.2) & (kind < 0.4), uniform(count, 0, 0.15)[:, None].expand(count, 3), colours)
    saturated = torch.rand(count, 3).round() * 0.8 + 0.1 + torch.randn(count, 3) * 0.05
    return torch.where(kind > 0.7, saturated, colours).clamp(0, 1)


def contrasted(colours: torch.Tensor, others: torch.Tensor, least: float = 0.25) -> torch.Tensor:
    """Replaces colours that are about as light as the others by light or dark ones."""
    is_close = ((colours - others) @ LUMINANCE).abs()[:, None] < least
    is_light = (others @ LUMINANCE)[:, None] > 0.5
    count = len(colours)
    light, dark = uniform(count, 0.75, 1)[:, None], uniform(count, 0, 0.25)[:, None]
    return torch.where(is_close, torch.where(is_light, dark, light).expand_as(colours), colours)


def random_designs(count: int, library: Library) -> Design:
    """Half of the designs are one shape or word as it is; the others are put together, and bent into new shapes."""
    masks, aspects = library.masks, library.aspects
    is_single = chance(count, 0.5)
    shape = torch.randint(0, len(masks), (count,))
    word = torch.randint(library.first_word, len(masks), (count,))
    second = torch.where(chance(count, 0.7), word, torch.randint(0, len(masks), (count,)))
    has_second = ~is_single & chance(count, 0.6)
    aspect = torch.where(is_single, aspects[shape], torch.exp(uniform(count, -0.7, 0.9)))

    # The shape keeps its own proportions within the box of the whole.
    scale = uniform(count, 0.5, 0.85) * torch.where(has_second, 0.75, 1.0)
    width = torch.where(is_single, 1.0, scale * (aspects[shape] / aspect).clamp(max=1))
    height = torch.where(is_single, 1.0, scale * (aspect / aspects[shape]).clamp(max=1))
    side = torch.rand(count).round() * 2 - 1
    shape_y = torch.where(has_second, -side * uniform(count, 0.1, 0.3), uniform(count, -0.15, 0.15))
    shape_at = torch.stack([uniform(count, -0.1, 0.1), shape_y], 1) * (~is_single)[:, None]

    ink = random_colours(count)
    plate_ink = contrasted(random_colours(count), ink)
    return {
        "masks": masks[shape],
        "second_masks": masks[second],
        "plate_masks": PLATES[torch.randint(0, len(PLATES), (count,))],
        "has_plate": ~is_single & chance(count, 0.7),
        "has_second": has_second,
        "aspect": aspect,
        "bend": torch.randn(count, 4) * 0.06 * (~is_single)[:, None],
        "shape_size": torch.stack([width, height], 1),
        "shape_at": shape_at,
        "second_size": torch.stack([uniform(count, 0.4, 0.9), uniform(count, 0.12, 0.35)], 1),
        "second_at": torch.stack([uniform(count, -0.1, 0.1), uniform(count, 0.4, 0.65) * side], 1),
        "ink": ink,
        "plate_ink": plate_ink,
        "second_ink": contrasted(random_colours(count), plate_ink),
        # Printed in other colours than those of its reference picture.
        "is_recoloured": chance(count, 0.55),
    }


def single_designs(masks: torch.Tensor, aspects: torch.Tensor) -> Design:
    """One design for each mask, as it is, in other colours than its reference picture's."""
    count = len(masks)
    ink = random_colours(count)
    plate_ink = contrasted(random_colours(count), ink)
    none = torch.zeros(count, dtype=torch.bool)
    return {
        "masks": masks,
        "second_masks": masks,
        "plate_masks": PLATES[torch.zeros(count, dtype=torch.long)],
        "has_plate": none,
        "has_second": none,
        "aspect": aspects,
        "bend": torch.zeros(count, 4),
        "shape_size": torch.ones(count, 2),
        "shape_at": torch.zeros(count, 2),
        "second_size": torch.ones(count, 2),
        "second_at": torch.zeros(count, 2),
        "ink": ink,
        "plate_ink": plate_ink,
        "second_ink": contrasted(random_colours(count), plate_ink),
        "is_recoloured": ~none,
    }


def take(designs: Design, index: slice) -> Design:
    return {key: value[index] for key, value in designs.items()}


def pixel_centres(height: int, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    y, x = torch.meshgrid(torch.arange(height) + 0.5, torch.arange(width) + 0.5, indexing="ij")
    return x, y


def design_coordinates(matrices: torch.Tensor, side: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Maps the pixels of a square picture by projective matrices of shape (count, 3, 3)."""
    x, y = pixel_centres(side, side)
    points = torch.stack([x.reshape(-1), y.reshape(-1), torch.ones(side * side)])
    mapped = matrices @ points
    depth = mapped[:, 2].clamp(min=0.2)
    return (mapped[:, 0] / depth).view(-1, side, side), (mapped[:, 1] / depth).view(-1, side, side)


def box_sides(aspect: torch.Tensor, mark_side: float, longest: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Sides of a mark with the area of a square of `mark_side`, shrunk until neither is longer than `longest`."""
    width, height = mark_side * aspect.sqrt(), mark_side / aspect.sqrt()
    shrink = (longest / torch.maximum(width, height)).clamp(max=1)
    return width * shrink, height * shrink


def reference_matrices(
    aspect: torch.Tensor, side: int, mark_side: float, longest: float, is_exact: bool = False
) -> torch.Tensor:
    """Places designs in the middle of a square picture, upright."""
    count = len(aspect)
    width, height = box_sides(aspect, mark_side, longest)
    scale = torch.ones(count) if is_exact else uniform(count, 0.94, 1.06)
    matrices = torch.zeros(count, 3, 3)
    matrices[:, 0, 0], matrices[:, 1, 1] = 2 / (width * scale), 2 / (height * scale)
    matrices[:, 0, 2], matrices[:, 1, 2] = -side / (width * scale), -side / (height * scale)
    matrices[:, 2, 2] = 1
    return matrices


def scene_matrices(
    aspect: torch.Tensor, centre: torch.Tensor, mark_side: float, longest: float, strength: float, zoom: float
) -> torch.Tensor:
    """Places designs as cameras see them: larger or smaller, stretched, turned, skewed and in perspective."""
    count = len(aspect)
    width, height = box_sides(aspect, mark_side, longest)
    scale = torch.exp(uniform(count, -zoom, zoom) * (0.4 + 0.6 * strength))
    stretch = torch.exp(uniform(count, -0.2, 0.2) * strength / 2)
    # Seen from beside, a mark is narrower; from above or below, lower.
    kind, share = torch.rand(count), uniform(count, 0.5, 0.9)
    width = torch.where(kind < 0.35 * strength, width * share, width)
    height = torch.where(kind > 1 - 0.1 * strength, height * share, height)
    angle = torch.randn(count) * 0.12 * strength
    angle = torch.where(chance(count, 0.1 * strength), uniform(count, -0.4, 0.4), angle)

    def identity() -> torch.Tensor:
        return torch.eye(3).repeat(count, 1, 1)

    shift, turn, size, skew = identity(), identity(), identity(), identity()
    shift[:, :2, 2] = -centre
    turn[:, 0, 0], turn[:, 0, 1] = torch.cos(angle), -torch.sin(angle)
    turn[:, 1, 0], turn[:, 1, 1] = torch.sin(angle), torch.cos(angle)
    size[:, 0, 0], size[:, 1, 1] = 2 / (width * scale * stretch), 2 / (height * scale / stretch)
    skew[:, 0, 1] = torch.randn(count) * 0.12 * strength
    skew[:, 1, 0] = torch.randn(count) * 0.06 * strength
    skew[:, 2, :2] = torch.randn(count, 2) * 0.1 * strength
    return skew @ size @ turn @ shift


def photo_crops(count: int, side: int, library: Library) -> torch.Tensor:
    """Square parts of photos, from life size to the whole, some darker, lighter or in other colours."""
    crops = torch.empty(count, 3, side, side)
    chosen = torch.multinomial(library.photo_areas, count, replacement=True)
    for index in range(count):
        photo = library.photos[int(chosen[index])]
        height, width = photo.shape[:2]
        shortest = min(height, width)
        largest = max(1.01, 0.95 * shortest / side)
        cut = min(shortest, int(side * math.exp(float(torch.rand(1)) * math.log(largest))))
        top = int(torch.randint(0, height - cut + 1, (1,)))
        left = int(torch.randint(0, width - cut + 1, (1,)))
        step = max(1, cut // (2 * side))
        part = photo[top : top + cut : step, left : left + cut : step].permute(2, 0, 1)[None].float() / 255
        part = F.interpolate(part, size=(side, side), mode="bilinear", align_corners=False)[0]
        crops[index] = part.flip(2) if torch.rand(1) < 0.5 else part

    kind = torch.rand(count)
    lit = kind < 0.4
    gain, lift = uniform(count, 0.4, 1.3)[lit, None, None, None], uniform(count, -0.1, 0.2)[lit, None, None, None]
    crops[lit] = (crops[lit] * gain + lift).clamp(0, 1)
    recoloured = kind > 0.75
    crops[recoloured] = crops[recoloured][:, torch.randperm(3)]
    return crops


def sample_mask(
    masks: torch.Tensor, x: torch.Tensor, y: torch.Tensor, size: torch.Tensor, at: torch.Tensor
) -> torch.Tensor:
    """Masks of shape (count, height, width) where the coordinates lie, 0 outside of them."""
    grid = torch.stack(
        [(x - at[:, 0, None, None]) / size[:, 0, None, None], (y - at[:, 1, None, None]) / size[:, 1, None, None]], -1
    )
    # Marks are drawn at half of their masks' size or less.
    small = F.avg_pool2d(masks[:, None].float() / 255, 2)
    return F.grid_sample(small, grid, align_corners=False)[:, 0]


def layers(
    designs: Design, x: torch.Tensor, y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """How much of each pixel the plate, the shape and the second shape cover."""
    bend = designs["bend"]
    x, y = (
        x + bend[:, 0, None, None] * torch.sin(2.5 * y + bend[:, 2, None, None] * 40),
        y + bend[:, 1, None, None] * torch.sin(2.5 * x + bend[:, 3, None, None] * 40),
    )
    whole, middle = torch.ones(len(x), 2), torch.zeros(len(x), 2)
    shape = sample_mask(designs["masks"], x, y, designs["shape_size"], designs["shape_at"])
    second = sample_mask(designs["second_masks"], x, y, designs["second_size"], designs["second_at"])
    plate = sample_mask(designs["plate_masks"], x, y, whole, middle)
    return (
        plate * designs["has_plate"].float()[:, None, None],
        shape,
        second * designs["has_second"].float()[:, None, None],
    )


def draw_clean(designs: Design, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Marks as reference pictures show them: sharp, on one colour, often white."""
    count = len(x)
    has_plate = designs["has_plate"][:, None]
    outermost = torch.where(has_plate, designs["plate_ink"], designs["ink"])
    kind = torch.rand(count)[:, None]
    ground = torch.where(kind < 0.6, torch.ones(count, 3), torch.where(kind < 0.75, torch.zeros(count, 3), random_colours(count)))
    ground = contrasted(ground, outermost, 0.2)
    second_ink = torch.where(has_plate, designs["second_ink"], contrasted(designs["second_ink"], ground))

    picture = ground[:, :, None, None].expand(count, 3, *x.shape[1:])
    inks = (designs["plate_ink"], designs["ink"], second_ink)
    for cover, ink in zip(layers(designs, x, y), inks):
        picture = picture * (1 - cover[:, None]) + ink[:, :, None, None] * cover[:, None]
    return picture.clamp(0, 1)


def draw_seen(
    designs: Design, x: torch.Tensor, y: torch.Tensor, photos: torch.Tensor, strength: float
) -> torch.Tensor:
    """Marks as cameras see them on things. `strength` from 0 to 1: how hard to recognise."""
    count = len(x)
    other_ink = random_colours(count)
    other_plate = contrasted(random_colours(count), other_ink)
    other_second = contrasted(random_colours(count), other_plate)
    is_recoloured, has_plate = designs["is_recoloured"][:, None], designs["has_plate"][:, None]
    ink = torch.where(is_recoloured, other_ink, designs["ink"])
    plate_ink = torch.where(is_recoloured, other_plate, designs["plate_ink"])
    second_ink = torch.where(is_recoloured, other_second, designs["second_ink"])

    # Cloth, walls and paper: one colour over the photo.
    flat = (chance(count, 0.5).float() * uniform(count, 0.4, 1))[:, None, None, None]
    flat_colour = contrasted(random_colours(count), torch.where(has_plate, plate_ink, ink))
    picture = photos * (1 - flat) + flat_colour[:, :, None, None] * flat
    mean = picture.mean((2, 3))
    ink = torch.where(has_plate, ink, contrasted(ink, mean, 0.22))
    second_ink = torch.where(has_plate, second_ink, contrasted(second_ink, mean, 0.2))
    # Pressed into leather, cast in metal, stitched in the thread of the cloth: only light tells such a mark.
    is_embossed = chance(count, 0.15 * strength)
    beneath = torch.where(has_plate, plate_ink, mean)
    ink = torch.where(is_embossed[:, None], (beneath * uniform(count, 0.85, 1.15)[:, None]).clamp(0, 1), ink)

    x, y = fold_cloth(x, y, strength)
    sheen = metal_sheen(x, y, strength)
    inks = (plate_ink, ink, second_ink)
    for index, (cover, colour) in enumerate(zip(layers(designs, x, y), inks)):
        opacity = cover[:, None] * uniform(count, 0.75, 1)[:, None, None, None]
        shaded = colour[:, :, None, None].expand(-1, 3, *x.shape[1:]) + sheen * (1.0 if index else 0.4)
        picture = picture * (1 - opacity) + shaded * opacity
        if index < 2:
            picture = picture + relief(cover, is_embossed, strength)
    return seen_by_camera(picture.clamp(0, 1), photos, strength)


def fold_cloth(x: torch.Tensor, y: torch.Tensor, strength: float) -> tuple[torch.Tensor, torch.Tensor]:
    count = len(x)
    depth = (uniform(count, 0, 0.06) * chance(count, 0.4) * strength)[:, None, None]
    phase, pace = uniform(count, 0, 6.28)[:, None, None], uniform(count, 1, 4)[:, None, None] * 2
    return x + depth * torch.sin(pace * y + phase), y + depth * torch.cos(pace * x + phase)


def metal_sheen(x: torch.Tensor, y: torch.Tensor, strength: float) -> torch.Tensor:
    """The tone of metal runs over its shape."""
    count = len(x)
    angle = uniform(count, 0, 6.28)[:, None, None]
    pace, phase = uniform(count, 1, 5)[:, None, None], uniform(count, 0, 6.28)[:, None, None]
    wave = torch.sin((x * torch.cos(angle) + y * torch.sin(angle)) * pace + phase) * 0.3
    return (wave * chance(count, 0.35 * strength).float()[:, None, None])[:, None]


def relief(cover: torch.Tensor, is_embossed: torch.Tensor, strength: float) -> torch.Tensor:
    """Light and shade along the edges of raised and sunken marks."""
    count = len(cover)
    height = chance(count, 0.2 * strength).float() * uniform(count, -0.6, 0.6)
    side = torch.rand(count).round() * 2 - 1
    height = torch.where(is_embossed, side * uniform(count, 0.4, 0.9), height)[:, None, None, None]
    return height * (cover - torch.roll(cover, (1, 1), (1, 2)))[:, None]


def seen_by_camera(picture: torch.Tensor, photos: torch.Tensor, strength: float) -> torch.Tensor:
    """Light, texture, things in front, few pixels, motion, compression, exposure and noise."""
    count, _, height, width = picture.shape
    x, y = pixel_centres(height, width)
    x, y = x / width * 2 - 1, y / height * 2 - 1
    slope_x, slope_y = torch.randn(count)[:, None, None] * 0.18, torch.randn(count)[:, None, None] * 0.18
    picture = picture * (1 + slope_x * x + slope_y * y)[:, None]
    texture = photos.mean(1, keepdim=True)
    texture = texture - texture.mean((2, 3), keepdim=True)
    picture = picture * (1 + texture * uniform(count, 0, 0.6)[:, None, None, None])

    hidden = chance(count, 0.2 * strength)[:, None, None]
    at_x, at_y = uniform(count, -0.4, 0.4)[:, None, None], uniform(count, -0.4, 0.4)[:, None, None]
    half = uniform(count, 0.08, 0.25)[:, None, None]
    front = (hidden & ((x - at_x).abs() < half) & ((y - at_y).abs() < half)).float()[:, None]
    picture = picture * (1 - front) + photos.roll(1, 0) * front

    order, group = torch.randperm(count), int(count / 6 * strength)
    for index, scale in enumerate((0.4, 0.5, 0.62, 0.75, 0.87)):
        chosen = order[index * group : (index + 1) * group]
        if len(chosen):
            small = F.interpolate(picture[chosen], size=(round(height * scale), round(width * scale)), mode="area")
            picture[chosen] = F.interpolate(small, size=(height, width), mode="bilinear", align_corners=False)
    moving = order[5 * group : 5 * group + group // 2]
    if len(moving):
        picture[moving] = motion_blur(picture[moving])

    compressed = chance(count, 0.3)
    blocks = F.interpolate(F.avg_pool2d(picture, 4), size=(height, width))
    detail = torch.where(compressed, uniform(count, 0.4, 0.9), torch.ones(count))[:, None, None, None]
    picture = blocks + (picture - blocks) * detail

    gain, lift = uniform(count, 0.5, 1.25)[:, None, None, None], uniform(count, -0.1, 0.15)[:, None, None, None]
    picture = picture * gain + lift + torch.randn(count, 3)[:, :, None, None] * 0.03
    noise = torch.randn_like(picture) * uniform(count, 0, 0.05)[:, None, None, None]
    return (picture + noise).clamp(0, 1)


def motion_blur(picture: torch.Tensor) -> torch.Tensor:
    length = int(torch.randint(2, 6, (1,)))
    before, after = length // 2, length - 1 - length // 2
    if torch.rand(1) < 0.6:
        kernel, padding = torch.ones(3, 1, 1, length) / length, (before, after, 0, 0)
    else:
        kernel, padding = torch.ones(3, 1, length, 1) / length, (0, 0, before, after)
    return F.conv2d(F.pad(picture, padding, mode="replicate"), kernel, groups=3)
