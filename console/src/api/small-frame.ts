/**
 * Builds the URL of a small picture of a frame. This file has no imports, because the page's first script uses it too.
 */

/** Part of a picture, as fractions from 0 to 1. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Small {
  readonly width: 160 | 320 | 640;
  readonly crop?: Crop | undefined;
}

export function smallQuery({ width, crop }: Small): string {
  const part = crop && [crop.x, crop.y, crop.width, crop.height].map(shareText).join(',');
  return `?${new URLSearchParams({ width: String(width), ...(part && { crop: part }) })}`;
}

const shareText = (share: number): string =>
  String(Number(Math.min(1, Math.max(0, share)).toFixed(4)));
