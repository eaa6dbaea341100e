/** What the process of an ingestion left. It read a stranger's file, so none of it is taken on trust. */
import { lstat, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { z } from 'zod';

const files = ['sound.pack', 'frames.pack', 'thumbnail.jpg', 'media.json'] as const;
const mostDescriptionBytes = 256 * 2 ** 20;

const number = z.number().min(0);
const index = z.int().min(0);
/** Names of files are ours, and what leads into one leads nowhere else. The rest is for engines, which hold nothing secret. */
const shape = z.object({
  probe: z.object({
    durationSeconds: number,
    sizeBytes: number,
    tags: z.record(z.string(), z.string()),
  }),
  audio: z
    .object({
      file: z.literal('sound.pack'),
      durationSeconds: number,
      pieces: z.array(index),
      cuts: z.array(number),
    })
    .nullable(),
  fps: number,
  frames: z.array(z.object({ timestamp: number, image: index, shot: index })),
  images: z.array(
    z.object({ offset: index, length: index, width: index, height: index, timestamp: number }),
  ),
  shots: z.array(z.object({ start: number, end: number })),
  thumbnail: z.literal('thumbnail.jpg').nullable(),
});

/** Moves the files to `outDir`. Throws Fault EXTRACTION_FAILED if they are not what an ingestion leaves. */
export async function takeResults(from: string, outDir: string): Promise<void> {
  for (const name of files) {
    const path = join(from, name);
    const found = await lstat(path).catch(() => null);
    if (!found) continue;
    // A link would lead to what the process itself cannot read.
    if (!found.isFile() || found.nlink !== 1) throw strange(`${name} is no file of its own`);
    if (name === 'media.json' && found.size > mostDescriptionBytes) throw strange('too large');
    await rename(path, join(outDir, name));
  }
  const text = await readFile(join(outDir, 'media.json'), 'utf8');
  const { success, error } = shape.safeParse(parsed(text));
  if (!success) throw strange(error.issues[0]?.message ?? 'media.json');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const strange = (detail: string): Fault =>
  new Fault('EXTRACTION_FAILED', `what ingestion left is not right: ${detail}`, {
    text: 'The video could not be taken apart.',
  });
