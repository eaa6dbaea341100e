/** Tracks the positions of a screen's lines from picture to picture. */
import type { Box, RgbImage } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { type Corners, firstPlace, nextPlace, type TextPlace } from './text-places.ts';

export class LinePlaces {
  /** Keyed by the corners at which a line was found, which stay the same until it is found anew. */
  #places: ReadonlyMap<Corners, TextPlace> = new Map();

  /** Boxes of all lines of the next picture; one that did not move is the same object. */
  in(picture: RgbImage, lines: readonly ScreenLine[]): Box[] {
    const placed = lines.map(({ corners, box }) => {
      const known = this.#places.get(corners);
      if (!known) return [corners, firstPlace(picture, corners, box)] as const;
      return [corners, nextPlace(known, picture) ?? known] as const;
    });
    this.#places = new Map(placed);
    return placed.map(([, { box }]) => box);
  }
}
