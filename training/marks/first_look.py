"""Trains the first look: a network that describes every cell of 4 x 4 pixels, so that the cells of a mark on a photo are
like those of its reference picture, and says where the middle of a mark may be.

A reference is a template of 12 x 12 described cells, compared with every part of a scene by the weighted mean cosine of
their cells, as in fully convolutional Siamese networks (Bertinetto et al. 2016). The loss is InfoNCE (van den Oord et
al. 2018): the right part against parts of the same scene, of the other scenes, and of photos without a mark.
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
    uniform,
)

CELL = 4
REFERENCE_SIDE, SCENE_SIDE = 48, 96
TEMPLATE_CELLS, SCENE_CELLS = REFERENCE_SIDE // CELL, SCENE_SIDE // CELL
MARK_SIDE, LONGEST = 30, 44
CHANNELS = 32
BATCH, PHOTOS, PARTS = 112, 16, 16
LEARNING_RATE = 3e-3


class Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.a = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.n = nn.BatchNorm2d(channels)
        self.b = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.m = nn.BatchNorm2d(channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.m(self.b(F.relu(self.n(self.a(x))))))


def halved(channels_in: int, channels_out: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, 3, 2, 1, bias=False), nn.BatchNorm2d(channels_out), nn.ReLU()
    )


class FirstLook(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.f = nn.Sequential(halved(3, 16), halved(16, CHANNELS), *[Residual(CHANNELS) for _ in range(3)])
        self.out = nn.Conv2d(CHANNELS, CHANNELS, 1)
        self.w = nn.Conv2d(CHANNELS, 1, 1)
        self.gate = nn.Sequential(
            nn.Conv2d(CHANNELS, CHANNELS, 3, 1, 2, dilation=2), nn.ReLU(), nn.Conv2d(CHANNELS, 1, 1)
        )
        self.t = nn.Parameter(torch.tensor(math.log(20.0)))

    def describe(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Unit vectors, weights and logits of marks for each cell: (n, 32 or 1, rows, columns)."""
        h = self.f(x)
        weights = F.softplus(self.w(h).float()) + 0.02
        return F.normalize(self.out(h).float(), dim=1), weights, self.gate(h).float()


def inside_mark(x: torch.Tensor, y: torch.Tensor, margin: float) -> torch.Tensor:
    """The share of each cell that shows the mark: (n, 1, rows, columns)."""
    inside = ((x.abs() < margin) & (y.abs() < margin)).float()[:, None]
    return F.avg_pool2d(inside, CELL)


def templates(features: torch.Tensor, weights: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    share = weights * inside
    return features * (share / share.sum((1, 2, 3), keepdim=True))


def parts(features: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
    """The cells around each point of `at` (n, parts, row and column of the middle): (n, parts, numbers)."""
    half = TEMPLATE_CELLS // 2
    padded = F.pad(features, (half,) * 4)
    step = torch.arange(TEMPLATE_CELLS)
    rows = at[:, :, 0, None, None] + step[:, None]
    columns = at[:, :, 1, None, None] + step
    count, channels = features.shape[:2]
    index = (rows * padded.shape[3] + columns).reshape(count, 1, -1).expand(-1, channels, -1)
    cells = padded.flatten(2).gather(2, index).view(count, channels, at.shape[1], TEMPLATE_CELLS**2)
    return cells.permute(0, 2, 1, 3).reshape(count, at.shape[1], -1)


def draw_references(designs: Design, is_exact: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    matrices = reference_matrices(designs["aspect"], REFERENCE_SIDE, MARK_SIDE, LONGEST, is_exact)
    x, y = design_coordinates(matrices, REFERENCE_SIDE)
    return draw_clean(designs, x, y), inside_mark(x, y, 1.12)


def draw_scenes(designs: Design, library: Library, strength: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Scenes, and the middle of the mark in each, in pixels."""
    count = len(designs["aspect"])
    centre = torch.stack([uniform(count, 30, 66), uniform(count, 30, 66)], 1)
    matrices = scene_matrices(designs["aspect"], centre, MARK_SIDE, LONGEST, strength, 0.2)
    x, y = design_coordinates(matrices, SCENE_SIDE)
    return draw_seen(designs, x, y, photo_crops(count, SCENE_SIDE, library), strength), centre


def evaluate(network: FirstLook, library: Library) -> dict[str, dict[str, float]]:
    """What is reached on marks held out: `first`, the share whose own template is the likeliest of all; `above_all`, the
    share found before any of 600,000 parts of photos; `above_most`, before all but one in 10,000."""
    network.eval()
    torch.manual_seed(5)
    reached = {}
    with torch.no_grad():
        photos = torch.cat([network.describe(photo_crops(64, 192, library))[0] for _ in range(4)])
        for kind, (masks, aspects) in library.held_out.items():
            designs = single_designs(masks[:384], aspects[:384])
            pictures, inside = draw_references(designs, is_exact=True)
            features, weights, _ = network.describe(pictures)
            template = templates(features, weights, inside)
            scenes, centre = draw_scenes(designs, library, 1.0)
            middle = (centre / CELL).round().long().flip(1)
            around = torch.stack([middle + torch.tensor([a, b]) for a in (-1, 0, 1) for b in (-1, 0, 1)], 1)
            seen = parts(network.describe(scenes)[0], around)
            scores = torch.einsum("nc,mpc->nmp", template.flatten(1), seen).amax(2)
            own = scores.diag()
            padding = TEMPLATE_CELLS // 2
            ground = torch.cat([F.conv2d(photo[None], template, padding=padding)[0].flatten(1) for photo in photos], 1)
            most = torch.stack([row.topk(1 + len(row) // 10_000).values[-1] for row in ground])
            reached[kind] = {
                "first": round((scores.argmax(1) == torch.arange(len(own))).float().mean().item(), 3),
                "above_all": round((own > ground.amax(1)).float().mean().item(), 3),
                "above_most": round((own > most).float().mean().item(), 3),
            }
    network.train()
    return reached


def train_step(network: FirstLook, library: Library, strength: float) -> tuple[torch.Tensor, list[float]]:
    with torch.no_grad():
        designs = random_designs(BATCH, library)
        pictures, inside = draw_references(designs)
        scenes, centre = draw_scenes(designs, library, strength)
        scenes = torch.cat([scenes, photo_crops(PHOTOS, SCENE_SIDE, library)])

    with torch.autocast("cpu", dtype=torch.bfloat16):
        reference = network.describe(pictures.contiguous(memory_format=torch.channels_last))
        features, _, marks = network.describe(scenes.contiguous(memory_format=torch.channels_last))
    template = templates(reference[0], reference[1], inside).flatten(1)

    middle = (centre / CELL).round().long().flip(1)
    at = torch.randint(2, 23, (BATCH + PHOTOS, PARTS, 2))
    near = ((at[:BATCH] - middle[:, None]).abs().amax(2) < 3)[:, :, None]
    at[:BATCH] = torch.where(near, (at[:BATCH] + 8) % 21 + 2, at[:BATCH])
    at[:BATCH, 0] = middle
    is_near = (at[:BATCH] - middle[:, None]).abs().amax(2) < 3
    is_near[:, 0] = False

    seen = parts(features.bfloat16(), at).flatten(0, 1)
    sharpness = network.t.exp().clamp(max=80)
    scores = sharpness * (template.bfloat16() @ seen.T).float().view(BATCH, BATCH + PHOTOS, PARTS)
    own = torch.eye(BATCH, BATCH + PHOTOS, dtype=torch.bool)[:, :, None] & torch.cat(
        [is_near, torch.zeros(PHOTOS, PARTS, dtype=torch.bool)]
    )
    scores = scores.masked_fill(own, -1e4)
    numbers = torch.arange(BATCH)
    find = F.cross_entropy(scores.reshape(BATCH, -1), numbers * PARTS)
    tell = F.cross_entropy(scores[:, :BATCH, 0].T, numbers)
    gate = mark_loss(marks[:, 0], centre)
    return find + tell + 0.5 * gate, [find.item(), tell.item(), gate.item()]


def mark_loss(marks: torch.Tensor, centre: torch.Tensor) -> torch.Tensor:
    """Cells at the middle of a mark against all others; those beside it count neither way."""
    middle = torch.arange(SCENE_CELLS) * CELL + CELL / 2
    y, x = torch.meshgrid(middle, middle, indexing="ij")
    distance = torch.maximum((x - centre[:, 0, None, None]).abs(), (y - centre[:, 1, None, None]).abs())
    distance = torch.cat([distance, torch.full((PHOTOS, SCENE_CELLS, SCENE_CELLS), 99.0)])
    counts = ((distance < 6) | (distance > 11)).float()
    loss = F.binary_cross_entropy_with_logits(
        marks, (distance < 6).float(), reduction="none", pos_weight=torch.tensor(8.0)
    )
    return (loss * counts).sum() / counts.sum()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=40)
    options.add_argument("--start")
    given = options.parse_args()
    torch.set_num_threads(os.cpu_count() or 1)
    file = f"{FOLDER}/first.pt"
    library, network = Library(), FirstLook()
    if given.start:
        network.load_state_dict(torch.load(given.start))
    network = network.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=1e-2)
    began, step, losses = time.time(), 0, []

    while (done := (time.time() - began) / (given.minutes * 60)) < 1:
        rate = LEARNING_RATE * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        for group in optimiser.param_groups:
            group["lr"] = rate
        strength = 1.0 if given.start else min(1.0, 0.2 + 0.8 * done / 0.25)
        loss, terms = train_step(network, library, strength)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        losses.append(terms)
        step += 1
        if step % 500 == 0:
            torch.save(network.state_dict(), file)
            print(step, np.round(np.mean(losses[-200:], 0), 3), json.dumps(evaluate(network, library)), flush=True)

    torch.save(network.state_dict(), file)
    print("end", step, json.dumps(evaluate(network, library)))


if __name__ == "__main__":
    main()
