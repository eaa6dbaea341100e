/** The fields of an answer with a form, as the rows of a table. */
import { readyQuestions } from '@reelsight/contract/shaped-query-terms';
import type { Evidence, QueryResult } from '@reelsight/sdk';
import { timeText } from '../format/time.ts';

type Fields = NonNullable<QueryResult['fields']>;

export interface AnswerTable {
  /** Headings of the cells; the first cell of each row is its heading. */
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
}

export interface AnswerRow {
  readonly key: string;
  readonly cells: readonly string[];
  readonly evidence: Evidence | undefined;
}

/** A list of things has a row for each thing; any other answer has one for each field. */
export function answerTable(query: string, fields: Fields): AnswerTable {
  return fields.every(({ path }) => listed.test(path))
    ? tableOfList(query, fields)
    : tableOfFields(fields);
}

/** A property of an entry of the list that is the answer, e.g. `/0/title`. */
const listed = /^\/(\d+)\/([^/]+)$/;

function tableOfList(query: string, fields: Fields): AnswerTable {
  const entries = Map.groupBy(fields, ({ path }) => listed.exec(path)?.[1] ?? '');
  const names = [...new Set(fields.map(({ path }) => listed.exec(path)?.[2] ?? ''))];
  const isReady = Object.values<string>(readyQuestions).includes(query);

  const rows = [...entries].map(([index, properties]) => {
    const values = new Map(properties.map(({ path, value }) => [listed.exec(path)?.[2], value]));
    const cells = names.map((name) => {
      const value = values.get(name);
      if (value === undefined) return '';
      // Only of ready questions is it known that the number is one of seconds.
      return isReady && name === 'start' ? timeText(Number(value)) : String(value);
    });
    return { key: index, cells, evidence: properties[0]?.evidence[0] };
  });

  return { columns: names.map((name) => inWords(name)), rows };
}

const tableOfFields = (fields: Fields): AnswerTable => ({
  columns: ['Field', 'Value'],
  rows: fields.map(({ path, value, evidence }) => ({
    key: path,
    cells: [fieldName(path), String(value)],
    evidence: evidence[0],
  })),
});

/** `/offers/0/price` as "offers 1 price". */
const fieldName = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : inWords(part)))
    .join(' ');

/** The part of a JSON Pointer (RFC 6901) as words. */
const inWords = (part: string): string =>
  part.replaceAll('_', ' ').replaceAll('~1', '/').replaceAll('~0', '~');
