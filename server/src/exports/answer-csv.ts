/**
 * Writes the answers to questions as a spreadsheet: a row for each single value of an answer with a form, with its
 * evidence, and one for each answer without a form or question without an answer. Over a batch it is one table.
 */
import type { Evidence, QueryResult } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { roundSeconds } from '../exposure/spans.ts';
import { type ExportedJob, type ExportOptions, type Pieces, titleOf } from './exported.ts';

const titles = [
  ...['question', 'answered', 'field', 'value', 'answer', 'confidence', 'reason'],
  ...['evidence_seconds', 'evidence_source', 'quote', 'moment_url', 'video', 'job_id'],
];

interface Row {
  readonly field: string;
  readonly value: CsvCell;
  readonly evidence: readonly Evidence[];
}

export const answerTable = {
  head: ({ mark }: ExportOptions): string => (mark ? csvMark : '') + csvText([titles]),
  *write(job: ExportedJob, options: ExportOptions): Pieces {
    for (const result of job.results.query_results ?? [])
      for (const row of rowsOf(result)) yield csvText([cellsOf(job, result, row, options)]);
  },
};

function rowsOf({ fields, answer, answered, evidence }: QueryResult): readonly Row[] {
  if (answered && fields !== undefined && fields.length > 0)
    return fields.map((field) => ({ ...field, field: field.path }));
  return [{ field: '', value: answer, evidence }];
}

function reasonOf({ answered, reason, outcome }: QueryResult): string | undefined {
  // Results of earlier versions have both, but that nothing is said can't be known of a video that was not looked through.
  if (reason === 'not_said' && outcome === 'not_tested') return outcome;
  return reason ?? (answered ? undefined : outcome);
}

function cellsOf(
  job: ExportedJob,
  result: QueryResult,
  { field, value, evidence }: Row,
  { links }: ExportOptions,
): CsvCell[] {
  const { query, answered, answer, confidence } = result;
  const [first] = evidence;
  const moment = first && links.origin + jobPath(job.job_id, first.timestamp);

  return [
    ...[query, answered, field, value, answer, confidence],
    reasonOf(result),
    ...[first && roundSeconds(first.timestamp), first?.source],
    evidence.flatMap(({ quote }) => quote ?? []).join(' … '),
    ...[moment, titleOf(job), job.job_id],
  ];
}
