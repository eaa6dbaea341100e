/** Search over a workspace. */
import { createHash } from 'node:crypto';
import { Fault, type SearchQuery } from '@reelsight/contract';
import { z } from 'zod';
import { findBatch } from '../../db/batches.ts';
import { isId } from '../../db/id.ts';
import { findJob } from '../../db/jobs/jobs.ts';
import { search as searchPassages } from '../../search/search.ts';
import type { SearchAsk, SearchPosition } from '../../search/search-asked.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { decodeHitCursor, encodeHitCursor } from '../cursor.ts';
import { inOwnersTurn } from '../in-turn.ts';
import { dateOf } from './jobs/job-filter.ts';

const defaultLimit = 20;

/** Runs `work` while no other search of the workspace's owner is running. Throws Fault RATE_LIMITED if too many are waiting. */
export const searchInTurn = <T>(
  { domain, searchTurns, closing }: CallDeps,
  call: WorkspaceCall<unknown>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  inOwnersTurn(
    domain.db,
    searchTurns,
    {
      call,
      closing,
      tooMany:
        'Too many searches of this workspace, or of others of its owner, are waiting. Search one after the other.',
    },
    work,
  );

export async function search(deps: CallDeps, call: WorkspaceCall<SearchQuery>): Promise<Reply> {
  const { domain } = deps;
  const { caller, query } = call;
  const workspaceId = caller.workspace_id;
  const { job_id: jobId = null, batch_id: batchId = null } = query;
  if (jobId !== null && !(isId(jobId) && (await findJob(domain.db, workspaceId, jobId))))
    throw new Fault('JOB_NOT_FOUND', jobId);
  if (batchId !== null && !(isId(batchId) && (await findBatch(domain.db, workspaceId, batchId))))
    throw new Fault('BATCH_NOT_FOUND', batchId);

  const ask: SearchAsk = {
    workspaceId,
    text: query.q,
    jobId,
    batchId,
    kinds: query.kinds ?? null,
    brand: query.brand ?? null,
    object: query.object ?? null,
    speaker: query.speaker ?? null,
    speakerName: query.speaker_name ?? null,
    since: dateOf(query.since),
    until: dateOf(query.until),
    limit: query.limit ?? defaultLimit,
    after: query.cursor ? decodePosition(query.cursor, markOf(query)) : null,
  };
  // Jobs of a test workspace are not embedded, so a model would cost time and find nothing.
  const model = caller.test ? null : deps.meaning;
  const { hits, next, meaning } = await searchInTurn(deps, call, () =>
    searchPassages(domain.db, ask, model),
  );
  const next_cursor = next && encodePosition(next, markOf(query));

  return {
    status: 200,
    data: hits,
    pagination: { has_more: next !== null, next_cursor },
    beside: { meaning: meaning === 'used', ...(meaning === 'out' && { meaning_out: true }) },
  };
}

/** Identifies the search to which a cursor belongs. The page size is left out, because it may change between pages. */
function markOf({ q, kinds, since, until, ...query }: SearchQuery): string {
  const { brand, object, speaker, speaker_name, job_id, batch_id } = query;
  const dates = [dateOf(since), dateOf(until)];
  const askParts = [q, [...new Set(kinds)].sort(), brand, object, speaker, job_id, batch_id, dates];
  // Cursors of searches without a name stay valid over an update of the service.
  if (speaker_name !== undefined) askParts.push(speaker_name);
  return createHash('sha256').update(JSON.stringify(askParts)).digest('base64url').slice(0, 16);
}

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const milliseconds = z.int().min(0).max(100_000_000_000_000);
const position = z.tuple([
  z.int().min(0).max(3),
  milliseconds,
  id,
  z.number().min(0).max(1),
  milliseconds,
  id,
]);

function encodePosition({ tier, top, last }: SearchPosition, mark: string): string {
  const place = [tier, top.madeAt.getTime(), top.id, last.score, last.madeAt.getTime(), last.id];
  return encodeHitCursor(place, mark);
}

/** Throws Fault VALIDATION_FAILED. */
function decodePosition(cursor: string, mark: string): SearchPosition {
  const [tier, topAt, topId, score, lastAt, lastId] = decodeHitCursor(cursor, position, {
    mark,
    repeated: 'q and the filters',
  });

  return {
    tier,
    top: { madeAt: new Date(topAt), id: topId },
    last: { score, madeAt: new Date(lastAt), id: lastId },
  };
}
