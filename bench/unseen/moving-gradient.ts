/**
 * A source for FFmpeg: two colours with a rotating border between them. Sets every option, because with `seed` alone
 * FFmpeg 5.1 draws different colours at each run.
 */
import { mulberry32 } from './random.ts';

interface MovingGradient {
  readonly seed: number;
  /** Radians a frame. */
  readonly speed: number;
  readonly size: { readonly width: number; readonly height: number };
}

export function movingGradient({ seed, speed, size }: MovingGradient): string {
  const random = mulberry32(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const colour = () =>
    `0x${below(1 << 24)
      .toString(16)
      .padStart(6, '0')}`;
  const x = () => below(size.width);
  const y = () => below(size.height);
  const given = {
    speed,
    nb_colors: 2,
    c0: colour(),
    c1: colour(),
    x0: x(),
    y0: y(),
    x1: x(),
    y1: y(),
  };
  const options = Object.entries(given).map(([name, value]) => `${name}=${value}`);

  return `gradients=${options.join(':')}`;
}
