/**
 * Finds the words of a workspace that a search term may stand for: as given, with other endings, or with nearly the
 * same spelling or sound.
 */
import { setImmediate } from 'node:timers/promises';
import {
  nearlySounding,
  nearlySpelt,
  soundKeys,
  spellingDistance,
  spellingKeys,
} from '../analysis/near-words.ts';
import { isGlued } from '../analysis/search-tokens.ts';
import type { Queryable } from '../db/database.ts';
import {
  type FoundWord,
  findWords,
  findWordsByKeys,
  findWordsFrom,
  type KeyedWord,
} from '../db/search/search.ts';
import { stemsOf } from '../db/search/search-index.ts';
import { languageTag, tagWord } from './passage-words.ts';
import { searchKey } from './search-index.ts';
import type { SearchTerm } from './search-query.ts';

/**
 * The words that a term may stand for, in three kinds, best first; each kind includes the words of the kinds before it.
 */
export interface MeantWords {
  readonly exact: readonly FoundWord[];
  readonly endings: readonly FoundWord[];
  readonly near: readonly FoundWord[];
}

/** Maximum number of words that one term may stand for, in addition to itself. */
const mostMeant = 48;
/**
 * Maximum number of words that are read for a key, and maximum number that are compared with a term, the most used
 * first. There is a limit because somebody may fill a workspace with thousands of words that all sound alike.
 */
const mostOfKey = 1000;
const mostCompared = 1000;
/** Number of words compared before other work gets its turn. Comparing them takes a few milliseconds. */
const comparedTogether = 250;
/**
 * Minimum number of letters that a term must have to match longer words that begin with it; lower for a word that is
 * still being typed.
 */
const leastBeginning = { typed: 3, typing: 2 } as const;
/** Maximum number of letters in an ending, unless the word is still being typed. */
const longestEnding = 3;

interface Keys {
  readonly stems: ReadonlySet<number>;
  readonly sounds: ReadonlySet<number>;
  readonly spellings: readonly number[];
}

/**
 * Returns, for each word of the terms, the words that it may stand for. Words in quoted terms and phrases stand only
 * for themselves.
 */
export async function meantWords(
  db: Queryable,
  workspaceId: string,
  terms: readonly SearchTerm[],
): Promise<ReadonlyMap<string, MeantWords>> {
  const singles = terms.filter(hasVariants);
  const stems = await stemsInAll(
    db,
    workspaceId,
    singles.map(({ words }) => words[0] as string),
  );
  const words = [...new Set(terms.flatMap((term) => [...term.words, ...term.spellings.flat()]))];
  const exactWords = await findWords(db, workspaceId, words);
  const meant = new Map<string, MeantWords>();

  for (const word of words) {
    const exact = exactWords.filter((candidate) => candidate.word === word);
    meant.set(word, { exact, endings: exact, near: exact });
  }

  const keys = new Map(
    singles.map(({ words: [word = ''] }) => [
      word,
      keysOf(workspaceId, word, stems.get(word) ?? []),
    ]),
  );
  const allKeys = [...keys.values()].flatMap(({ stems, sounds, spellings }) => [
    ...stems,
    ...sounds,
    ...spellings,
  ]);
  const keyedWords =
    allKeys.length > 0
      ? await findWordsByKeys(db, workspaceId, { keys: allKeys, count: mostOfKey })
      : [];
  const wordsByKey = byKey(keyedWords);
  const beginning = await wordsBeginning(db, workspaceId, singles);

  for (const term of singles) {
    const [word = ''] = term.words;
    const completions = beginning.get(term) ?? [];
    const exact = meant.get(word)?.exact ?? [];
    const candidates = { exact, begun: completions, wordsByKey, keys: keys.get(word) as Keys };
    meant.set(word, await variantsOf(word, candidates));
  }

  return meant;
}

function byKey(words: readonly KeyedWord[]): ReadonlyMap<number, readonly KeyedWord[]> {
  const wordsByKey = new Map<number, KeyedWord[]>();
  for (const word of words)
    for (const key of word.keys) {
      const wordsOfKey = wordsByKey.get(key);
      if (wordsOfKey) wordsOfKey.push(word);
      else wordsByKey.set(key, [word]);
    }
  return wordsByKey;
}

function keysOf(workspaceId: string, word: string, stems: readonly string[]): Keys {
  const key = (kind: Parameters<typeof searchKey>[1]) => (text: string) =>
    searchKey(workspaceId, kind, text);
  const sounds = [
    ...soundKeys(word, false).map(key('sound')),
    ...soundKeys(word, true).map(key('name')),
  ];
  return {
    stems: new Set(stems.map(key('stem'))),
    sounds: new Set(sounds),
    spellings: spellingKeys(word).map(key('spelling')),
  };
}

const hasVariants = ({ words, quoted }: SearchTerm): boolean =>
  !quoted && words.length === 1 && !isGlued(words[0] as string);

/** Returns, for each term, the workspace's words that begin with it. */
async function wordsBeginning(
  db: Queryable,
  workspaceId: string,
  singles: readonly SearchTerm[],
): Promise<ReadonlyMap<SearchTerm, readonly FoundWord[]>> {
  const startOf = ({ words }: SearchTerm) => words[0] as string;
  const long = singles.filter(
    (term) =>
      [...startOf(term)].length >= (term.last ? leastBeginning.typing : leastBeginning.typed),
  );
  if (long.length === 0) return new Map();

  const query = { starts: long.map(startOf), count: mostMeant };
  const wordsByStart = await findWordsFrom(db, workspaceId, query);

  return new Map(
    long.map((term) => {
      const longest = term.last ? Number.POSITIVE_INFINITY : startOf(term).length + longestEnding;
      const completions = wordsByStart.get(startOf(term)) ?? [];
      return [term, completions.filter(({ word }) => word.length <= longest)];
    }),
  );
}

interface Candidates {
  readonly exact: readonly FoundWord[];
  /** Words that begin with the term that was searched for. */
  readonly begun: readonly FoundWord[];
  readonly wordsByKey: ReadonlyMap<number, readonly KeyedWord[]>;
  readonly keys: Keys;
}

async function variantsOf(
  word: string,
  { exact, begun: completions, wordsByKey, keys }: Candidates,
): Promise<MeantWords> {
  const withKeys = (of: Iterable<number>): FoundWord[] =>
    distinct([...of].flatMap((key) => wordsByKey.get(key) ?? []));
  const endings = distinct([...exact, ...withKeys(keys.stems), ...completions]);
  const soundingIds = new Set(withKeys(keys.sounds).map(({ id }) => id));
  const candidates = withKeys([...keys.sounds, ...keys.spellings])
    .sort((a, b) => b.uses - a.uses)
    .slice(0, mostCompared);
  const alike: { readonly candidate: FoundWord; readonly distance: number }[] = [];

  for (const [index, candidate] of candidates.entries()) {
    if (index % comparedTogether === 0) await setImmediate();
    const isAlike =
      nearlySpelt(candidate.word, word) ||
      (soundingIds.has(candidate.id) && nearlySounding(candidate.word, word));
    if (!isAlike) continue;
    alike.push({ candidate, distance: spellingDistance(candidate.word, word, word.length) });
  }

  const nearest = alike
    .sort((a, b) => a.distance - b.distance || b.candidate.uses - a.candidate.uses)
    .slice(0, mostMeant)
    .map(({ candidate }) => candidate);

  return { exact, endings, near: distinct([...endings, ...nearest]) };
}

const distinct = (words: readonly FoundWord[]): FoundWord[] => [
  ...new Map(words.map((word) => [word.id, word])).values(),
];

const languageStart = tagWord(languageTag(''));

/** The stems of the words in every language of the workspace, by word. */
async function stemsInAll(
  db: Queryable,
  workspaceId: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const stemsByWord = new Map<string, string[]>();
  if (words.length === 0) return stemsByWord;

  const query = { starts: [languageStart], count: 100 };
  const tags = (await findWordsFrom(db, workspaceId, query)).get(languageStart) ?? [];
  const languages = tags.map(({ word }) => word.slice(languageStart.length));
  for (const { word, stem } of await stemsOf(db, languages, words))
    stemsByWord.set(word, [...(stemsByWord.get(word) ?? []), stem]);

  return stemsByWord;
}
