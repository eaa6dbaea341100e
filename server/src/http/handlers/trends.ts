/** Trends over time, campaigns and brand sets. */
import {
  type BrandSetEntry,
  type CampaignEntry,
  Fault,
  type TrendsQuery,
  type TrendVideosQuery,
} from '@reelsight/contract';
import { csvMark, csvText } from '@reelsight/contract/csv';
import { isId } from '../../db/id.ts';
import type { TrendVideoPage } from '../../db/trends/trends.ts';
import {
  addBrandSet,
  dropBrandSet,
  listBrandSets as listSets,
  readBrandSet,
  replaceBrandSet,
} from '../../domain/trends/brand-sets.ts';
import {
  addCampaign,
  dropCampaign,
  listCampaigns as listAll,
  readCampaign,
  replaceCampaign,
} from '../../domain/trends/campaigns.ts';
import { trendTable } from '../../domain/trends/table.ts';
import { readTrends, readTrendVideos } from '../../domain/trends/trends.ts';
import { type CallDeps, idOf, type Reply, type WorkspaceCall } from '../call.ts';
import { inOwnersTurn } from '../in-turn.ts';

const defaultVideos = 20;

/** Runs `work` while no other trend of the workspace's owner is being counted. Throws Fault RATE_LIMITED if too many wait. */
const counted = <T>(
  { domain, trendTurns, closing }: CallDeps,
  call: WorkspaceCall<unknown>,
  work: () => Promise<T>,
): Promise<T> =>
  inOwnersTurn(
    domain.db,
    trendTurns,
    {
      call,
      closing,
      tooMany:
        'Too many trends of this workspace, or of others of its owner, are being counted. Ask for one after the other.',
    },
    work,
  );

export async function getTrends(deps: CallDeps, call: WorkspaceCall<TrendsQuery>): Promise<Reply> {
  const { workspace_id: workspace } = call.caller;
  const data = await counted(deps, call, () => readTrends(deps.domain, workspace, call.query));
  return { status: 200, data };
}

export async function getTrendsFile(
  deps: CallDeps,
  call: WorkspaceCall<TrendsQuery>,
): Promise<Reply> {
  const { workspace_id: workspace } = call.caller;
  const trends = await counted(deps, call, () => readTrends(deps.domain, workspace, call.query));
  const fileName = `trends ${trends.since} to ${trends.until}.csv`;
  return {
    status: 200,
    raw: csvMark + csvText(trendTable(trends)),
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  };
}

export async function listTrendVideos(
  deps: CallDeps,
  call: WorkspaceCall<TrendVideosQuery>,
): Promise<Reply> {
  const { workspace_id: workspace } = call.caller;
  const { limit = defaultVideos, cursor } = call.query;
  // One more than wanted shows whether there is another page.
  const page = { after: cursor ? decodePosition(cursor) : null, limit: limit + 1 };
  const videos = await counted(deps, call, () =>
    readTrendVideos(deps.domain, workspace, call.query, page),
  );
  const data = videos.slice(0, limit);
  const last = data.at(-1);
  const hasMore = videos.length > limit && last !== undefined;

  return {
    status: 200,
    data,
    pagination: {
      has_more: hasMore,
      next_cursor: hasMore ? encodePosition(last.equivalent_seconds, last.job_id) : null,
    },
  };
}

const encodePosition = (equivalentSeconds: number, jobId: string): string =>
  Buffer.from(`${equivalentSeconds} ${jobId}`).toString('base64url');

function decodePosition(cursor: string): NonNullable<TrendVideoPage['after']> {
  const [number = '', jobId, ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(' ');
  const equivalentSeconds = Number(number);
  const isOurs = isId(jobId) && rest.length === 0 && Number.isFinite(equivalentSeconds);
  if (!isOurs || encodePosition(equivalentSeconds, jobId) !== cursor)
    throw new Fault('VALIDATION_FAILED', 'cursor', {
      text: 'cursor: is not a cursor of this list.',
    });

  return { equivalentSeconds, jobId };
}

export async function listCampaigns(
  { domain }: CallDeps,
  { caller }: WorkspaceCall,
): Promise<Reply> {
  return { status: 200, data: await listAll(domain, caller.workspace_id) };
}

export async function getCampaign({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readCampaign(domain, call.caller.workspace_id, idOf(call)) };
}

export async function createCampaign(
  { domain }: CallDeps,
  { caller, body }: WorkspaceCall<unknown, CampaignEntry>,
): Promise<Reply> {
  return { status: 201, data: await addCampaign(domain, caller.workspace_id, body) };
}

export async function changeCampaign(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, CampaignEntry>,
): Promise<Reply> {
  const data = await replaceCampaign(domain, call.caller.workspace_id, idOf(call), call.body);
  return { status: 200, data };
}

export async function deleteCampaign({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropCampaign(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}

export async function listBrandSets(
  { domain }: CallDeps,
  { caller }: WorkspaceCall,
): Promise<Reply> {
  return { status: 200, data: await listSets(domain, caller.workspace_id) };
}

export async function getBrandSet({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readBrandSet(domain, call.caller.workspace_id, idOf(call)) };
}

export async function createBrandSet(
  { domain }: CallDeps,
  { caller, body }: WorkspaceCall<unknown, BrandSetEntry>,
): Promise<Reply> {
  return { status: 201, data: await addBrandSet(domain, caller.workspace_id, body) };
}

export async function changeBrandSet(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, BrandSetEntry>,
): Promise<Reply> {
  const data = await replaceBrandSet(domain, call.caller.workspace_id, idOf(call), call.body);
  return { status: 200, data };
}

export async function deleteBrandSet({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropBrandSet(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}
