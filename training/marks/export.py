"""Writes the trained networks as ONNX, for pictures of bytes (n, height, width, 3): python3 export.py FOLDER"""

import sys

import torch
import torch.nn.functional as F
from torch import nn

from drawing import FOLDER
from first_look import FirstLook
from second_look import CHANNELS, SIDE, SecondLook


def from_bytes(pictures: torch.Tensor) -> torch.Tensor:
    return pictures.permute(0, 3, 1, 2).float() / 255


class Look(nn.Module):
    def __init__(self, network: FirstLook) -> None:
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        features, weights, marks = self.network.describe(from_bytes(picture))
        return features.permute(0, 2, 3, 1), marks[:, 0], weights[:, 0]


class Close(nn.Module):
    def __init__(self, network: SecondLook) -> None:
        super().__init__()
        self.describe = network.t

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.describe(from_bytes(pictures))


def main() -> None:
    folder = sys.argv[1]
    first, second = FirstLook(), SecondLook()
    first.load_state_dict(torch.load(f"{FOLDER}/first.pt"))
    second.load_state_dict(torch.load(f"{FOLDER}/second.pt"))
    first.eval()
    second.eval()
    described = F.normalize(torch.randn(2, CHANNELS, SIDE // 4, SIDE // 4), dim=1)
    cells = {1: "rows", 2: "columns"}
    count = {0: "count"}
    with torch.no_grad():
        torch.onnx.export(
            Look(first),
            torch.zeros(1, 96, 128, 3, dtype=torch.uint8),
            f"{folder}/look.onnx",
            input_names=["picture"],
            output_names=["features", "marks", "weights"],
            dynamic_axes={"picture": {1: "height", 2: "width"}, "features": cells, "marks": cells, "weights": cells},
            opset_version=14,
        )
        torch.onnx.export(
            Close(second),
            torch.zeros(2, SIDE, SIDE, 3, dtype=torch.uint8),
            f"{folder}/close.onnx",
            input_names=["pictures"],
            output_names=["features"],
            dynamic_axes={"pictures": count, "features": count},
            opset_version=14,
        )
        torch.onnx.export(
            second.h,
            (described, torch.ones(2, 1, SIDE // 4, SIDE // 4), described),
            f"{folder}/compare.onnx",
            input_names=["reference", "inside", "place"],
            output_names=["likeness"],
            dynamic_axes={name: count for name in ("reference", "inside", "place", "likeness")},
            opset_version=14,
        )


main()
