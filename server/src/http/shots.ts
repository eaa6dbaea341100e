/** Reads the shots of videos that ingestion stored; they exist for as long as the ingested media is kept. */
import { parseArtifact } from '../artifacts/read-artifact.ts';
import { mediaPass } from '../media/media.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { type KeptAnswer, KeptAnswers } from './kept-answers.ts';

const shotsOfPass = mediaPass.pick({ shots: true, scenes: true });

/**
 * The shots of the job that this artifact belongs to, as JSON `{shots: […]}`; the list is empty if the artifact is no
 * longer stored.
 */
export type Shots = (key: StorageKey) => Promise<Buffer>;

/**
 * Reading the shots of a video of several hours blocks the event loop for a tenth of a second, so the most recent
 * answers are kept.
 */
export function openShots(storage: Storage): Shots {
  const answers = new KeptAnswers<KeptAnswer>();
  return async (key) => {
    const [group = ''] = key.split('/');
    const { data } = await answers.of({ name: key, group, state: '' }, () =>
      readShots(storage, key),
    );
    return data;
  };
}

async function readShots(storage: Storage, key: StorageKey): Promise<KeptAnswer> {
  const object = await storage.get(key);
  if (!object) return { data: Buffer.from('{"shots":[]}') };

  const text = Buffer.concat(await object.stream.toArray()).toString('utf8');
  const { shots: storedShots, scenes } = parseArtifact(text, shotsOfPass, 'media.json');
  // Media stored by an earlier release has no `scenes`, but has `shots` with a kind, which is left out here.
  const shots = scenes ?? storedShots.map(({ start, end }) => ({ start, end }));
  return { data: Buffer.from(JSON.stringify({ shots })) };
}
