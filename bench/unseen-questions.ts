/**
 * Measures questions and summaries without a model, over transcripts that the engine was not tuned on: how many
 * questions are answered by the right sentence, and how many unanswerable questions get no answer.
 *
 * Usage: node bench/unseen-questions.ts [--set tuning|final] [--code CHECKOUT] [--list] [--summaries]
 *
 * `--code` measures the code of another checkout; `--list` prints each question, `--summaries` each summary.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { QueryResult } from '@reelsight/contract';
import type { CallContext } from '../server/src/engines/engine.ts';
import { noisy, type SpokenTurn, type SpokenWord, speak } from './unseen/spoken.ts';

type Set = 'tuning' | 'final';

/**
 * A transcript with its questions. Each question has the query, words of the answer, and a style that says whether the
 * query is worded differently from the answer.
 */
interface Talk {
  readonly id: string;
  readonly kind: string;
  /** One text per turn, such as "1: What speaker 1 says." */
  readonly turns: readonly string[];
  readonly questions: readonly (readonly [query: string, answer: string, style: string])[];
  readonly unanswerable: readonly string[];
}

type Verdict = 'right' | 'wrong' | 'none';

interface Outcome {
  readonly talk: string;
  readonly query: string;
  readonly style: string;
  readonly verdict: Verdict;
  readonly result: QueryResult;
}

type Understand = typeof import('../server/src/perception/answers/understand.ts');
type Extractive = typeof import('../server/src/engines/extractive/extractive.ts');

/** The code that is measured: the pipeline and the embedded engine of one checkout. */
export interface Code {
  readonly understand: Understand;
  readonly engine: ReturnType<Extractive['openExtractive']>;
}

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };
/** A quote that is longer than this is more than a sentence or two. */
const longestQuoteWords = 45;

export async function openCode(root = dirname(import.meta.dirname)): Promise<Code> {
  const load = (path: string) => import(join(root, 'server/src', path));
  const understand = (await load('perception/answers/understand.ts')) as Understand;
  const { openExtractive } = (await load('engines/extractive/extractive.ts')) as Extractive;
  return { understand, engine: openExtractive() };
}

export function talksOf(set: Set): Talk[] {
  const path = join(import.meta.dirname, 'unseen', `questions-${set}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Talk[];
}

const turnsOf = (talk: Talk): SpokenTurn[] =>
  talk.turns.map((turn) => ({ speaker: Number(turn.split(':')[0]), text: turn.slice(3) }));

/** When the words of the answer are spoken, in seconds of the transcript without errors. */
function answerTime(words: readonly SpokenWord[], answer: string): number {
  const wanted = plainWords(answer);
  const at = words.findIndex((_, start) =>
    wanted.every((word, i) => plainWords(words[start + i]?.text ?? '')[0] === word),
  );
  const first = words[at];
  const last = words[at + wanted.length - 1];
  if (!first || !last) throw new Error(`Not in the transcript: ${answer}`);

  return (first.start + last.end) / 2;
}

const plainWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];

/**
 * Judges the first quote of an answer. Right: it includes the time of the answer and all words of the answer, and is
 * not longer than a sentence or two.
 */
function judge(result: QueryResult, time: number): Verdict {
  const [first] = result.evidence;
  if (!result.answered || !first) return 'none';
  const quote = plainWords(first.quote ?? '');
  const { timestamp_start: start = first.timestamp, timestamp_end: end = start } = first;
  const holds = start <= time && time <= end && quote.length <= longestQuoteWords;
  const own = plainWords(result.answer).every((word) => quote.includes(word));
  return holds && own ? 'right' : 'wrong';
}

async function outcomesOf(code: Code, talk: Talk, seed: number | null): Promise<Outcome[]> {
  const words = speak(turnsOf(talk));
  const segments = noisy(words, seed);
  const material = { transcription: { segments, language: 'en' } };
  const asked = [
    ...talk.questions,
    ...talk.unanswerable.map((query) => [query, null, 'unanswerable'] as const),
  ];
  const { value } = await code.understand.answerQueries(
    material,
    asked.map(([query]) => query),
    code.engine,
    context,
  );

  return value.flatMap((result, index) => {
    const [query, answer, style] = asked[index] ?? [];
    if (query === undefined || style === undefined) return [];

    const verdict = answer
      ? judge(result, answerTime(words, answer))
      : result.answered
        ? 'wrong'
        : 'none';

    return [{ talk: talk.id, query, style, verdict, result }];
  });
}

async function measureCode(code: Code, set: Set, noise: boolean): Promise<Outcome[]> {
  const all: Outcome[] = [];
  for (const [index, talk] of talksOf(set).entries()) {
    const seed = noise ? (set === 'final' ? 9000 : 100) + index : null;
    all.push(...(await outcomesOf(code, talk, seed)));
  }
  return all;
}

function row(name: string, outcomes: readonly Outcome[]): string {
  const count = (verdict: Verdict, ...styles: string[]) =>
    outcomes.filter((outcome) => outcome.verdict === verdict && styles.includes(outcome.style))
      .length;
  const share = (...styles: string[]) => {
    const [right, wrong, none] = (['right', 'wrong', 'none'] as const).map((verdict) =>
      count(verdict, ...styles),
    ) as [number, number, number];
    return `${right} / ${wrong} / ${none} (${(right / (right + wrong + none)).toFixed(2)})`;
  };
  const answered = count('wrong', 'unanswerable');
  const silent = count('none', 'unanswerable');
  const kept = `${silent} of ${answered + silent} (${(answered / (answered + silent)).toFixed(2)})`;

  return `| ${name} | ${share('close', 'other')} | ${share('other')} | ${kept} |`;
}

/** The measurement as a part of docs/accuracy.md. */
export async function measureQuestions(set: Set, code?: Code): Promise<string> {
  const measured = code ?? (await openCode());
  const talks = talksOf(set);
  const clean = await measureCode(measured, set, false);
  const noise = await measureCode(measured, set, true);
  if (options.list) for (const one of [...clean, ...noise]) console.log(listed(one));

  return `## Questions without a model (${set})

${talks.length} talks of ${new Set(talks.map((talk) => talk.kind)).size} kinds and about 190 words each, written for this test. Questions are direct, indirect, terse or contain slips, and most use other words than the answer. An answer is right if its first quote is the sentence that answers the question. The noisy transcript imitates a speech recogniser: one word in fourteen is wrong, and a third of the sentence marks are missing.

| transcript | right / wrong / no answer | of those in other words | unanswerable left alone (share answered) |
|---|---|---|---|
${row('clean', clean)}
${row('noisy', noise)}
`;
}

function listed({ talk, query, style, verdict, result }: Outcome): string {
  const quote = result.evidence[0]?.quote ?? '';
  return `${verdict === 'right' ? '+' : verdict === 'wrong' ? '-' : ' '} ${style.slice(0, 5)} ${talk}: ${query} => ${quote} [${result.confidence}]`;
}

async function printSummaries(code: Code, set: Set): Promise<void> {
  for (const talk of talksOf(set)) {
    const segments = noisy(speak(turnsOf(talk)), null);
    const material = { transcription: { segments, language: 'en' } };
    const { value } = await code.understand.summarise(material, code.engine, context);
    console.log(`${talk.id}: ${value.text}\n  ${value.key_topics.join(', ')}\n`);
  }
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    code: { type: 'string' },
    list: { type: 'boolean', default: false },
    summaries: { type: 'boolean', default: false },
  },
  strict: false,
});

if (import.meta.main) {
  const set: Set = options.set === 'final' ? 'final' : 'tuning';
  const code = await openCode(options.code as string | undefined);
  if (options.summaries) await printSummaries(code, set);
  else console.log(await measureQuestions(set, code));
}
