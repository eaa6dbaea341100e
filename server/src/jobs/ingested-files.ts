/** What the process of an ingestion left. It read a stranger's file, so none of it is taken on trust. */
import { constants } from 'node:fs';
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Fault } from '@reelsight/contract';
import { z } from 'zod';
import { duration } from './ingestion-messages.ts';

const description = 'media.json';
const files = ['sound.pack', 'frames.pack', 'thumbnail.jpg', description] as const;
const mostDescriptionBytes = 256 * 2 ** 20;

const number = z.number().min(0);
const index = z.int().min(0);
/** Names of files are ours, and what leads into one leads nowhere else. The rest is for engines, which hold nothing secret. */
const shape = z.object({
  probe: z.object({
    durationSeconds: duration,
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

/**
 * Moves the files to `outDir`, which no process of an ingestion reaches: what is looked at there cannot become a link a
 * moment later. Throws Fault EXTRACTION_FAILED if they are not what an ingestion leaves.
 */
export async function takeResults(from: string, outDir: string): Promise<void> {
  for (const name of files) {
    const path = join(outDir, name);
    if (!(await moved(join(from, name), path))) continue;
    const found = await lstat(path);
    // A link would lead to what the process itself cannot read.
    if (!found.isFile() || found.nlink !== 1) throw strange(`${name} is no file of its own`);
  }
  await takeDescription(join(outDir, description));
}

/** False if there is none. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** A file of our own takes its place: the other may still be open somewhere. */
async function takeDescription(path: string): Promise<void> {
  const told = await readDescription(path);
  const { success, error } = shape.safeParse(parsed(told));
  if (!success) throw strange(error.issues[0]?.message ?? description);
  await rm(path);
  await writeFile(path, told, { flag: 'wx' });
}

async function readDescription(path: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await open(path, flags).catch((error: unknown) => {
    throw strange(String(error));
  });
  // However much it grows meanwhile.
  const told = await text(file.createReadStream({ end: mostDescriptionBytes }));
  if (Buffer.byteLength(told) > mostDescriptionBytes) throw strange('too large');
  return told;
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
