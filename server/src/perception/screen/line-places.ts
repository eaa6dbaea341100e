/** Tracks the positions of the lines on screen from picture to picture. */
import type { Box, RgbImage } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { type Corners, firstPlace, nextPlace, type TextPlace } from './text-places.ts';

export class LinePlaces {
  /**
   * Places by the corners at which a line was found. The corners object stays the same until the line is found again.
   */
  #places: ReadonlyMap<Corners, TextPlace> = new Map();

  /** The boxes of all lines in the next picture. For a line that did not move, it is the same object as before. */
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
