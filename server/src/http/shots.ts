/** Shots of videos as ingestion stored them, readable for as long as the ingested media is kept. */
import type { jobShots } from '@reelsight/contract';
import type { z } from 'zod';
import { parseArtifact } from '../artifacts/read-artifact.ts';
import { mediaPass } from '../media/media.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';

const shotsOfPass = mediaPass.pick({ shots: true, scenes: true });

type Shot = z.infer<typeof jobShots>['shots'][number];

/** The shots of the job that this artifact belongs to; none if the artifact is no longer held. */
export type Shots = (key: StorageKey) => Promise<readonly Shot[]>;

const keptAtMost = 100;

/**
 * Reading the shots of hours of video blocks the event loop for a tenth of a second, so the most recently read are
 * kept.
 */
export function openShots(storage: Storage): Shots {
  const shotsByKey = new Map<StorageKey, Promise<readonly Shot[]>>();
  return async (key) => {
    const pendingShots = shotsByKey.get(key) ?? readShots(storage, key);
    shotsByKey.delete(key);
    shotsByKey.set(key, pendingShots);
    for (const oldest of shotsByKey.keys())
      if (shotsByKey.size > keptAtMost) shotsByKey.delete(oldest);

    const shots = await pendingShots.catch((error: unknown) => {
      shotsByKey.delete(key);
      throw error;
    });
    if (shots.length === 0) shotsByKey.delete(key);

    return shots;
  };
}

async function readShots(storage: Storage, key: StorageKey): Promise<readonly Shot[]> {
  const object = await storage.get(key);
  if (!object) return [];
  const text = Buffer.concat(await object.stream.toArray()).toString('utf8');
  const { shots, scenes } = parseArtifact(text, shotsOfPass, 'media.json');
  // An earlier release also stored its own kinds in addition to the times.
  return scenes ?? shots.map(({ start, end }) => ({ start, end }));
}
