/** Search by sight over a workspace. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Fault, invalidInput, type SightQuery } from '@reelsight/contract';
import { analysedSpan } from '@reelsight/contract/analysed-part';
import { z } from 'zod';
import { findBatch } from '../../db/batches.ts';
import { isId } from '../../db/id.ts';
import { findJob } from '../../db/jobs/jobs.ts';
import { countWithoutSight } from '../../db/search/sight.ts';
import { searchBySight as searchStretches } from '../../search/search-sight.ts';
import type { SightAsk, SightPlace } from '../../search/sight.ts';
import { decodePictureText } from '../base64-picture.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { decodeHitCursor, encodeHitCursor } from '../cursor.ts';
import { dateOf } from './jobs/job-filter.ts';
import { searchInTurn } from './search.ts';

type SightCall = WorkspaceCall<unknown, SightQuery>;

const defaultLimit = 20;
/** Completed jobs among which those are counted that can't be found by sight. */
const countedJobs = 1000;

export async function searchBySight(deps: CallDeps, call: SightCall): Promise<Reply> {
  const { domain, sight } = deps;
  const { caller, body } = call;
  const workspaceId = caller.workspace_id;
  const batchId = body.batch_id ?? null;
  if (body.job_id) await ownJob(deps, call, body.job_id);
  if (batchId !== null && !(isId(batchId) && (await findBatch(domain.db, workspaceId, batchId))))
    throw new Fault('BATCH_NOT_FOUND', batchId);

  const mark = markOf(body);
  const after = body.cursor ? decodePlace(body.cursor, mark) : null;
  const { vector, comparedWith, except } = await soughtIn(deps, call);
  const search = {
    workspaceId,
    vector,
    comparedWith,
    except,
    after,
    jobId: body.job_id ?? null,
    batchId,
    since: dateOf(body.since ?? undefined),
    until: dateOf(body.until ?? undefined),
    brand: body.brand ?? null,
    object: body.object ?? null,
    limit: body.limit ?? defaultLimit,
  };
  const { page, jobsWithout } = await searchInTurn(deps, call, async () => ({
    page: await searchStretches(domain.db, sight, search),
    jobsWithout: await countWithoutSight(domain.db, workspaceId, {
      count: countedJobs,
      wordsModel: sight.words?.model ?? null,
    }),
  }));
  const { hits, next, compared } = page;

  return {
    status: 200,
    data: hits,
    pagination: {
      has_more: next !== null,
      next_cursor: next && encodeHitCursor([next.likeness, next.jobId, next.start], mark),
    },
    beside: {
      compared,
      jobs_without_sight: jobsWithout.sight,
      ...(comparedWith === 'words' && { jobs_without_words: jobsWithout.words }),
    },
  };
}

/** Throws Fault JOB_NOT_FOUND. */
async function ownJob({ domain }: CallDeps, { caller }: SightCall, jobId: string) {
  const job = isId(jobId) ? await findJob(domain.db, caller.workspace_id, jobId) : undefined;
  if (!job) throw new Fault('JOB_NOT_FOUND', jobId);
  return job;
}

interface Sought {
  readonly vector: Int8Array;
  readonly comparedWith: SightAsk['comparedWith'];
  /** The stretch of the moment that is searched with, which is no result; null for a picture and for words. */
  readonly except: { readonly jobId: string; readonly start: number } | null;
}

async function soughtIn(deps: CallDeps, call: SightCall): Promise<Sought> {
  const { picture, moment, words } = call.body;
  if (moment) return ofMoment(deps, call, moment);
  if (words != null)
    return { vector: await ofWords(deps, call, words), comparedWith: 'words', except: null };

  const vector = await ofPicture(deps, call, picture ?? '');
  return { vector, comparedWith: 'pictures', except: null };
}

/** Throws Fault VALIDATION_FAILED without a model, or SERVICE_UNAVAILABLE if it does not answer. */
async function ofWords(deps: CallDeps, call: SightCall, words: string): Promise<Int8Array> {
  const { words: model } = deps.sight;
  if (!model)
    throw invalidInput(
      'words: pictures cannot be found by words here, because this service has no model that knows both. Whoever operates it can pull one.',
    );

  return searchInTurn(deps, call, async (signal) => {
    try {
      return await model.describe(words, signal);
    } catch (error) {
      signal.throwIfAborted();
      const detail = error instanceof Fault ? error.detail : String(error);
      throw new Fault('SERVICE_UNAVAILABLE', detail, {
        text: 'words: the model that finds pictures by words does not work at the moment. Try again shortly.',
        cause: error,
      });
    }
  });
}

async function ofPicture(deps: CallDeps, call: SightCall, text: string): Promise<Int8Array> {
  const field = 'picture';
  const vector = await decodePictureText(deps, call, { text, field }, async (opened, signal) =>
    deps.sight.describe(await opened.pixels(), signal),
  );
  if (vector) return vector;

  throw invalidInput(
    'picture: shows one colour alone, or noise, so that no moment could look like it.',
  );
}

/** Throws Fault JOB_NOT_FOUND, JOB_NOT_COMPLETED or VALIDATION_FAILED. */
async function ofMoment(
  deps: CallDeps,
  call: SightCall,
  { job_id: jobId, timestamp }: NonNullable<SightQuery['moment']>,
): Promise<Sought> {
  const job = await ownJob(deps, call, jobId);
  if (job.status !== 'completed')
    throw new Fault('JOB_NOT_COMPLETED', jobId, {
      text: 'Only moments of a completed job can be searched with.',
    });
  if (job.duration_seconds !== null && timestamp > job.duration_seconds)
    throw invalidInput('moment.timestamp: is after the end of the video.');
  const { start, end } = analysedSpan(job.ask, job.duration_seconds);
  if (timestamp < start || (end !== null && timestamp > end)) {
    const part = job.ask.to == null ? `from ${start} s on` : `from ${start} to ${job.ask.to} s`;
    throw invalidInput(`moment.timestamp: this video was analysed ${part} only.`);
  }

  const stretch = await deps.sight.at(jobId, timestamp);
  if (stretch === undefined)
    throw invalidInput(
      'moment.job_id: nothing is kept of what this video looks like. It looked for neither brands nor objects nor answers, or was analysed before there was search by sight; analyse the video again.',
    );
  if (stretch === null)
    throw invalidInput(
      'moment.timestamp: shows one colour alone, or noise, at this moment, so that no other could look like it.',
    );

  return {
    vector: stretch.vector,
    comparedWith: 'pictures',
    except: { jobId, start: stretch.start },
  };
}

/** Identifies the search to which a cursor belongs. The page size is left out, because it may change between pages. */
function markOf(body: SightQuery): string {
  const { picture, moment, words, job_id, batch_id, since, until, brand, object } = body;
  // A checksum is enough to tell searches apart, and takes a tenth of the time of a hash.
  const like = [picture && crc32(picture), moment?.job_id, moment?.timestamp, words];
  const parts = [...like, job_id, batch_id, since, until, brand, object];
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

const place = z.tuple([
  z.number().min(0).max(1),
  z.string().refine((id) => isId(id)),
  z.number().min(0),
]);

/** Throws Fault VALIDATION_FAILED. */
function decodePlace(cursor: string, mark: string): SightPlace {
  const [likeness, jobId, start] = decodeHitCursor(cursor, place, {
    mark,
    repeated: 'the picture, moment or words and the filters',
  });
  return { likeness, jobId, start };
}
