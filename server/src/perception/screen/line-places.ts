/** Tracks the positions of the lines on screen from picture to picture. */
import type { Box, RgbImage } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { type Corners, firstPlace, nextPlace, type TextPlace } from './text-places.ts';

export class LinePlaces {
  /** Keyed by the corners at which a line was found; the corners stay the same object until the line is found anew. */
  #places: ReadonlyMap<Corners, TextPlace> = new Map();

  /** Boxes of all lines in the next picture; the box of a line that did not move is the same object. */
  in(picture: RgbImage, lines: readonly ScreenLine[]): Box[] {
    const places = lines.map(({ corners, box }) => {
      const previousPlace = this.#places.get(corners);
      if (!previousPlace) return [corners, firstPlace(picture, corners, box)] as const;
      return [corners, nextPlace(previousPlace, picture) ?? previousPlace] as const;
    });
    this.#places = new Map(places);
    return places.map(([, { box }]) => box);
  }
}
