/** Cuts out the area of a box from the job's stored picture that is nearest in time. */

import { type AddedAppearance, Fault, type LogoRefusal } from '@reelsight/contract';
import sharp from 'sharp';
import { ArtifactDamaged } from '../artifacts/read-artifact.ts';
import type { Holder } from '../artifacts/stored-paths.ts';
import { proofFramesOf } from '../db/corrections.ts';
import { frameFileOf } from '../exports/proof-files.ts';
import { artifactKey } from '../storage/artifact-key.ts';
import { frameKey } from '../storage/frame-key.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { handedOver } from '../threads/worker-thread.ts';
import type { CallDeps } from './call.ts';
import { type LogoPicture, minSidePixels, readLogoPicture, sidePixels } from './logo-picture.ts';
import { readStored } from './read-stored.ts';

export interface Cut extends Holder {
  readonly added: AddedAppearance;
}

/** A stored picture. */
interface Stored {
  /** Seconds. */
  readonly timestamp: number;
  readonly key: StorageKey;
  readonly range?: { readonly start: number; readonly end: number };
}

type CutDeps = Pick<CallDeps, 'domain' | 'storage' | 'mediaThreads'>;
type Box = NonNullable<AddedAppearance['box']>;

/** Maximum bytes of a stored picture; an entry that states more is damaged. */
const mostBytes = 32 * 2 ** 20;
const maxPixels = 40_000_000;
const decodeSeconds = 10;

/** Only a few calls may run at once, because the pictures and the lists of a video's frames are large. */
export async function cutLogo(
  deps: CutDeps,
  crop: Cut,
  signal: AbortSignal,
): Promise<LogoPicture | LogoRefusal> {
  try {
    return await cutNearest(deps, crop, signal);
  } catch (error) {
    // The stored file is damaged, for example truncated.
    if (error instanceof RangeError || error instanceof ArtifactDamaged) return 'unreadable';
    throw error;
  }
}

async function cutNearest(
  deps: CutDeps,
  { added: appearance, ...job }: Cut,
  signal: AbortSignal,
): Promise<LogoPicture | LogoRefusal> {
  const { domain, storage } = deps;
  const { box, start, timestamp } = appearance;
  if (!box) return 'no_picture';

  const time = timestamp ?? start;
  const proofs = await proofFramesOf(domain.db, job.id, appearance);
  const pictures = [
    ...(await sampledFrame(deps, job, appearance, signal)),
    ...proofs.flatMap(({ url, timestamp }): Stored[] => {
      const file = frameFileOf(url);
      if (file === undefined) return [];
      return [{ timestamp, key: frameKey(job, file) }];
    }),
  ];
  const distance = (picture: Stored): number => Math.abs(picture.timestamp - time);
  for (const picture of pictures.sort((a, b) => distance(a) - distance(b))) {
    const bytes = await readPicture(storage, picture, signal);
    if (bytes) return cutOut(bytes, box);
  }

  return 'no_picture';
}

/**
 * Finds the sampled frame within the appearance that is nearest to its timestamp. Sampled frames exist only while the
 * ingested media is kept; the result is empty if there is none.
 */
async function sampledFrame(
  { storage, mediaThreads }: Pick<CallDeps, 'storage' | 'mediaThreads'>,
  job: Holder,
  { start, end, timestamp }: AddedAppearance,
  signal: AbortSignal,
): Promise<Stored[]> {
  const stored = await readStored(storage, artifactKey(job, 'ingestion', 'media.json'), signal);
  if (!stored) return [];

  const media = handedOver(stored);
  const order = { media, start, end, time: timestamp ?? start };
  const options = { transfer: [media.buffer] };
  const frame = await mediaThreads.for(media.length).run('nearest', order, undefined, options);
  if (frame === null) return [];
  if (frame === 'damaged' || frame.length < 1 || frame.length > mostBytes)
    throw new ArtifactDamaged('media.json', null, 'no frame can be read');

  return [
    {
      timestamp: frame.timestamp,
      key: artifactKey(job, 'ingestion', 'frames.pack'),
      range: { start: frame.offset, end: frame.offset + frame.length - 1 },
    },
  ];
}

/** Null if the picture no longer exists. */
async function readPicture(
  storage: Storage,
  { key, range }: Stored,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const object = await storage.get(key, { signal, ...(range && { range }) });
  return object && Buffer.concat(await object.stream.toArray());
}

async function cutOut(picture: Buffer, box: Box): Promise<LogoPicture | LogoRefusal> {
  try {
    const options = { limitInputPixels: maxPixels };
    const { width, height } = await sharp(picture, options).metadata();
    const [left, across] = side(box.x, box.width, width);
    const [top, down] = side(box.y, box.height, height);
    if (!isFit(across, down)) return 'too_small';

    const png = await sharp(picture, options)
      .extract({ left, top, width: across, height: down })
      .png()
      .timeout({ seconds: decodeSeconds })
      .toBuffer();

    return await readLogoPicture(png);
  } catch (error) {
    if (error instanceof Fault && error.code !== 'VALIDATION_FAILED') throw error;
    return 'unreadable';
  }
}

/** Whether the size satisfies the limits for uploaded logo pictures. */
function isFit(width: number, height: number): boolean {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  return short >= minSidePixels && long * minSidePixels <= short * sidePixels;
}

/**
 * Converts one side of a box from fractions to whole pixels within the picture: the first pixel and the number of
 * pixels.
 */
function side(from: number, length: number, total: number): [number, number] {
  const first = Math.round(from * total);
  return [first, Math.min(total, Math.round((from + length) * total)) - first];
}
