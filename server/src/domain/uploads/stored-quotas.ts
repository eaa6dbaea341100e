/** Limits how many bytes a workspace may store of the files that are made from its videos. */

import { lockJob } from '../../db/jobs/jobs.ts';
import { downloadBytesOfOthers, setDownloadBytes } from '../../db/jobs/kept-media.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';

/** Bytes by plan that a workspace may store of each of media, clips and reports: as many as of uploads. */
export const storedQuotas = ({ plans }: Pick<Domain, 'plans'>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(plans).map(([plan, { heldUploadBytes }]) => [plan, heldUploadBytes]),
  );

/**
 * Counts the download that a job is about to keep in storage. False if the downloads of its workspace would take more
 * than the workspace may store; the video is then downloaded again when the job goes on.
 */
export function countDownload(
  domain: Pick<Domain, 'db' | 'plans'>,
  { id, workspace_id: workspaceId }: { readonly id: string; readonly workspace_id: string },
  bytes: number,
): Promise<boolean> {
  return domain.db.transaction(async (tx) => {
    await lockJob(tx, id);
    const workspace = await lockWorkspace(tx, workspaceId);
    if (!workspace) return false;

    const otherBytes = await downloadBytesOfOthers(tx, workspaceId, id);
    if (otherBytes + bytes > domain.plans[workspace.plan].heldUploadBytes) return false;

    await setDownloadBytes(tx, id, bytes);
    return true;
  });
}
