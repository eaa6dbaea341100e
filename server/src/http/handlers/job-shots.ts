/** Shots of a video, while its ingested media is kept: they are not part of the results. */
import { z } from 'zod';
import { artifactKey } from '../../storage/artifact-key.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../call.ts';
import { mustFindJobRow } from './job-rows.ts';

const pass = z.looseObject({
  shots: z.array(z.looseObject({ start: z.number(), end: z.number() })),
});

export async function getJobShots(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const job = await mustFindJobRow(deps, call);
  const key = artifactKey(job, 'ingestion', 'media.json');
  const object = await deps.storage.get(key);
  if (!object) return { status: 200, data: { shots: [] } };
  const text = Buffer.concat(await object.stream.toArray()).toString('utf8');
  const { shots } = pass.parse(JSON.parse(text));
  return { status: 200, data: { shots: shots.map(({ start, end }) => ({ start, end })) } };
}
