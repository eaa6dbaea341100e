/** The SDK's client of a workspace, authenticated by this browser's session. */
import type { DataOf, KeyAsk, KeyCallId } from '@reelsight/contract';
import { type Call, type Client, createClient } from '@reelsight/sdk';
import { workspaceBase } from './calls.gen.ts';
import { filled } from './console-call.ts';
import { fetchWithEarly } from './early.ts';
import { type Small, smallQuery } from './small-frame.ts';

const clients = new Map<string, Client>();

/** The client for the whole public API of one workspace. */
export function clientOf(workspace: string): Client {
  const cached = clients.get(workspace);
  if (cached) return cached;

  // The client does not retry: the query client retries and informs the page.
  const client = createClient({
    baseUrl: location.origin + workspacePath(workspace),
    maxRetries: 0,
    fetch: fetchWithEarly,
  });
  clients.set(workspace, client);

  return client;
}

/**
 * Makes any call of the public API for one workspace, typed by the table of calls; a paged answer keeps its
 * `pagination`.
 */
export async function workspaceCall<Id extends KeyCallId>(
  workspace: string,
  id: Id,
  callOptions: KeyAsk<Id>,
): Promise<DataOf<Id>> {
  const call = clientOf(workspace).call as (
    id: KeyCallId,
    callOptions: KeyAsk<Id>,
  ) => ReturnType<Call>;
  const { body } = await call(id, callOptions);
  const envelope = body as { data?: unknown; pagination?: unknown } | undefined;
  return (envelope?.pagination ? envelope : envelope?.data) as DataOf<Id>;
}

/** Path below which a signed-in session can use the public API for this workspace. */
export const workspacePath = (workspace: string): string => filled(workspaceBase, { workspace });

/** URL from which this session can load a picture whose path the API returned (`/v1/frames/…`, `/v1/brands/…`). */
export const framePath = (workspace: string, path: string): string =>
  isDrawn(path) ? path : workspacePath(workspace) + path;

/** Path of the picture that the logo of a brand was compared with. */
export const logoReferencePath = (workspace: string, brand: string): string =>
  `${workspacePath(workspace)}/logo-reference?name=${encodeURIComponent(brand)}`;

/** True for pictures of the sample result, which are embedded in the page as `data:` URLs. */
const isDrawn = (path: string): boolean => path.startsWith('data:');

/** URL of a small picture of a frame of a completed job: a few kilobytes instead of a hundred. */
export const smallFramePath = (workspace: string, path: string, small: Small): string =>
  isDrawn(path) ? path + drawnPart(small) : framePath(workspace, path) + smallQuery(small);

/** Crops a drawing of the sample result, which measures 320 by 180 units. */
const drawnPart = ({ crop }: Small): string => {
  if (!crop) return '';
  const units = [crop.x * 320, crop.y * 180, crop.width * 320, crop.height * 180];
  return `#svgView(viewBox(${units.map((unit) => unit.toFixed(1)).join(',')}))`;
};

/** Path of a job's video, available while it is stored; supports range requests. */
export const mediaPath = (workspace: string, job: string): string =>
  `${workspacePath(workspace)}/v1/jobs/${encodeURIComponent(job)}/media`;
