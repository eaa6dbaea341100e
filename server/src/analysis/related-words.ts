/**
 * Tells which English words mean the same or nearly so; the table is generated from WordNet by
 * scripts/related-words.ts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sameSubject } from './paraphrases.ts';

/**
 * Each line, such as "word other9 another5", has a word and the words related to it, with their closeness in tenths (5
 * or more). A pair is listed under its longer word.
 */
const file = fileURLToPath(new URL('related-words.txt', import.meta.url));

type Related = ReadonlyMap<string, number>;

let lines: Map<string, string> | null = null;
const related = new Map<string, Related>();
const emptyRelated: Related = new Map();

function tableLines(): Map<string, string> {
  lines ??= new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => [line.split(' ', 1)[0] ?? '', line]),
  );
  return lines;
}

function relatedTo(word: string): Related {
  const cached = related.get(word);
  if (cached) return cached;

  const line = tableLines().get(word);
  if (line === undefined) return emptyRelated;

  const weights = new Map(
    line
      .split(' ')
      .slice(1)
      .map((entry) => [entry.slice(0, -1), Number(entry.slice(-1)) / 10] as const),
  );
  related.set(word, weights);

  return weights;
}

export const isKnownWord = (word: string): boolean => tableLines().has(word);

/**
 * How close two base forms are in meaning: 1 if equal, 0.9 for synonyms, 0.5 if one is a kind of the other, 0 if
 * unrelated.
 */
export function nearness(a: string, b: string): number {
  if (a === b) return 1;
  const tableNearness = Math.max(relatedTo(a).get(b) ?? 0, relatedTo(b).get(a) ?? 0);
  return tableNearness < 0.6 && sameSubject(a, b) ? 0.6 : tableNearness;
}
