/** What becomes of a possible brand that a person says is one. */
import type { Results, StoredAppearance } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';

/** The appearances of the possible brand with this text, as a correction stores them. A person vouches for them. */
export function appearancesOfPossible(
  { possible_brands: possible = [] }: Results,
  name: string,
): StoredAppearance[] {
  const identity = identityOf(name);
  return possible
    .filter(({ text }) => identityOf(text) === identity)
    .flatMap(({ appearances }) => appearances)
    .map((appearance) => ({
      start: appearance.timestamp_start,
      end: appearance.timestamp_end,
      timestamp: appearance.timestamp,
      box: appearance.bounding_box,
      source: 'visual',
      confidence: 1,
    }));
}
