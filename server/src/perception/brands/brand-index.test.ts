/** The index leaves out no brand that a line names, and stays fast with a long list. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { lineOf } from '../../../testing/perception/lines.ts';
import { type KeyedText, shapeDistance } from '../../analysis/name-key.ts';
import {
  BrandIndex,
  type Candidate,
  type NearWords,
  sharesAnEnd,
  shortestLooseKey,
  unaskedTolerance,
} from './brand-index.ts';
import { type BrandName, buildLexicon, type Lexicon } from './brand-lexicon.ts';
import { brandsInLine } from './brand-match.ts';
import { loadLexicon } from './brand-names.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

/** Compares every name with all words of every line. */
class NoIndex extends BrandIndex {
  readonly #brands: readonly BrandName[];

  constructor(brands: readonly BrandName[]) {
    super(brands);
    this.#brands = brands;
  }

  override candidates(line: KeyedText): Candidate[] {
    return this.#brands.map((brand) => ({
      brand,
      exactForms: new Set(brand.forms),
      nearWords: new Map(
        brand.forms.flatMap((form) => {
          const words = brand.kept && form.kind === 'unique' ? nearWordsOf(form.key, line) : [];
          return words.map((nearWords) => [form, nearWords] as const);
        }),
      ),
    }));
  }
}

function nearWordsOf(name: string, { key, edges }: KeyedText): NearWords[] {
  if (name.length < shortestLooseKey) return [];

  return edges
    .flatMap((from) => edges.map((to) => ({ from, to, text: key.slice(from, to) })))
    .filter(({ from, to, text }) => from < to && sharesAnEnd(text, name))
    .map(({ from, to, text }) => ({ from, to, cost: shapeDistance(text, name, unaskedTolerance) }))
    .filter(({ cost }) => cost <= unaskedTolerance)
    .sort((one, other) => one.cost - other.cost)
    .slice(0, 1);
}

test('a line names the same brands with the index as without', () => {
  const brands = lexicon.brands.filter((_, index) => index % 11 === 0);
  const index = new BrandIndex(brands);
  const noIndex = new NoIndex(brands);

  const spelling = fc.constantFrom(...brands).map(({ name }) => name);
  const damage = fc.record({
    at: fc.nat(30),
    letter: fc.constantFrom('', 'o', '0', 'rn', 'l', 'x', ' ', '-'),
    times: fc.nat(2),
    capitals: fc.boolean(),
  });
  const damaged = fc.tuple(spelling, damage).map(([name, { at, letter, times, capitals }]) => {
    let text = name;
    for (let turn = 0; turn < times; turn++) {
      const place = (at + turn * 3) % (text.length + 1);
      text = text.slice(0, place) + letter + text.slice(place + 1);
    }
    return capitals ? text.toUpperCase() : text;
  });
  const filler = fc.constantFrom('the', 'Visit', 'NOW', '', '2024', 'www.');
  const text = fc
    .tuple(filler, damaged, fc.constantFrom('', ' '), damaged, filler)
    .map(([first, one, gap, other, last]) => `${first} ${one}${gap}${other} ${last}`.trim());

  fc.assert(
    fc.property(text, (written) => {
      const line = lineOf(written);
      const namesBy = (brandIndex: BrandIndex) =>
        brandsInLine(line, [], brandIndex, lexicon.rank).map(({ brand, seen }) => ({
          name: brand.name,
          seen,
        }));
      assert.deepEqual(namesBy(index), namesBy(noIndex), written);
    }),
    { numRuns: 300 },
  );
});

test('fifty thousand names of an operator are looked for in a thousand lines within seconds', () => {
  const letters = 'bcdfghklmnprstvz';
  const vowels = 'aeiou';
  const nameOf = (number: number): string => {
    let rest = number * 7919 + 13;
    let name = '';
    for (let syllable = 0; syllable < 4; syllable++) {
      name += letters[rest % 16];
      rest = Math.floor(rest / 16);
      name += vowels[rest % 5];
      rest = Math.floor(rest / 5);
    }

    return `${name[0]?.toUpperCase()}${name.slice(1)}`;
  };
  const count = 50_000;
  const names = Array.from({ length: count }, (_, number) => ({ name: nameOf(number) }));
  const { brands, rank } = buildLexicon({
    files: [{ brands: names }],
    gathered: [],
    rank: lexicon.rank,
  });

  const lines = Array.from({ length: 1000 }, (_, number) =>
    lineOf(number % 10 === 0 ? nameOf(number) : `words of line ${number} about nothing in it`),
  );

  const before = process.cpuUsage();
  const index = new BrandIndex(brands);
  const hits = lines.flatMap((line) => brandsInLine(line, [], index, rank));
  const { user, system } = process.cpuUsage(before);

  assert.ok(hits.filter(({ seen }) => /^[A-Z]/.test(seen)).length >= 100);
  // This takes about a second; without an index it would take minutes.
  assert.ok((user + system) / 1e6 < 10, `${(user + system) / 1e6} s`);
});
