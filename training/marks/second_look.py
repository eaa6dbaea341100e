"""Trains the second look: whether a place shows the same mark as a reference.

Both are described by cells; the cosines of each reference cell with the 7 x 7 cells around the same spot of the place (a
cost volume, as in optical flow: Dosovitskiy et al. 2015) say how well the one can be laid onto the other, whatever the
colours. The wrong places of training are what the first look takes for the mark on photos, and the likest other marks.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from drawing import (
    FOLDER,
    Design,
    Library,
    design_coordinates,
    draw_clean,
    draw_seen,
    photo_crops,
    random_designs,
    reference_matrices,
    scene_matrices,
    single_designs,
    take,
)
from first_look import (
    CELL,
    TEMPLATE_CELLS,
    FirstLook,
    Residual,
    draw_references,
    halved,
    inside_mark,
    templates,
)
from first_look import MARK_SIDE as FIRST_MARK_SIDE

SIDE, MARK_SIDE, LONGEST = 64, 44, 60
CHANNELS, REACH = 40, 3
BATCH = 64
LEARNING_RATE = 2e-3


class Describe(nn.Module):
    """Pictures (n, 3, 64, 64) to unit vectors of their cells (n, 40, 16, 16)."""

    def __init__(self) -> None:
        super().__init__()
        self.f = nn.Sequential(halved(3, 20), halved(20, CHANNELS), *[Residual(CHANNELS) for _ in range(3)])
        self.out = nn.Conv2d(CHANNELS, CHANNELS, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.out(self.f(x)).float(), dim=1)


class Compare(nn.Module):
    """Described references, their cells inside the mark (n, 1, 16, 16) and described places to logits (n)."""

    def __init__(self) -> None:
        super().__init__()
        offsets = (2 * REACH + 1) ** 2
        self.a = nn.Sequential(
            nn.Conv2d(offsets + 1, 64, 1), nn.ReLU(), nn.Conv2d(64, 48, 3, 1, 1), nn.ReLU(),
            nn.Conv2d(48, 48, 3, 2, 1), nn.ReLU(), nn.Conv2d(48, 64, 3, 2, 1), nn.ReLU(),
        )  # fmt: skip
        self.b = nn.Sequential(nn.Linear(128, 48), nn.ReLU(), nn.Linear(48, 1))

    def forward(self, reference: torch.Tensor, inside: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
        _, _, rows, columns = reference.shape
        padded = F.pad(place, (REACH,) * 4)
        steps = range(2 * REACH + 1)
        costs = torch.cat(
            [
                (reference * padded[:, :, down : down + rows, right : right + columns]).sum(1, keepdim=True)
                for down in steps
                for right in steps
            ],
            1,
        )
        x = self.a(torch.cat([costs * inside, inside], 1))
        return self.b(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1))[:, 0]


class SecondLook(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.t = Describe()
        self.h = Compare()


def draw_close_references(designs: Design, is_exact: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    x, y = design_coordinates(reference_matrices(designs["aspect"], SIDE, MARK_SIDE, LONGEST, is_exact), SIDE)
    return draw_clean(designs, x, y), inside_mark(x, y, 1.1)


def draw_places(designs: Design, library: Library, strength: float) -> torch.Tensor:
    """Marks where and as large as the first look finds them, about."""
    count = len(designs["aspect"])
    centre = (SIDE / 2 + torch.randn(count, 2) * 2.5).clamp(25, 39)
    matrices = scene_matrices(designs["aspect"], centre, MARK_SIDE, LONGEST, strength, 0.22)
    x, y = design_coordinates(matrices, SIDE)
    return draw_seen(designs, x, y, photo_crops(count, SIDE, library), strength)


def likest_places(first: FirstLook, designs: Design, library: Library, photos: int = 6, side: int = 160) -> torch.Tensor:
    """For each design the part of some photos that the first look takes for it."""
    pictures, inside = draw_references(designs, is_exact=True)
    features, weights, _ = first.describe(pictures)
    grounds = photo_crops(photos, side, library)
    described, _, _ = first.describe(grounds)
    scores = F.conv2d(described, templates(features, weights, inside), padding=TEMPLATE_CELLS // 2)
    best = scores.permute(1, 0, 2, 3).flatten(1).argmax(1)
    columns = scores.shape[3]
    photo, rest = best // columns**2, best % columns**2
    y, x = (rest // columns * CELL).float(), (rest % columns * CELL).float()

    half = FIRST_MARK_SIDE / MARK_SIDE * SIDE / 2
    offsets = (torch.arange(SIDE) + 0.5) / SIDE * 2 - 1
    rows = (y[:, None] + offsets * half) / side * 2 - 1
    across = (x[:, None] + offsets * half) / side * 2 - 1
    grid = torch.stack([across[:, None, :].expand(-1, SIDE, -1), rows[:, :, None].expand(-1, -1, SIDE)], -1)
    return F.grid_sample(grounds[photo], grid, align_corners=False, padding_mode="border")


def roughly_alike(reference: torch.Tensor, inside: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
    """Mean cosine of the cells at the same spot, of each reference with each place."""
    return torch.einsum("nchw,mchw->nm", reference * inside / inside.sum((2, 3), keepdim=True), place)


def evaluate(network: SecondLook, first: FirstLook, library: Library) -> dict[str, dict[str, float]]:
    """On marks held out, the share of right places that are above 99 % of the likest other marks (`marks`), above 99 % of
    the likest parts of photos (`photos`), above 99.9 % of both, and what a logit of 0 finds and takes for it."""
    network.eval()
    torch.manual_seed(9)
    reached = {}
    with torch.no_grad():
        for kind, (masks, aspects) in library.held_out.items():
            designs = single_designs(masks[:320], aspects[:320])
            count = len(designs["aspect"])
            pictures, inside = draw_close_references(designs, is_exact=True)
            places = draw_places(designs, library, 1.0)
            groups = [take(designs, slice(start, start + 64)) for start in range(0, count, 64)]
            photos = torch.cat([likest_places(first, group, library, 24) for group in groups])
            reference, place, photo = network.t(pictures), network.t(places), network.t(photos)
            alike = roughly_alike(reference, inside, place).fill_diagonal_(-9)
            likest = alike.topk(4, 1).indices
            own = network.h(reference, inside, place)
            marks = torch.cat([network.h(reference, inside, place[likest[:, rank]]) for rank in range(4)])
            wrong = torch.cat([marks, network.h(reference, inside, photo)])
            reached[kind] = {
                "marks": share_above(own, marks, 0.99),
                "photos": share_above(own, wrong[len(marks) :], 0.99),
                "both": share_above(own, wrong, 0.999),
                "found": round((own > 0).float().mean().item(), 3),
                "false": round((wrong > 0).float().mean().item(), 4),
            }
    network.train()
    return reached


def share_above(own: torch.Tensor, wrong: torch.Tensor, quantile: float) -> float:
    return round((own > torch.quantile(wrong, quantile)).float().mean().item(), 3)


def train_step(
    network: SecondLook, first: FirstLook, library: Library, strength: float
) -> tuple[torch.Tensor, list[float]]:
    with torch.no_grad():
        designs = random_designs(BATCH, library)
        pictures, inside = draw_close_references(designs)
        places = draw_places(designs, library, strength)
        photos = likest_places(first, designs, library)

    with torch.autocast("cpu", dtype=torch.bfloat16):
        together = torch.cat([pictures, places, photos]).contiguous(memory_format=torch.channels_last)
        reference, place, photo = network.t(together).split(BATCH)

    numbers = torch.arange(BATCH)
    alike = roughly_alike(reference, inside, place)
    rough = F.cross_entropy(20 * torch.cat([alike, roughly_alike(reference, inside, photo)], 1), numbers)
    rough = rough + F.cross_entropy(20 * alike.T, numbers)
    likest = alike.detach().masked_fill(torch.eye(BATCH, dtype=torch.bool), -9).topk(6, 1).indices
    chosen = likest.gather(1, torch.randint(0, 6, (BATCH, 2)))

    own = network.h(reference, inside, place)
    others = [place[chosen[:, 0]], place[chosen[:, 1]], photo]
    wrong = [network.h(reference, inside, other) for other in others]
    judged = F.softplus(-own).mean() + sum(F.softplus(logits).mean() for logits in wrong) / 1.5
    ranked = F.softplus(torch.cat(wrong) - own.repeat(len(wrong))).mean()
    return judged + ranked + 0.3 * rough, [judged.item(), ranked.item(), rough.item()]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=35)
    options.add_argument("--start")
    given = options.parse_args()
    torch.set_num_threads(os.cpu_count() or 1)
    file = f"{FOLDER}/second.pt"
    library, first, network = Library(), FirstLook(), SecondLook()
    first.load_state_dict(torch.load(f"{FOLDER}/first.pt"))
    first.eval()
    if given.start:
        network.load_state_dict(torch.load(given.start))
    network.t = network.t.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=1e-2)
    began, step, losses = time.time(), 0, []

    while (done := (time.time() - began) / (given.minutes * 60)) < 1:
        rate = LEARNING_RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        for group in optimiser.param_groups:
            group["lr"] = rate
        strength = 1.0 if given.start else min(1.0, 0.3 + 0.7 * done / 0.25)
        loss, terms = train_step(network, first, library, strength)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        losses.append(terms)
        step += 1
        if step % 400 == 0:
            torch.save(network.state_dict(), file)
            reached = json.dumps(evaluate(network, first, library))
            print(step, np.round(np.mean(losses[-200:], 0), 3), reached, flush=True)

    torch.save(network.state_dict(), file)
    print("end", step, json.dumps(evaluate(network, first, library)))


if __name__ == "__main__":
    main()
