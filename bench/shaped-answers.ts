/**
 * Measures answers in a form without a model, over transcripts of real podcasts: how many choices and numbers are
 * right, how many are wrong, and how many questions without an answer stay unanswered. The questions of the final half
 * were written before the engine was tuned on the other half. The transcripts are not part of the project.
 *
 * Usage: REELSIGHT_SHARED=FOLDER node bench/shaped-answers.ts [--set tuning|final] [--list]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { QueryResult, ShapedQuery } from '@reelsight/contract';
import type { CallContext } from '../server/src/engines/engine.ts';
import { openExtractive } from '../server/src/engines/extractive/extractive.ts';
import { answerShapedQueries } from '../server/src/perception/answers/shaped-queries.ts';

type Half = 'tuning' | 'final';

interface Question {
  readonly query: string;
  /** Absent for a question that asks for a number. */
  readonly choices?: string[];
  /** Null if the episode does not say. */
  readonly answer: string | number | null;
}

interface Episode {
  readonly set: Half;
  readonly episode: string;
  readonly questions: readonly Question[];
}

type Verdict = 'right' | 'wrong' | 'none';
type Segment = readonly [start: number, end: number, text: string];

interface Outcome {
  readonly question: Question;
  readonly result: QueryResult;
  readonly verdict: Verdict;
}

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };
const folder = join(process.env.REELSIGHT_SHARED ?? '../shared', 'real/paid');

export const isMeasurable = (): boolean => existsSync(folder);

function episodesOf(half: Half): Episode[] {
  const path = join(import.meta.dirname, 'unseen/shaped-questions.json');
  const episodes = JSON.parse(readFileSync(path, 'utf8')) as Episode[];
  return episodes.filter(({ set }) => set === half);
}

const asked = ({ query, choices }: Question): ShapedQuery =>
  choices ? { query, choices } : { query, schema: { type: 'number' } };

async function outcomesOf({ episode, questions }: Episode): Promise<Outcome[]> {
  const path = join(folder, episode, 'segments.json');
  const spoken = JSON.parse(readFileSync(path, 'utf8')) as Segment[];
  const segments = spoken.map(([start, end, text]) => ({ start, end, text: text.trim() }));
  const material = { transcription: { segments, language: 'en' } };
  const engine = openExtractive();
  const { value } = await answerShapedQueries(material, questions.map(asked), engine, context);

  return value.flatMap((result, index) => {
    const question = questions[index];
    return question ? [{ question, result, verdict: verdictOf(question, result) }] : [];
  });
}

function verdictOf({ answer }: Question, { answered, value }: QueryResult): Verdict {
  if (!answered) return 'none';
  return answer !== null && value === answer ? 'right' : 'wrong';
}

/** Whether a value that was given is in the words of its own evidence. */
const isInvented = ({ result }: Outcome): boolean =>
  result.answered && (result.fields ?? []).some(({ evidence }) => evidence.length === 0);

function row(name: string, outcomes: readonly Outcome[]): string {
  const answerable = outcomes.filter(({ question }) => question.answer !== null);
  const others = outcomes.filter(({ question }) => question.answer === null);
  const count = (verdict: Verdict) =>
    answerable.filter((outcome) => outcome.verdict === verdict).length;
  const right = count('right');
  const share = (right / answerable.length).toFixed(2);
  const silent = others.filter(({ verdict }) => verdict === 'none').length;

  return `| ${name} | ${right} / ${count('wrong')} / ${count('none')} (${share}) | ${silent} of ${others.length} | ${outcomes.filter(isInvented).length} |`;
}

/** The measurement as a part of docs/accuracy.md. */
export async function measureShapes(half: Half, isListed = false): Promise<string> {
  const episodes = episodesOf(half);
  const outcomes: Outcome[] = [];
  for (const episode of episodes) outcomes.push(...(await outcomesOf(episode)));
  if (isListed) for (const outcome of outcomes) console.log(listed(outcome));

  const choices = outcomes.filter(({ question }) => question.choices);
  const numbers = outcomes.filter(({ question }) => !question.choices);

  return `## Answers in a form without a model (${half})

${episodes.length} podcast episodes as a speech recogniser wrote them, ${outcomes.length} questions. An answer is right if the choice, or the number, is exactly the one in the episode.

| asked for | right / wrong / no answer | unanswerable left alone | without evidence |
|---|---|---|---|
${row('choices', choices)}
${row('numbers', numbers)}
`;
}

function listed({ question, result, verdict }: Outcome): string {
  const sign = { right: '+', wrong: '-', none: question.answer === null ? '+' : ' ' }[verdict];
  const quote = result.evidence[0]?.quote ?? '';
  const given = result.answered ? `${result.value}` : `(${result.reason})`;
  return `${sign} ${question.query} [${question.answer}] => ${given} ${result.confidence} ${quote.slice(0, 160)}`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { set: { type: 'string', default: 'tuning' }, list: { type: 'boolean' } },
  });
  console.log(await measureShapes(values.set === 'final' ? 'final' : 'tuning', values.list));
}
