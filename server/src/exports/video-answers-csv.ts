/**
 * Writes the answers to questions as a spreadsheet with a row for each video: a column for each question, and one for
 * each property where the answer is an object, those of objects within it included. Over a batch it is one table.
 */
import type { Job, QueryResult } from '@reelsight/contract';
import {
  type AnswerNode,
  answerSchemaLimits,
  readAnswerSchema,
} from '@reelsight/contract/answer-schema';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { questionOf } from '@reelsight/contract/shaped-query-terms';
import { type ExportedJob, type ExportOptions, type Pieces, titleOf } from './exported.ts';

type Asked = Pick<Job, 'queries' | 'shaped_queries'>;

interface Column {
  readonly title: string;
  /** Index of the question among the answers, from 0. */
  readonly question: number;
  /** The names of the properties that lead to the value; empty: the whole answer. */
  readonly path: readonly string[];
}

export const videoAnswerTable = {
  head: ({ mark }: ExportOptions, job: Asked | undefined): string => {
    const titles = columnsOf(job ?? {}).map(({ title }) => title);
    return (mark ? csvMark : '') + csvText([['video', 'external_id', 'job_id', ...titles]]);
  },
  *write(job: ExportedJob): Pieces {
    const answers = job.results.query_results ?? [];
    const cells = columnsOf(job).map((column) => cellOf(answers[column.question], column));
    yield csvText([[titleOf(job), job.external_id, job.job_id, ...cells]]);
  },
};

/** Answers to questions with a form follow the others. */
function columnsOf({ queries = [], shaped_queries: shaped = [] }: Asked): Column[] {
  const plain = queries.map((title, question) => ({ title, question, path: [] }));
  const formed = shaped.flatMap((shapedQuery, index): Column[] => {
    const question = queries.length + index;
    const title = questionOf(shapedQuery);
    return pathsOf(shapedQuery.schema).map((path) => ({
      title: [title, ...path].join(' '),
      question,
      path,
    }));
  });

  return [...plain, ...formed];
}

/** The paths to the values of an answer that must be an object; for all other answers, the one to the whole. */
function pathsOf(schema: unknown): (readonly string[])[] {
  const read = schema ? readAnswerSchema(schema) : null;
  if (!read?.ok || read.slot.node.properties.size === 0) return [[]];

  const { node } = read.slot;
  const paths: (readonly string[])[] = [];
  for (const path of pathsIn(node, [])) {
    if (paths.length === answerSchemaLimits.answerFields)
      return [...node.properties.keys()].map((name) => [name]);
    paths.push(path);
  }

  return paths;
}

/**
 * One by one, because references to the same parts may lead to more than can be counted. An object that contains itself
 * has a single path, because nobody knows how deep its answer is.
 */
function* pathsIn(
  node: AnswerNode,
  around: readonly AnswerNode[],
): Generator<readonly string[], undefined> {
  if (node.properties.size === 0 || around.includes(node)) {
    yield [];
    return;
  }
  for (const [name, slot] of node.properties)
    for (const rest of pathsIn(slot.node, [...around, node])) yield [name, ...rest];
}

function cellOf(answer: QueryResult | undefined, { path }: Column): CsvCell {
  if (!answer?.answered) return null;
  if (answer.value === undefined) return answer.answer;

  let value: unknown = answer.value;
  for (const name of path)
    value = Object.entries(value ?? {}).find(([property]) => property === name)?.[1];
  return isSingle(value) ? value : textOf(value);
}

/** Lists and objects as people read them: "name: Ada, age: 36; name: Eve". */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (isSingle(value)) return String(value);
  if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '').join('; ');
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => `${name}: ${nestedText(inner)}`)
    .join(', ');
}

/** In brackets, so that the end of a list or object within another one is seen. */
const nestedText = (value: unknown): string =>
  isSingle(value) ? String(value) : `(${textOf(value) ?? ''})`;

const isSingle = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
