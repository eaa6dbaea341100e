/** Search over a workspace. */
import { Fault, parseIsoDate, type SearchQuery } from '@reelsight/contract';
import { z } from 'zod';
import { findBatch } from '../../db/batches.ts';
import { isId } from '../../db/id.ts';
import { findJob } from '../../db/jobs.ts';
import { search as searchPassages } from '../../domain/search.ts';
import type { SearchAsk, SearchPosition } from '../../domain/search-asked.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';

const defaultLimit = 20;
const date = (text: string | undefined): Date | null =>
  text === undefined ? null : parseIsoDate(text);

export async function search(
  { domain }: CallDeps,
  { caller, query }: WorkspaceCall<SearchQuery>,
): Promise<Reply> {
  const workspaceId = caller.workspace_id;
  const { job_id: jobId = null, batch_id: batchId = null } = query;
  if (jobId !== null && !(isId(jobId) && (await findJob(domain.db, workspaceId, jobId))))
    throw new Fault('JOB_NOT_FOUND', jobId);
  if (batchId !== null && !(isId(batchId) && (await findBatch(domain.db, workspaceId, batchId))))
    throw new Fault('BATCH_NOT_FOUND', batchId);
  const ask: SearchAsk = {
    ...{ workspaceId, text: query.q, jobId, batchId },
    kinds: query.kinds ?? null,
    brand: query.brand ?? null,
    object: query.object ?? null,
    speaker: query.speaker ?? null,
    since: date(query.since),
    until: date(query.until),
    limit: query.limit ?? defaultLimit,
    after: query.cursor ? decodePosition(query.cursor) : null,
  };
  const { hits, next, meaning } = await searchPassages(domain.db, ask, domain.meaning);
  const next_cursor = next && encodePosition(next);
  return {
    ...{ status: 200, data: hits, pagination: { has_more: next !== null, next_cursor } },
    beside: { meaning: meaning === 'used', ...(meaning === 'out' && { meaning_out: true }) },
  };
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

function encodePosition({ tier, top, last }: SearchPosition): string {
  const parts = [tier, top.madeAt.getTime(), top.id, last.score, last.madeAt.getTime(), last.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws Fault VALIDATION_FAILED. */
function decodePosition(cursor: string): SearchPosition {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const parsed = position.safeParse(jsonOf(text));
  if (!parsed.success || Buffer.from(text).toString('base64url') !== cursor)
    throw new Fault('VALIDATION_FAILED', 'cursor', {
      text: 'cursor: is not a cursor of this list.',
    });
  const [tier, topAt, topId, score, lastAt, lastId] = parsed.data;
  return {
    tier,
    top: { madeAt: new Date(topAt), id: topId },
    last: { score, madeAt: new Date(lastAt), id: lastId },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
