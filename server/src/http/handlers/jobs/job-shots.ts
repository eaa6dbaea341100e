/**
 * Returns the shots of a video. They are not part of the results, so they are available only while the ingested media
 * is kept.
 */
import { artifactKey } from '../../../storage/artifact-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { largeData } from '../../large-data.ts';
import { mustFindJobRow } from './job-rows.ts';

export async function getJobShots(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const job = await mustFindJobRow(deps, call);
  const key = artifactKey(job, 'ingestion', 'media.json');
  const storedObject = await deps.storage.head(key);
  if (!storedObject) return { status: 200, data: { shots: [] } };

  // A video of several hours has tens of thousands of shots, so the answer is treated as a large one.
  return {
    status: 200,
    ...(await largeData(deps, call, {
      turns: deps.resultTurns.large,
      make: async (signal) => [await deps.shots({ key, workspaceId: job.workspace_id }, signal)],
    })),
  };
}
