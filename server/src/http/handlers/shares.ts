/** Links that show parts of a job: as a workspace keeps them, and what they show. */
import {
  type CreateReportShare,
  type CreateShare,
  type Exposure,
  Fault,
  type FrameQuery,
  type ListSharesQuery,
  type Results,
  type Shared,
} from '@reelsight/contract';
import { correctedResults } from '../../corrections/corrected.ts';
import { findJobRow, type HeldJob } from '../../db/job-rows.ts';
import { findJob } from '../../db/jobs.ts';
import { findResultsWithoutFrames } from '../../db/result-pieces.ts';
import { countOpened, sharePage } from '../../db/shares.ts';
import { correctionsOf } from '../../domain/corrections.ts';
import { exposureOfJobs, type ReadingOptions } from '../../domain/exposure.ts';
import { readReport, reportView } from '../../domain/reports.ts';
import { chosenResults, endShare, shareJob, shareReport, shareView } from '../../domain/shares.ts';
import {
  type CallDeps,
  idOf,
  isId,
  type Reply,
  type ShareCall,
  type WorkspaceCall,
} from '../call.ts';
import { ownOrigin } from '../console/origin.ts';
import { decodeCursor, page } from '../cursor.ts';
import { inTurn } from '../in-turn.ts';
import { reportFile } from '../report-file.ts';
import { getFrame } from './frames.ts';
import { sendMedia } from './media.ts';

export async function createJobShare(
  { domain, publicUrl }: CallDeps,
  call: WorkspaceCall<unknown, CreateShare>,
): Promise<Reply> {
  const origin = ownOrigin(publicUrl, call.request);
  const place = { workspaceId: call.caller.workspace_id, id: jobIdOf(call), origin };
  return { status: 201, data: await shareJob(domain, place, call.body) };
}

export async function createReportShare(
  { domain, publicUrl }: CallDeps,
  call: WorkspaceCall<unknown, CreateReportShare>,
): Promise<Reply> {
  const origin = ownOrigin(publicUrl, call.request);
  const place = { workspaceId: call.caller.workspace_id, id: idOf(call), origin };
  return { status: 201, data: await shareReport(domain, place, call.body) };
}

/** Throws Fault JOB_NOT_FOUND. */
function jobIdOf({ params: { id } }: Pick<WorkspaceCall, 'params'>): string {
  if (!isId(id)) throw new Fault('JOB_NOT_FOUND', String(id));
  return id;
}

export async function listJobShares(
  deps: CallDeps,
  call: WorkspaceCall<ListSharesQuery>,
): Promise<Reply> {
  const jobId = jobIdOf(call);
  const job = await findJob(deps.domain.db, call.caller.workspace_id, jobId);
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return pageOfShares(deps, call, jobId);
}

export async function listReportShares(
  deps: CallDeps,
  call: WorkspaceCall<ListSharesQuery>,
): Promise<Reply> {
  const report = await readReport(deps.domain, call.caller.workspace_id, idOf(call));
  return pageOfShares(deps, call, report.id);
}

export const listShares = (deps: CallDeps, call: WorkspaceCall<ListSharesQuery>): Promise<Reply> =>
  pageOfShares(deps, call, null);

const pageLength = 50;

async function pageOfShares(
  { domain }: CallDeps,
  { caller, query }: WorkspaceCall<ListSharesQuery>,
  of: string | null,
): Promise<Reply> {
  const limit = query.limit ?? pageLength;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, 'share');
  const place = { workspaceId: caller.workspace_id, of, now: domain.now() };
  const rows = await sharePage(domain.db, { ...place, after, limit: limit + 1 });
  const { rows: kept, pagination } = page(rows, limit);
  return { status: 200, data: kept.map(shareView), pagination };
}

export async function deleteShare({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await endShare(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}

/** Of what a stranger sees, nothing may be kept or found by others. */
const unlisted = {
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
};
const tooMany = 'Too many people open links of this workspace at the moment. Try again.';

export async function getShared(deps: CallDeps, call: ShareCall): Promise<Reply> {
  const { domain } = deps;
  const data = call.share.report_id ? await sharedReport(deps, call) : await sharedJob(deps, call);
  await countOpened(domain.db, call.share.id, domain.now());
  return { status: 200, data, headers: unlisted };
}

async function sharedJob(deps: CallDeps, call: ShareCall): Promise<Shared> {
  const { share } = call;
  const job = await mustFindShared(deps, call);
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
    results,
    ...(exposure && { exposure }),
  };
}

async function sharedReport({ domain }: CallDeps, { share }: ShareCall): Promise<Shared> {
  const row = await readReport(domain, share.workspace_id, share.report_id ?? '');
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
  if (!share.report_id) throw new Fault('NOT_FOUND', 'not shared');
  const row = await readReport(deps.domain, share.workspace_id, share.report_id);
  const file = await reportFile(deps, row, params.format);
  const disposition = String(file.headers?.['Content-Disposition']);
  return {
    ...file,
    headers: {
      ...file.headers,
      ...unlisted,
      'Content-Disposition': disposition.replace(/^attachment/, 'inline'),
    },
  };
}

/** Throws Fault NOT_FOUND. */
async function mustFindShared({ domain }: CallDeps, { share }: ShareCall): Promise<HeldJob> {
  const job = await findJobRow(domain.db, share.workspace_id, share.job_id ?? '');
  if (job?.status !== 'completed') throw new Fault('NOT_FOUND', 'shared job');
  return job;
}

function readChosen({ domain, resultTurns, closing }: CallDeps, call: ShareCall): Promise<Results> {
  const { share } = call;
  return inTurn(resultTurns, { call: asCaller(call), closing, tooMany }, async () => {
    const jobId = share.job_id ?? '';
    const found = await findResultsWithoutFrames(domain.db, jobId);
    if (!found) throw new Fault('NOT_FOUND', jobId);
    const corrections = (await correctionsOf(domain.db, [jobId])).get(jobId) ?? [];
    return chosenResults(correctedResults(found, corrections), share.parts);
  });
}

/** Undefined if it was not chosen, or the job has no brands. */
async function exposureOf(deps: CallDeps, call: ShareCall): Promise<Exposure | undefined> {
  const { domain, exposureTurns, closing } = deps;
  const { share } = call;
  if (!share.parts.includes('exposure') || share.job_id === null) return undefined;
  const turn: ReadingOptions['inTurn'] = (work) =>
    inTurn(exposureTurns, { call: asCaller(call), closing, tooMany }, work);
  try {
    const [workspace, job] = [share.workspace_id, share.job_id];
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
  if (!call.share.parts.includes('video')) throw new Fault('NOT_FOUND', 'not shared');
  return sendMedia(deps, call, await mustFindShared(deps, call));
}

/** Pictures of each link that was opened last, by its id. */
const shownFrames = new WeakMap<CallDeps, Map<string, Promise<ReadonlySet<string>>>>();
const keptAtMost = 200;
const keptMs = 60_000;

export async function getSharedFrame(deps: CallDeps, call: ShareCall<FrameQuery>): Promise<Reply> {
  const name = call.params['*'] ?? '';
  if (!(await framesOf(deps, call)).has(name)) throw new Fault('NOT_FOUND', 'frame');
  const frame = await getFrame(deps, { ...call, ...asCaller(call) });
  return { ...frame, headers: { ...frame.headers, 'X-Robots-Tag': unlisted['X-Robots-Tag'] } };
}

/** Kept for a minute: a correction may take some away. */
function framesOf(deps: CallDeps, call: ShareCall): Promise<ReadonlySet<string>> {
  const kept = shownFrames.get(deps) ?? new Map<string, Promise<ReadonlySet<string>>>();
  shownFrames.set(deps, kept);
  const { id } = call.share;
  const isKnown = kept.has(id);
  const known = kept.get(id) ?? shownIn(deps, call).then(framesIn);
  kept.delete(id);
  kept.set(id, known);
  for (const oldest of kept.keys()) if (kept.size > keptAtMost) kept.delete(oldest);
  if (!isKnown) setTimeout(() => kept.delete(id), keptMs).unref();
  known.catch(() => kept.delete(id));
  return known;
}

const framePath = /"\/v1\/frames\/([^"?]+)"/g;

const shownIn = (deps: CallDeps, call: ShareCall) =>
  Promise.all([readChosen(deps, call), exposureOf(deps, call)]);

const framesIn = (shown: unknown): ReadonlySet<string> =>
  new Set([...JSON.stringify(shown).matchAll(framePath)].map(([, name]) => name as string));
