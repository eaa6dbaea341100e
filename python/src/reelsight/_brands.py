"""The brand library of a workspace: names, their aliases, and pictures of their logos."""

from __future__ import annotations

from typing import List

from ._calls import Calls
from ._types import (
    BrandRecountState,
    ChangeBrandBody,
    ChangeBrandData,
    CreateBrandBody,
    CreateBrandData,
    GetBrandData,
    ListBrandsData,
    UploadBrandLogoData,
)


class Brands:
    """`client.brands`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self) -> List[ListBrandsData]:
        """The brands of the library, in order of their names."""
        return self._calls.call("listBrands").data

    def get(self, brand_id: str) -> GetBrandData:
        """A brand."""
        return self._calls.call("getBrand", params={"id": brand_id}).data

    def create(self, brand: CreateBrandBody) -> CreateBrandData:
        """Adds a brand, which analyses that are started afterwards look for."""
        return self._calls.call("createBrand", body=brand).data

    def replace(self, brand_id: str, brand: ChangeBrandBody) -> ChangeBrandData:
        """Replaces the whole entry; its logos are kept."""
        return self._calls.call("changeBrand", params={"id": brand_id}, body=brand).data

    def delete(self, brand_id: str) -> None:
        """Deletes a brand and its logos; results that name it are kept."""
        self._calls.call("deleteBrand", params={"id": brand_id})

    def recount_state(self, brand_id: str) -> BrandRecountState:
        """In how many earlier videos the brand can be recounted, and how far the last recount is."""
        return self._calls.call("readBrandRecount", params={"id": brand_id}).data

    def recount(self, brand_id: str) -> BrandRecountState:
        """Starts to look for the brand in the results of earlier videos, free of charge."""
        return self._calls.call("recountBrand", params={"id": brand_id}).data

    def undo_recount(self, brand_id: str) -> BrandRecountState:
        """Starts to take back what recounts of the brand added."""
        return self._calls.call("undoBrandRecount", params={"id": brand_id}).data

    def add_logo(self, brand_id: str, picture: bytes, content_type: str) -> UploadBrandLogoData:
        """Adds a picture; `content_type` is image/png, image/jpeg or image/webp."""
        headers = {"Content-Type": content_type}
        params = {"id": brand_id}
        return self._calls.call(
            "uploadBrandLogo", params=params, body=picture, headers=headers
        ).data

    def logo(self, brand_id: str, logo_id: str) -> bytes:
        """A picture as PNG."""
        return self._calls.call("getBrandLogo", params={"id": brand_id, "logo": logo_id}).data

    def delete_logo(self, brand_id: str, logo_id: str) -> None:
        """Deletes a picture."""
        self._calls.call("deleteBrandLogo", params={"id": brand_id, "logo": logo_id})
