/**
 * Writes the answers to questions as a spreadsheet with a row for each video: a column for each question, and one for
 * each property where the answer is an object. Over a batch it is one table.
 */
import type { Job, QueryResult } from '@reelsight/contract';
import { readAnswerSchema } from '@reelsight/contract/answer-schema';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { questionOf } from '@reelsight/contract/shaped-query-terms';
import { type ExportedJob, type ExportOptions, type Pieces, titleOf } from './exported.ts';

type Asked = Pick<Job, 'queries' | 'shaped_queries'>;

interface Column {
  readonly title: string;
  /** Index of the question among the answers, from 0. */
  readonly question: number;
  /** The property of the answer; null: the whole answer. */
  readonly property: string | null;
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
  const plain = queries.map((title, question) => ({ title, question, property: null }));
  const formed = shaped.flatMap((shapedQuery, index): Column[] => {
    const question = queries.length + index;
    const title = questionOf(shapedQuery);
    const properties = propertiesOf(shapedQuery.schema);
    if (properties.length === 0) return [{ title, question, property: null }];
    return properties.map((property) => ({ title: `${title} ${property}`, question, property }));
  });

  return [...plain, ...formed];
}

/** Names of the properties of an answer that must be an object; empty for all other answers. */
function propertiesOf(schema: unknown): string[] {
  const read = schema ? readAnswerSchema(schema) : null;
  return read?.ok ? [...read.slot.node.properties.keys()] : [];
}

function cellOf(answer: QueryResult | undefined, { property }: Column): CsvCell {
  if (!answer?.answered) return null;
  if (property === null) return answer.value === undefined ? answer.answer : textOf(answer.value);
  const value = Object.entries(answer.value ?? {}).find(([name]) => name === property);
  return textOf(value?.[1]);
}

/** A list of single values is written as one text, and all else that is no single value as JSON. */
function textOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (isSingle(value)) return value;
  if (Array.isArray(value) && value.every(isSingle)) return value.join('; ');
  return JSON.stringify(value);
}

const isSingle = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
