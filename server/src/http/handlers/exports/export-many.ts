/**
 * Sends the results of many jobs as one ZIP file, written while the client reads it: one export file at a time, and a
 * manifest at the end.
 */
import { Readable } from 'node:stream';
import { type ExportFormat, type ExportManyQuery, Fault, type Job } from '@reelsight/contract';
import { type CsvCell, csvMark, csvText } from '@reelsight/contract/csv';
import { exportFormatTable } from '@reelsight/contract/export-formats';
import { ZipFile } from 'yazl';
import { isId } from '../../../db/id.ts';
import { findJob, type JobRow } from '../../../db/jobs/jobs.ts';
import type { Owned } from '../../../db/owned.ts';
import { jobView } from '../../../domain/jobs/view.ts';
import { titleOf } from '../../../exports/exported.ts';
import { attachment, fileIdentity, fileStem } from '../../../exports/file-name.ts';
import { checkAsked } from '../../../exports/formats.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { beginManyFiles, madeInRoom, optionsOf } from '../../export-orders.ts';
import { leftOr } from '../../request.ts';
import type { OpenAnswer } from '../../unsent.ts';
import { checkStillMay } from '../../waited.ts';

type ManyCall = WorkspaceCall<ExportManyQuery>;

export async function exportMany(deps: CallDeps, call: ManyCall): Promise<Reply> {
  const answer = await beginManyFiles(deps, call);
  const day = deps.domain.now().toISOString().slice(0, 10);

  return {
    status: 200,
    raw: new ZippedResults(deps, call, answer).begin(),
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`Results ${day}`, 'zip', 'results'),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

const manifestHead = ['job_id', 'video', 'status', 'format', 'file', 'problem'];

class ZippedResults {
  readonly #deps: CallDeps;
  readonly #call: ManyCall;
  readonly #answer: OpenAnswer;
  readonly #zip = new ZipFile();
  readonly #manifest: CsvCell[][] = [manifestHead];
  /** Names already used in the ZIP file, in the form that `fileIdentity` makes comparable. */
  readonly #files = new Set<string>(['manifest.csv']);

  constructor(deps: CallDeps, call: ManyCall, answer: OpenAnswer) {
    this.#deps = deps;
    this.#call = call;
    this.#answer = answer;
  }

  begin(): Readable {
    const out = this.#zip.outputStream as Readable;
    const { signal, end } = leftOr(this.#call.reply, [this.#deps.closing]);
    this.#zip.on('error', (error: Error) => out.destroy(error));
    this.#write(signal)
      .catch((error: unknown) => out.destroy(error as Error))
      .finally(end);
    return out;
  }

  async #write(clientSignal: AbortSignal): Promise<void> {
    for (const id of this.#call.query.job_ids) await this.#writeJob(id, clientSignal);
    this.#answer.promised = 0;
    this.#zip.addBuffer(Buffer.from(csvMark + csvText(this.#manifest)), 'manifest.csv');
    this.#zip.end();
  }

  /**
   * Adds the files of one job. The job is read only now, because it may have been deleted since the call began, and the
   * caller may have lost access.
   */
  async #writeJob(id: string, clientSignal: AbortSignal): Promise<void> {
    const { domain } = this.#deps;
    await checkStillMay(domain.db, this.#call);
    const job = isId(id) ? await findJob(domain.db, this.#call.caller.workspace_id, id) : undefined;
    if (!job) {
      this.#manifest.push([id, null, null, null, null, 'There is no such job.']);
      return;
    }

    const view = jobView(job);
    const about = [job.id, titleOf(view), job.status];

    if (job.status !== 'completed') {
      this.#manifest.push([...about, null, null, 'The job has no results.']);
      return;
    }
    const stem = this.#stemOf(job, view);

    for (const format of this.#call.query.formats) {
      const file = `${stem}.${exportFormatTable[format].extension}`;
      const problem = await this.#writeFile(view, format, { file, left: clientSignal });
      this.#manifest.push([...about, format, problem === null ? file : null, problem]);
    }
  }

  /** Returns null, or the reason why the file could not be made. */
  async #writeFile(
    view: Job,
    format: ExportFormat,
    { file, left: clientSignal }: { readonly file: string; readonly left: AbortSignal },
  ): Promise<string | null> {
    try {
      checkAsked(format, view.capabilities);
      const bytes = await this.#made(view, format, clientSignal);
      if (bytes === null) return 'The job was deleted meanwhile.';
      await this.#send(file, bytes, clientSignal);
      return null;
    } catch (error) {
      if (error instanceof Fault && error.code === 'EXPORT_UNAVAILABLE') return error.message;
      throw error;
    }
  }

  async #made(view: Job, format: ExportFormat, clientSignal: AbortSignal): Promise<Buffer | null> {
    const deps = this.#deps;
    const call = this.#call;
    const order = { format, view, options: optionsOf(deps, call), whole: true };
    return madeInRoom(deps, call, order, { answer: this.#answer, left: clientSignal });
  }

  /** Resolves once the client has read the file, so that only one file at a time is in memory. */
  async #send(file: string, bytes: Buffer, clientSignal: AbortSignal): Promise<void> {
    clientSignal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(clientSignal.reason);
    clientSignal.addEventListener('abort', leave, { once: true });
    this.#zip.addReadStreamLazy(file, {}, (take) => {
      const source = Readable.from(this.#answer.pieces([bytes]), { objectMode: false });
      source.once('end', resolve);
      take(null, source);
    });

    await promise.finally(() => clientSignal.removeEventListener('abort', leave));
  }

  #stemOf(job: Owned<JobRow>, view: Job): string {
    const filesOf = (stem: string): string[] =>
      this.#call.query.formats.map((format) =>
        fileIdentity(`${stem}.${exportFormatTable[format].extension}`),
      );
    const first = fileStem(titleOf(view), job.id);
    const isTaken = filesOf(first).some((file) => this.#files.has(file));
    const stem = isTaken ? `${first} ${job.id}` : first;
    for (const file of filesOf(stem)) this.#files.add(file);
    return stem;
  }
}
