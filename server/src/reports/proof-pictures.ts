/**
 * Makes the pictures of proof frames at the resolution that print needs, and for a small logo a second picture that
 * shows it enlarged.
 */
import type { BoundingBox } from '@reelsight/contract';
import sharp from 'sharp';
import type { Picture, ReportContent } from './content.ts';
import { detailShare, type Page, proofGrid, proofRoom } from './page.ts';
import { pagesOf } from './pages.ts';

/** Pixels per point of a picture at its printed size: 180 dpi. */
const pixelsPerPoint = 2.5;
/** Limit for safety; no real frame has this many pixels. */
const maxPixels = 40_000_000;
interface Wanted {
  readonly key: string;
  readonly frame: string;
  /** The part of the frame to show; null for the whole frame. */
  readonly region: BoundingBox | null;
  /** Largest size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Lists each picture once, in the largest size at which a page shows it. */
function wantedOn(pages: readonly Page[]): Wanted[] {
  const wantedByKey = new Map<string, Wanted>();
  const add = (wantedPicture: Wanted) => {
    const { width = 0, height = 0 } = wantedByKey.get(wantedPicture.key) ?? {};
    const size = {
      width: Math.max(width, wantedPicture.width),
      height: Math.max(height, wantedPicture.height),
    };
    wantedByKey.set(wantedPicture.key, { ...wantedPicture, ...size });
  };

  for (const page of pages) {
    if (page.kind !== 'brand' && page.kind !== 'proofs') continue;

    const room =
      page.kind === 'brand' ? proofRoom(page.proofs.length) : proofGrid(page.proofs.length);
    const width = Math.ceil(room.width * pixelsPerPoint);
    const height = Math.ceil(room.height * pixelsPerPoint);

    for (const { frame, detail } of page.proofs) {
      add({ key: frame, frame, region: null, width, height });

      if (!detail) continue;
      const size = {
        width: Math.ceil(width * detailShare),
        height: Math.ceil(height * detailShare),
      };
      add({ key: detail.picture, frame, region: detail.region, ...size });
    }
  }

  return [...wantedByKey.values()];
}

/** Paths of the frames that the pages need. */
export const framesOnPages = (content: ReportContent): string[] => [
  ...new Set(wantedOn(pagesOf(content).pages).map(({ frame }) => frame)),
];

/**
 * Makes the pictures of the pages from stored frames, which are given by path. A frame that is missing or no
 * picture is left out, and its page says so.
 */
export async function picturesOf(
  content: ReportContent,
  frames: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const wantedPicture of wantedOn(pagesOf(content).pages)) {
    const bytes = frames.get(wantedPicture.frame);
    const picture = bytes && (await pictureOf(bytes, wantedPicture).catch(() => null));
    if (picture) pictures.set(wantedPicture.key, picture);
  }
  return pictures;
}

async function pictureOf(bytes: Uint8Array, wantedPicture: Wanted): Promise<Picture> {
  const { region, width, height } = wantedPicture;
  let image = sharp(bytes, { limitInputPixels: maxPixels });

  if (region) {
    const { width: across = 1, height: down = 1 } = await image.metadata();
    const left = Math.round(region.x * across);
    const top = Math.round(region.y * down);
    image = image.extract({
      left,
      top,
      width: Math.max(1, Math.min(across - left, Math.round(region.width * across))),
      height: Math.max(1, Math.min(down - top, Math.round(region.height * down))),
    });
  }

  const { data, info } = await image
    .resize({ width, height, fit: 'inside', withoutEnlargement: !region })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });

  return { bytes: data, width: info.width, height: info.height };
}
