/** What links show to whoever holds them. */
import {
  type Exposure,
  Fault,
  type FrameQuery,
  type Results,
  type Shared,
  type SharedJob,
} from '@reelsight/contract';
import { correctedResults } from '../../corrections/corrected.ts';
import { findJobRow, type HeldJob } from '../../db/job-rows.ts';
import { findResultsWithoutFrames } from '../../db/result-pieces.ts';
import {
  countOpened,
  type HeldJobShare,
  type HeldReportShare,
  type HeldShare,
} from '../../db/shares.ts';
import { slotsOf } from '../../domain/brand-colours.ts';
import { correctionsOf } from '../../domain/corrections.ts';
import { exposureOfJobs, type ReadingOptions } from '../../domain/exposure.ts';
import { readReport, reportView } from '../../domain/reports.ts';
import { chosenResults } from '../../domain/shares.ts';
import type { CallDeps, Reply, ShareCall } from '../call.ts';
import { inTurn } from '../in-turn.ts';
import { reportFile } from '../report-file.ts';
import { framesIn } from '../shared-frames.ts';
import { getFrame } from './frames.ts';
import { sendMedia } from './media.ts';

const tooMany = 'Too many people open links of this workspace at the moment. Try again.';

export async function getShared(deps: CallDeps, call: ShareCall): Promise<Reply> {
  const { domain } = deps;
  const { share, request } = call;
  const data = isOfJob(share)
    ? await sharedJob(deps, { ...call, share })
    : await sharedReport(deps, share);
  if (request.method !== 'HEAD') await countOpened(domain.db, share.id, domain.now());
  return { status: 200, data };
}

const isOfJob = (share: HeldShare): share is HeldJobShare => share.job_id !== null;

interface JobShareCall extends ShareCall {
  readonly share: HeldJobShare;
}

async function sharedJob(deps: CallDeps, call: JobShareCall): Promise<Shared> {
  const { share } = call;
  const job = await mustFindShared(deps, share);
  const [results, exposure] = [await readChosen(deps, call), await exposureOf(deps, call)];
  return {
    kind: 'job',
    job_id: job.id,
    title: job.title,
    duration_seconds: job.duration_seconds,
    completed_at: job.completed_at?.toISOString() ?? null,
    parts: [...share.parts],
    expires_at: share.expires_at.toISOString(),
    media_available: share.parts.includes('video') && job.media_available,
    has_picture: job.thumbnail_url !== null,
    results,
    brand_colours: await coloursOf(deps, share, { results, exposure }),
    ...(exposure && { exposure }),
  };
}

interface Found {
  readonly results: Results;
  readonly exposure: Exposure | undefined;
}

async function coloursOf(
  { domain }: CallDeps,
  { workspace_id: workspace }: HeldJobShare,
  { results, exposure }: Found,
): Promise<SharedJob['brand_colours']> {
  const brands = [...(exposure?.brands ?? []), ...(results.brands ?? [])];
  const names = [...new Set(brands.map(({ name }) => name))];
  const slots = await slotsOf(domain.db, workspace, names);
  return names.map((name, at) => ({ name, slot: slots[at] as number }));
}

async function sharedReport({ domain }: CallDeps, share: HeldReportShare): Promise<Shared> {
  const row = await readReport(domain, share.workspace_id, share.report_id);
  return {
    kind: 'report',
    title: row.title,
    created_at: row.created_at.toISOString(),
    expires_at: share.expires_at.toISOString(),
    files: reportView(row).files.map(({ format, size_bytes }) => ({ format, size_bytes })),
  };
}

/** To be read in the browser. */
export async function getSharedFile(deps: CallDeps, call: ShareCall): Promise<Reply> {
  const { share, params } = call;
  if (isOfJob(share)) throw notShared();
  const row = await readReport(deps.domain, share.workspace_id, share.report_id);
  const file = await reportFile(deps, row, params.format);
  const disposition = String(file.headers?.['Content-Disposition']);
  return {
    ...file,
    headers: {
      ...file.headers,
      'Cache-Control': 'private, no-store',
      'Content-Disposition': disposition.replace(/^attachment/, 'inline'),
    },
  };
}

const notShared = (): Fault => new Fault('NOT_FOUND', 'not shared');

/** Throws Fault NOT_FOUND. */
function mustBeOfJob(call: ShareCall): JobShareCall {
  const { share } = call;
  if (!isOfJob(share)) throw notShared();
  return { ...call, share };
}

/** Throws Fault NOT_FOUND. */
async function mustFindShared({ domain }: CallDeps, share: HeldJobShare): Promise<HeldJob> {
  const job = await findJobRow(domain.db, share.workspace_id, share.job_id);
  if (job?.status !== 'completed') throw new Fault('NOT_FOUND', 'shared job');
  return job;
}

function readChosen(deps: CallDeps, call: JobShareCall): Promise<Results> {
  const { domain, resultTurns, closing } = deps;
  const { job_id: jobId, parts } = call.share;
  return inTurn(resultTurns, { call: asCaller(call), closing, tooMany }, async () => {
    const found = await findResultsWithoutFrames(domain.db, jobId);
    if (!found) throw new Fault('NOT_FOUND', jobId);
    const corrections = (await correctionsOf(domain.db, [jobId])).get(jobId) ?? [];
    return chosenResults(correctedResults(found, corrections), parts);
  });
}

/** Undefined if it was not chosen, or the job has no brands. */
async function exposureOf(deps: CallDeps, call: JobShareCall): Promise<Exposure | undefined> {
  const { domain, exposureTurns, closing } = deps;
  const { workspace_id: workspace, job_id: job, parts } = call.share;
  if (!parts.includes('exposure')) return undefined;
  const turn: ReadingOptions['inTurn'] = (work) =>
    inTurn(exposureTurns, { call: asCaller(call), closing, tooMany }, work);
  try {
    return await exposureOfJobs(domain, workspace, [job], { inTurn: turn }, closing);
  } catch (error) {
    if (error instanceof Fault && error.code === 'EXPORT_UNAVAILABLE') return undefined;
    throw error;
  }
}

/** A link takes the turns of its workspace. */
const asCaller = ({ share, params, reply }: ShareCall) => ({
  caller: { workspace_id: share.workspace_id },
  params,
  reply,
});

export async function getSharedMedia(deps: CallDeps, call: ShareCall): Promise<Reply | undefined> {
  const { share } = mustBeOfJob(call);
  if (!share.parts.includes('video')) throw notShared();
  return sendMedia(deps, call, await mustFindShared(deps, share));
}

export async function getSharedFrame(deps: CallDeps, call: ShareCall<FrameQuery>): Promise<Reply> {
  const name = call.params['*'] ?? '';
  const ofJob = mustBeOfJob(call);
  const shown = await deps.sharedFrames.of(call.share.id, async () =>
    framesIn([await readChosen(deps, ofJob), await exposureOf(deps, ofJob)]),
  );
  if (!shown.has(name)) throw new Fault('NOT_FOUND', 'frame');
  const frame = await getFrame(deps, { ...call, ...asCaller(call) });
  // Asked for again each time: the link may have ended.
  return { ...frame, headers: { ...frame.headers, 'Cache-Control': 'private, no-cache' } };
}
