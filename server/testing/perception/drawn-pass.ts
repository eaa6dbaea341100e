/** For tests: pictures as an ingestion gives them, but drawn instead of decoded. */
import sharp from 'sharp';
import type { RgbImage } from '../../src/engines/engine.ts';
import type { MediaPass, Shot } from '../../src/media/media.ts';
import type { Pictures } from '../../src/perception/frame-reader.ts';

/** Takes one picture per sample; pass the same object twice for samples that share a picture. */
export function drawnPass(
  pictures: readonly RgbImage[],
  options: { readonly fps?: number; readonly shots?: readonly Shot[] } = {},
): Pictures {
  const fps = options.fps ?? 1;
  const shots = options.shots ?? [{ start: 0, end: pictures.length / fps }];
  const distinct = [...new Set(pictures)];
  const pass = {
    fps,
    shots,
    audio: null,
    thumbnail: null,
    probe: { durationSeconds: pictures.length / fps },
    images: distinct.map(({ width, height }, i) => ({
      offset: 0,
      length: 0,
      width,
      height,
      timestamp: pictures.indexOf(distinct[i] as RgbImage) / fps,
    })),
    frames: pictures.map((picture, i) => ({
      timestamp: i / fps,
      image: distinct.indexOf(picture),
      shot: Math.max(
        0,
        shots.findIndex(({ start, end }) => i / fps >= start && i / fps < end),
      ),
    })),
  };
  const of = (image: number) => distinct[image] as RgbImage;

  return {
    pass: pass as unknown as MediaPass,
    frames: {
      rgb: async (image) => of(image),
      jpeg: async (image) => {
        const { width, height, data } = of(image);
        return sharp(data, { raw: { width, height, channels: 3 } })
          .jpeg()
          .toBuffer();
      },
    },
  };
}
