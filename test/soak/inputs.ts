/** The jobs that clients of the soak test request, and their results when nothing goes wrong. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, NewJob } from '../../sdk/src/index.ts';
import { cutClip } from '../../server/testing/media/cut-clip.ts';

const sample = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

export interface Recipe {
  readonly name: string;
  readonly video: Blob;
  readonly ask: Pick<NewJob, 'capabilities' | 'objects' | 'fps' | 'queries'>;
  /** How often the recipe is chosen, compared with the others. */
  readonly weight: number;
}

/** `short`: without the recipes that take long. */
export async function makeRecipes(folder: string, short: boolean): Promise<Recipe[]> {
  const cut = async (seconds: number): Promise<Blob> => {
    const path = join(folder, `clip-${seconds}.mp4`);
    await cutClip(sample, path, seconds);
    return video(await readFile(path));
  };
  const whole = await readFile(sample);
  const tiny = await cut(3);
  const small = await cut(9);
  const all: Recipe[] = [
    { name: 'metadata', video: tiny, ask: { capabilities: ['metadata'] }, weight: 3 },
    {
      name: 'speech',
      video: tiny,
      ask: { capabilities: ['transcription', 'metadata'] },
      weight: 3,
    },
    { name: 'brands', video: tiny, ask: { capabilities: ['brands'], fps: 1 }, weight: 3 },
    {
      name: 'no video',
      video: video(whole.subarray(0, 5000)),
      ask: { capabilities: ['metadata'] },
      weight: 1,
    },
    {
      name: 'summary',
      video: small,
      ask: { capabilities: ['transcription', 'summary', 'objects'], objects: ['dog'], fps: 1 },
      weight: 2,
    },
    {
      name: 'everything',
      video: video(whole),
      ask: {
        objects: ['dog'],
        fps: 1,
        queries: ['What is shown?'],
        capabilities: ['transcription', 'brands', 'objects', 'summary', 'metadata', 'custom_query'],
      },
      weight: 1,
    },
  ];

  return short ? all.slice(0, 4) : all;
}

const video = (bytes: Uint8Array): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'video/mp4' });

/**
 * The part of a job that must be the same in every run: the results without the job's id and times, or the reason for
 * its failure.
 */
export function comparable(job: Job): string {
  if (job.status !== 'completed') return `${job.status} ${job.error?.code ?? ''}`;
  return JSON.stringify(job.results)
    .replaceAll(job.job_id, 'job')
    .replace(/"fetched_at":"[^"]*"/, '"fetched_at":""');
}
