/** Chooses passages within a limit of tokens: those relevant to a question, or a fair sample of the whole. */
import MiniSearch from 'minisearch';
import type { Passage } from '../engines/language.ts';
import { salience } from './keywords.ts';
import { mapInTurns } from './turns.ts';
import { contentStems, fold, stem, wordsOf } from './words.ts';

/** Words that occur in questions about any video: they say that something is asked, not what the question is about. */
const askingWords = new Set(
  (
    'answer appear appears clip describe discuss discussed display displayed explain film first happen happens hear ' +
    'heard last list mean mention mentioned mentions name names person people picture please recording scene screen ' +
    'see seen show showing shown shows speak speaker speakers speaks spoken spot talk tell tells thing things time times ' +
    'topic video videos visible watch'
  )
    .split(' ')
    .map(stem),
);

/** The words used in passages, by the stem of the word that people say instead. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  long: ['duration'],
  call: ['title'],
  logo: ['brand'],
  compani: ['brand'],
  sponsor: ['brand'],
  post: ['published'],
  releas: ['published'],
  creator: ['author'],
  mad: ['author'],
  written: ['text'],
  read: ['text'],
  caption: ['text'],
};

/** Stems of the words that name the question's subject; stems of all its meaningful words if none of them does. */
export function topicStems(query: string): string[] {
  const stems = contentStems(query);
  const topical = stems.filter((word) => !askingWords.has(word));
  return [...new Set(topical.length > 0 ? topical : stems)];
}

export type TokensOf = (text: string) => number;

/** Tokens that the number, time and punctuation of a passage take up in a prompt. */
const tokensPerPassage = 16;

/**
 * Chooses passages for questions, at most `maxTokens` in total, in their given order: all of them if they fit;
 * otherwise the best matches with their neighbours, then one passage for each thing detected and each field, then an
 * even spread. The index is built for the first question that needs it.
 */
export async function openRetrieval(
  passages: readonly Passage[],
  tokensOf: TokensOf,
): Promise<(query: string, maxTokens: number) => Promise<Passage[]>> {
  const costs = await mapInTurns(passages, ({ text }) => tokensOf(text) + tokensPerPassage);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  let index: Promise<SearchIndex> | null = null;

  return async (query, maxTokens) => {
    if (total <= maxTokens) return [...passages];

    index ??= indexOf(passages);
    const ready = await index;
    const chosen = new Set<number>();
    let remainingTokens = maxTokens;
    const take = (indices: Iterable<number>, untilLeft: number) => {
      for (const passageIndex of indices) {
        const cost = costs[passageIndex] ?? Number.POSITIVE_INFINITY;
        if (chosen.has(passageIndex) || remainingTokens - cost < untilLeft) continue;
        chosen.add(passageIndex);
        remainingTokens -= cost;
      }
    };
    take(matches(ready, passages, query), maxTokens * 0.3);
    take(facts(passages), maxTokens * 0.15);
    take(evenly(passages.length), 0);

    return inOrder(passages, chosen);
  };
}

const inOrder = (passages: readonly Passage[], chosen: Iterable<number>): Passage[] =>
  [...chosen].sort((a, b) => a - b).flatMap((passageIndex) => passages[passageIndex] ?? []);

type SearchIndex = MiniSearch<{ id: number; text: string }>;

async function indexOf(passages: readonly Passage[]): Promise<SearchIndex> {
  const index: SearchIndex = new MiniSearch({
    fields: ['text'],
    tokenize: (text) => wordsOf(fold(text)),
    processTerm: stem,
  });
  await mapInTurns(passages, ({ text }, id) => index.add({ id, text }));
  return index;
}

/** Indices of passages by relevance. Each match in speech is followed by the passages just before and after it. */
function* matches(
  index: SearchIndex,
  passages: readonly Passage[],
  query: string,
): Generator<number> {
  const stems = topicStems(query);
  const terms = [...stems, ...stems.flatMap((word) => (synonyms[word] ?? []).map(stem))];
  const hits = index.search(terms.join(' '), {
    // The terms are already stems; stemming them again would give other words.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    prefix: (term) => term.length > 4,
    fuzzy: (term) => (term.length > 6 ? 0.15 : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
  });

  for (const { id } of hits as { id: number }[]) {
    yield id;
    if (passages[id]?.subject.kind !== 'speech') continue;
    for (const beside of [id - 1, id + 1]) {
      if (passages[beside]?.subject.kind === 'speech') yield beside;
    }
  }
}

function* facts(passages: readonly Passage[]): Generator<number> {
  const subjects = new Set<string>();
  for (const [index, { subject, source, moments }] of passages.entries()) {
    if (subject.kind === 'speech' || subject.kind === 'text') continue;
    const key = [moments[0]?.video, subject.kind, subject.name, source].join(' ');
    if (!subjects.has(key)) yield index;
    subjects.add(key);
  }
}

/** 0 to count - 1, ordered so that any beginning of the sequence covers the whole range: middle, quarters, eighths … */
function* evenly(count: number): Generator<number> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count + 1)));
  for (let step = size / 2; step >= 1; step /= 2) {
    for (let position = step; position <= size; position += 2 * step)
      if (position <= count) yield position - 1;
  }
}

/**
 * The passages that represent the whole, at most `maxTokens` in total, in their given order: the most typical passages
 * of each stretch of the video, so that the end counts as much as the beginning.
 */
export function represent(
  passages: readonly Passage[],
  maxTokens: number,
  tokensOf: TokensOf,
  language: string,
): Passage[] {
  const costs = passages.map((passage) => tokensOf(passage.text) + tokensPerPassage);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total <= maxTokens) return [...passages];

  const scores = salience(
    passages.map((passage) => passage.text),
    language,
  );
  const mean = total / passages.length;
  const sections = Math.max(1, Math.min(40, Math.floor(maxTokens / mean / 2)));
  const chosen: number[] = [];
  for (let section = 0; section < sections; section += 1) {
    const from = Math.floor((passages.length * section) / sections);
    const to = Math.floor((passages.length * (section + 1)) / sections);
    const indices = Array.from({ length: to - from }, (_, offset) => from + offset);
    let remainingTokens = maxTokens / sections;

    for (const index of indices.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))) {
      const cost = costs[index] ?? 0;
      if (cost > remainingTokens) continue;
      remainingTokens -= cost;
      chosen.push(index);
    }
  }

  return inOrder(passages, chosen);
}
