/** Handlers of the calls that visitors of a shared link make. */
import { buffer } from 'node:stream/consumers';
import {
  type Exposure,
  Fault,
  type FrameQuery,
  type Shared,
  type SharedJob,
} from '@reelsight/contract';
import { reportFolder } from '../../../artifacts/stored-paths.ts';
import { correctionsJson, correctionsMark } from '../../../db/corrections.ts';
import { findJobRow, type HeldJob } from '../../../db/jobs/job-rows.ts';
import { findResultPieces } from '../../../db/jobs/result-pieces.ts';
import type { Owned } from '../../../db/owned.ts';
import {
  countOpened,
  findShareLogo,
  type HeldJobShare,
  type HeldReportShare,
  type OpenShare,
} from '../../../db/shares.ts';
import { slotsOf } from '../../../domain/brands/brand-colours.ts';
import { exposureOfJobs, type ReadingOptions } from '../../../domain/exposure/exposure.ts';
import {
  readReport,
  reportContentTypes,
  reportLogoName,
  reportView,
} from '../../../domain/reports.ts';
import { attachment, fileStem } from '../../../exports/file-name.ts';
import type { SharedResults } from '../../../exports/order.ts';
import { framesIn } from '../../../exports/shared-parts.ts';
import { keyOfText } from '../../../storage/storage-key.ts';
import type { CallDeps, Reply, ShareCall } from '../../call.ts';
import { entityTag, hasTag } from '../../conditional.ts';
import { ownOrigin } from '../../console/origin.ts';
import { inTurn } from '../../in-turn.ts';
import type { SharedAnswer } from '../../kept-answers.ts';
import { reportFile } from '../../report-file.ts';
import { makeSharedPdf } from '../../shared-pdf.ts';
import { getFrame } from '../jobs/frames.ts';
import { sendMedia } from '../jobs/media.ts';

const tooMany = 'Too many people open links of this workspace at the moment. Try again.';

export async function getShared(deps: CallDeps, call: ShareCall): Promise<Reply> {
  const { domain } = deps;
  const { share, request } = call;
  const answer = isOfJob(share)
    ? await sharedJob(deps, { ...call, share })
    : { status: 200, data: await sharedReport(deps, share) };
  if (request.method !== 'HEAD') await countOpened(domain.db, share.id, domain.now());
  return answer;
}

const isOfJob = (share: OpenShare): share is HeldJobShare => share.job_id !== null;

interface JobShareCall extends ShareCall {
  readonly share: HeldJobShare;
}

async function sharedJob(deps: CallDeps, call: JobShareCall): Promise<Reply> {
  const { data, tag } = await answerOf(deps, call);
  const headers = { ETag: tag, 'Content-Type': 'application/json; charset=utf-8' };
  if (hasTag(call, tag)) return { status: 304, headers: { ETag: tag } };
  const head = Buffer.from('{"data":');
  const tail = Buffer.from(`,"meta":{"request_id":"${call.request.id}"}}`);
  return { status: 200, raw: [head, data, tail], headers };
}

/**
 * The shared content of a job. It is cached, and made again only after a while or when the job or its corrections have
 * changed.
 */
async function answerOf(deps: CallDeps, call: JobShareCall): Promise<SharedAnswer> {
  const { domain, sharedAnswers, version } = deps;
  const { share } = call;
  const job = await mustFindShared(deps, share);
  const applied = await correctionsMark(domain.db, job.id);
  const of = headOf(share, job);
  const state = entityTag(version, { ...of, applied });

  const key = { name: share.id, group: share.owner_group, state };

  return sharedAnswers.of(key, async () => {
    const { bytes, brands, frames } = await readChosen(deps, call);
    const exposure = await exposureOf(deps, call);
    const colours = await coloursOf(deps, share, [
      ...(exposure?.brands ?? []).map(({ name }) => name),
      ...brands,
    ]);
    const head = JSON.stringify({
      ...of,
      pdf_available: exposure !== undefined && mayHavePdf(deps, share),
      brand_colours: colours,
      ...(exposure && { exposure }),
    } satisfies Omit<SharedJob, 'results'>);
    const data = Buffer.concat([
      Buffer.from(`${head.slice(0, -1)},"results":`),
      bytes,
      Buffer.from('}'),
    ]);
    // Whatever the results refer to, a link shows no picture of another job.
    const ofJob = [...frames, ...framesIn(head)].filter((name) => name.startsWith(`${job.id}/`));
    const frameNames = new Set(ofJob);

    return { data, frames: frameNames, tag: entityTag(version, [state, head]) };
  });
}

const headOf = (share: HeldJobShare, job: Owned<HeldJob>) => ({
  kind: 'job' as const,
  job_id: job.id,
  ...(job.ask.test && { test: true as const }),
  title: job.title,
  duration_seconds: job.duration_seconds,
  completed_at: job.completed_at?.toISOString() ?? null,
  parts: [...share.parts],
  expires_at: share.expires_at.toISOString(),
  sender: senderOf(share),
  media_available: share.parts.includes('video') && job.media_available,
  has_picture: job.thumbnail_url !== null,
});

const senderOf = ({ names_sender: isNamed, workspace_name: name, has_logo }: OpenShare) =>
  isNamed ? { name, has_logo } : null;

/** The file shows brands with their frames and exposure, so the link must show both. */
const mayHavePdf = ({ domain }: CallDeps, { parts, plan }: HeldJobShare): boolean =>
  parts.includes('brands') &&
  parts.includes('exposure') &&
  domain.plans[plan as keyof CallDeps['domain']['plans']].limits.downloadable_reports;

async function coloursOf(
  { domain }: CallDeps,
  { workspace_id: workspace }: HeldJobShare,
  brands: readonly string[],
): Promise<SharedJob['brand_colours']> {
  const names = [...new Set(brands)];
  const slots = await slotsOf(domain.db, workspace, names);
  return names.map((name, index) => ({ name, slot: slots[index] as number }));
}

async function sharedReport({ domain }: CallDeps, share: HeldReportShare): Promise<Shared> {
  const row = await readReport(domain, share.workspace_id, share.report_id);
  return {
    kind: 'report',
    title: row.title,
    created_at: row.created_at.toISOString(),
    expires_at: share.expires_at.toISOString(),
    sender: senderOf(share),
    files: reportView(row).files.map(({ format, size_bytes }) => ({ format, size_bytes })),
  };
}

/** Sends the file inline, so that the browser shows it instead of saving it. */
export async function getSharedFile(deps: CallDeps, call: ShareCall): Promise<Reply> {
  const { share, params } = call;
  if (isOfJob(share)) return sharedPdf(deps, { ...call, share });

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

/** The PDF file of a job, cached as long as its page is. */
async function sharedPdf(deps: CallDeps, call: JobShareCall): Promise<Reply> {
  const { domain, exportTurns, closing, publicUrl, sharedFiles, version } = deps;
  const { share, params } = call;
  if (params.format !== 'pdf' || !mayHavePdf(deps, share)) throw notShared();

  const job = await mustFindShared(deps, share);
  const applied = await correctionsMark(domain.db, job.id);
  const sharedAt = `${ownOrigin(publicUrl, call.request)}/shared/${params.token}`;
  // Without PUBLIC_URL the address is what the visitor's request names, and no other visitor may get a file with it.
  const state = entityTag(version, { ...headOf(share, job), applied, sharedAt });
  const key = { name: share.id, group: share.owner_group, state };
  const { data } = await sharedFiles.of(key, async () => ({
    // Drawing it takes a second even of small results.
    data: await inTurn(exportTurns.large, turnOf(call, closing), (signal) =>
      makeSharedPdf(deps, { share, sharedAt, isTest: job.ask.test === true }, signal),
    ),
  }));

  return {
    status: 200,
    raw: data,
    headers: {
      'Content-Type': reportContentTypes.pdf,
      'Content-Length': String(data.length),
      'Content-Disposition': attachment(fileStem(job.title ?? 'video', job.id), 'pdf', job.id),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

export async function getSharedLogo(deps: CallDeps, { share }: ShareCall): Promise<Reply> {
  if (!share.names_sender || !share.has_logo) throw notShared();
  const png = isOfJob(share)
    ? (await findShareLogo(deps.domain.db, share.id))?.png
    : await logoOfReport(deps, share);
  if (!png) throw notShared();

  return {
    status: 200,
    raw: Buffer.from(png),
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

async function logoOfReport(
  { storage }: CallDeps,
  { workspace_id: workspace, report_id: report }: HeldReportShare,
): Promise<Uint8Array | null> {
  const key = keyOfText(`${reportFolder(workspace, report)}/${reportLogoName}`);
  const object = await storage.get(key);
  return object && buffer(object.stream);
}

const notShared = (): Fault => new Fault('NOT_FOUND', 'not shared');

/** Throws Fault NOT_FOUND. */
function mustBeOfJob(call: ShareCall): JobShareCall {
  const { share } = call;
  if (!isOfJob(share)) throw notShared();
  return { ...call, share };
}

/** Throws Fault NOT_FOUND. */
async function mustFindShared({ domain }: CallDeps, share: HeldJobShare): Promise<Owned<HeldJob>> {
  const job = await findJobRow(domain.db, share.workspace_id, share.job_id);
  if (job?.status !== 'completed') throw new Fault('NOT_FOUND', 'shared job');
  return job;
}

/**
 * Reads and corrects the shared parts in the export thread: doing that for hours of video would hold up every other
 * call.
 */
async function readChosen(deps: CallDeps, call: JobShareCall): Promise<SharedResults> {
  const { domain, exportTurns, exportThread, closing } = deps;
  const { job_id: jobId, parts } = call.share;
  const turns = await exportTurns.of(domain.db, jobId);
  return inTurn(turns, turnOf(call, closing), async (signal) => {
    const results = await findResultPieces(domain.db, jobId, { frames: false });
    if (!results) throw new Fault('NOT_FOUND', jobId);
    const correctionText = await correctionsJson(domain.db, jobId);
    return exportThread.run('shared', { results, correctionsJson: correctionText, parts }, signal);
  });
}

/** Undefined if the link does not include exposure, or the job has no brands. */
async function exposureOf(deps: CallDeps, call: JobShareCall): Promise<Exposure | undefined> {
  const { domain, exposureTurns, closing } = deps;
  const { workspace_id: workspace, job_id: job, parts } = call.share;
  if (!parts.includes('exposure')) return undefined;

  const turn: ReadingOptions['inTurn'] = (bytes, work) =>
    inTurn(exposureTurns.ofBytes(bytes), turnOf(call, closing), work);
  try {
    return await exposureOfJobs(domain, workspace, [job], { inTurn: turn }, closing);
  } catch (error) {
    if (error instanceof Fault && error.code === 'EXPORT_UNAVAILABLE') return undefined;
    throw error;
  }
}

/** A visitor takes the turns of the owner of the shared workspace. */
const turnOf = (call: ShareCall, closing: AbortSignal) => ({
  call: asCaller(call),
  closing,
  tooMany,
  group: call.share.owner_group,
});

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
  // The list of shown pictures is always current: a picture that a correction has just removed is no longer available.
  const { frames: frameNames } = await answerOf(deps, ofJob);
  if (!frameNames.has(name)) throw new Fault('NOT_FOUND', 'frame');

  const frame = await getFrame(deps, { ...call, ...asCaller(call) });
  // Browsers must revalidate the picture each time, because the link may have ended.
  return { ...frame, headers: { ...frame.headers, 'Cache-Control': 'private, no-cache' } };
}
