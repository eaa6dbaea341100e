/** Results as files. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type BatchExportFormat,
  type BatchExportQuery,
  batchExportFormats,
  type ExportFormat,
  type ExportQuery,
  exportFormats,
  Fault,
} from '@reelsight/contract';
import { exportFormatTable } from '@reelsight/contract/export-formats';
import { correctionsMark } from '../../../db/corrections.ts';
import { isId } from '../../../db/id.ts';
import { jobsOfOwnBatch } from '../../../db/jobs/batch-jobs.ts';
import { findJob, type JobRow } from '../../../db/jobs/jobs.ts';
import type { Owned } from '../../../db/owned.ts';
import { jobView } from '../../../domain/jobs/view.ts';
import { type ExportOptions, titleOf } from '../../../exports/exported.ts';
import { attachment, fileStem } from '../../../exports/file-name.ts';
import { checkAsked, writers } from '../../../exports/formats.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { beginManyFiles, madeInRoom, makeExport, optionsOf } from '../../export-orders.ts';
import { readerOf } from '../../group-of.ts';
import { leftOr } from '../../request.ts';
import type { OpenAnswer } from '../../unsent.ts';
import { checkStillMay } from '../../waited.ts';
import { mustFindBatch } from '../batches.ts';

export async function exportJob(
  deps: CallDeps,
  call: WorkspaceCall<ExportQuery>,
): Promise<Reply | undefined> {
  const format = mustFindFormat(call, exportFormats);
  const job = await mustFindCompleted(deps, call);
  const options = optionsOf(deps, call);
  const view = jobView(job);
  const readMark = async (): Promise<string | null> =>
    call.query.corrected === false ? null : correctionsMark(deps.domain.db, job.id);
  const applied = await readMark();
  const headers = {
    ...headersOf(format, fileStem(titleOf(view), job.id), job.id),
    ETag: etagOf([deps.version, view.completed_at, call.params, options, applied]),
  };
  if (isKnown(call, headers.ETag)) {
    void call.reply.code(304).headers(headers).removeHeader('Content-Type').send();
    return undefined;
  }

  checkAsked(format, view.capabilities);
  // The file is not made to answer HEAD, whose answer has no content.
  if (call.request.method === 'HEAD') return { status: 200, raw: null, headers };
  deps.unsent.check(readerOf(call.request));

  const order = { format, view, options, whole: true };
  const raw = await makeExport(deps, call, order);
  if (!raw) throw new Fault('JOB_NOT_FOUND', `results of ${job.id}`);

  // Somebody may have corrected the job while the file was made, which then has no tag that is true.
  const { ETag: _, ...withoutTag } = headers;
  return { status: 200, raw, headers: (await readMark()) === applied ? headers : withoutTag };
}

export async function exportBatch(
  deps: CallDeps,
  call: WorkspaceCall<BatchExportQuery>,
): Promise<Reply> {
  const format = mustFindFormat(call, batchExportFormats);
  const batch = await mustFindBatch(deps, call);
  const jobs = await jobsOfOwnBatch(deps.domain.db, batch);
  checkAsked(format, jobs[0]?.ask.capabilities ?? []);

  const completed = jobs.filter(({ status }) => status === 'completed');
  const answer = await beginManyFiles(deps, call);
  const options = optionsOf(deps, call);
  const head = writers[format].head?.(options, jobs[0] && jobView(jobs[0])) ?? '';
  const pieces = filesOf(deps, call, { format, options, head, jobs: completed, answer });
  // The first file is made before the answer begins, because afterwards the call could no longer be refused.
  const { value: first } = await pieces.next();
  const raw = Readable.from(continued(first, pieces), { objectMode: false });

  return { status: 200, raw, headers: headersOf(format, batch.id, batch.id) };
}

interface BatchFiles {
  readonly format: BatchExportFormat;
  readonly options: ExportOptions;
  /** Text that precedes the first file. */
  readonly head: string;
  readonly jobs: readonly Owned<JobRow>[];
  readonly answer: OpenAnswer;
}

/**
 * Makes the file of one job at a time, once the workspace's unread answers leave room for it. The results of a job are
 * released before those of the next job are read.
 */
async function* filesOf(
  deps: CallDeps,
  call: WorkspaceCall<BatchExportQuery>,
  { format, options, head: fileHead, jobs, answer }: BatchFiles,
): AsyncGenerator<Buffer, undefined> {
  const { signal: clientSignal, end } = leftOr(call.reply, [deps.closing]);
  let head = fileHead;

  try {
    for (const job of jobs) {
      await checkStillMay(deps.domain.db, call);
      const order = { format, view: jobView(job), options, whole: false };
      const bytes =
        (await madeInRoom(deps, call, order, { answer, left: clientSignal })) ?? Buffer.alloc(0);
      yield* answer.pieces([Buffer.from(head), bytes]);
      head = '';
    }
    if (head) yield Buffer.from(head);
  } finally {
    end();
  }
}

async function* continued(
  first: Buffer | undefined,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (first) yield first;
  yield* rest;
}

/** Throws Fault NOT_FOUND with a message that names the available formats. */
function mustFindFormat<Name extends ExportFormat>(
  { params }: Pick<WorkspaceCall, 'params'>,
  offered: readonly Name[],
): Name {
  const match = offered.find((formatName) => formatName === params.format);
  if (match !== undefined) return match;
  throw new Fault('NOT_FOUND', `format ${params.format}`, {
    text: `There is no such format here. There are: ${offered.join(', ')}.`,
  });
}

/** Throws Fault JOB_NOT_FOUND or JOB_NOT_COMPLETED. */
async function mustFindCompleted(
  { domain }: CallDeps,
  call: WorkspaceCall,
): Promise<Owned<JobRow>> {
  const { id } = call.params;
  const job = isId(id) ? await findJob(domain.db, call.caller.workspace_id, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));
  if (job.status === 'completed') return job;
  throw new Fault('JOB_NOT_COMPLETED', job.status, {
    text: `Only a completed job can be exported; this one is ${job.status}.`,
  });
}

function headersOf(format: ExportFormat, stem: string, id: string) {
  const { contentType, extension } = exportFormatTable[format];
  return {
    'Content-Type': contentType,
    'Content-Disposition': attachment(stem, extension, id),
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    // The file may contain text from somebody else's video, so it must never be rendered as a page on our origin.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/**
 * The entity tag of a file. Results of a completed job never change, so the tag is made from everything else that
 * determines the file, including corrections.
 */
const etagOf = (of: readonly unknown[]): string =>
  `"${createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 27)}"`;

function isKnown({ request }: Pick<WorkspaceCall, 'request'>, etag: string): boolean {
  const knownTags = request.headers['if-none-match'] ?? '';
  return (
    knownTags === '*' || knownTags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
