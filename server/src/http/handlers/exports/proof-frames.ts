/** Sends all proof frames of a job as one ZIP file, with a table of what they show. */
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault, type ProofFramesQuery } from '@reelsight/contract';
import { ZipFile } from 'yazl';
import { isId } from '../../../db/id.ts';
import { findJob } from '../../../db/jobs/jobs.ts';
import { readResults } from '../../../domain/corrections/read-results.ts';
import { attachment, fileStem } from '../../../exports/file-name.ts';
import { type ProofFile, proofTable } from '../../../exports/proof-files.ts';
import { frameKey } from '../../../storage/frame-key.ts';
import type { StorageKey } from '../../../storage/storage-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { beginManyFiles } from '../../export-orders.ts';
import { inOwnersTurn } from '../../in-turn.ts';
import { checkStillMay } from '../../waited.ts';

export async function getProofFrames(
  deps: CallDeps,
  call: WorkspaceCall<ProofFramesQuery>,
): Promise<Reply> {
  const { id } = call.params;
  const workspaceId = call.caller.workspace_id;
  const job = isId(id) ? await findJob(deps.domain.db, workspaceId, id) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', String(id));

  if (job.status !== 'completed')
    throw new Fault('JOB_NOT_COMPLETED', job.status, {
      text: `Only a completed job has proof frames; this one is ${job.status}.`,
    });

  const answer = await beginManyFiles(deps, call);
  const files = await inOwnersTurn(
    deps.domain.db,
    await deps.exportTurns.of(deps.domain.db, job.id),
    {
      call,
      closing: deps.closing,
      tooMany: 'Too many proof frames of this workspace are waiting.',
    },
    (signal) => filesOf(deps, job.id, call.query.name ?? null, signal),
  );
  if (files.length === 0)
    throw new Fault('EXPORT_UNAVAILABLE', 'no proof frames', {
      text: 'The results have no proof frames: the job did not ask for them (return_proof), or nothing was seen.',
    });

  const keyOf = ({ frame }: ProofFile) => frameKey(job, frame);
  const mtime = job.completed_at ?? job.created_at;
  const mayGoOn = () => checkStillMay(deps.domain.db, call);
  // The turn may have been minutes in coming.
  await mayGoOn();
  const zip = zipOf(deps, files, { keyOf, mtime, mayGoOn });
  answer.source = zip;
  const stem = `${fileStem(job.title ?? job.filename ?? job.id, job.id)} proof frames`;

  return {
    status: 200,
    raw: Readable.from(answer.passedOn(zip), { objectMode: false }),
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(stem, 'zip', job.id),
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** Lists them in the thread of exports, because parsing the results of hours of video takes tenths of a second. */
async function filesOf(
  { domain, exportThread }: CallDeps,
  jobId: string,
  names: readonly string[] | null,
  signal: AbortSignal,
): Promise<readonly ProofFile[]> {
  const options = { corrected: true, fields: ['brands', 'objects'], frames: false } as const;
  for await (const { json } of readResults(domain, [jobId], options))
    return exportThread.run('proofFiles', { json, names }, signal);
  throw new Fault('JOB_NOT_FOUND', jobId);
}

/** After how many pictures access is checked again; a client may take minutes to read them all. */
const picturesPerCheck = 10;

interface ZipOptions {
  readonly keyOf: (file: ProofFile) => StorageKey;
  readonly mtime: Date;
  /** Rejects once the caller has lost access. */
  readonly mayGoOn: () => Promise<void>;
}

/**
 * Pictures are stored uncompressed, and each is read only when it is written. The table comes last, because it also
 * lists pictures that no longer exist.
 */
function zipOf(
  { storage }: CallDeps,
  files: readonly ProofFile[],
  { keyOf, mtime, mayGoOn }: ZipOptions,
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const options = { mtime, compress: false };
  const controller = new AbortController();
  out.once('close', () => controller.abort());
  zip.on('error', (error: Error) => out.destroy(error));

  const write = async (): Promise<void> => {
    const missingFiles = new Set<ProofFile>();

    for (const [index, file] of files.entries()) {
      if (index > 0 && index % picturesPerCheck === 0) await mayGoOn();
      const object = await storage.get(keyOf(file));
      if (!object) missingFiles.add(file);
      else {
        zip.addReadStream(object.stream, file.file, options);
        addAbortSignal(controller.signal, object.stream);
        await finished(object.stream);
      }
    }

    zip.addBuffer(Buffer.from(proofTable(files, missingFiles)), 'proof-frames.csv', options);
    zip.end();
  };
  write().catch((error: unknown) => out.destroy(error as Error));

  return out;
}
