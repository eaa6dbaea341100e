/**
 * Checks the files that an ingestion process left. The process has read an untrusted file, so its output is not
 * trusted.
 */
import { constants } from 'node:fs';
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Fault } from '@reelsight/contract';
import { z } from 'zod';
import { ArtifactDamaged, parseArtifact } from '../../artifacts/read-artifact.ts';
import { type IngestLimits, mediaPass } from '../../media/media.ts';
import { audioSampleRate, pieceSeconds } from '../../media/sound-pack.ts';
import { mostStripPictures } from '../../media/strip-form.ts';
import { duration, mostTextCharacters } from './ingestion-messages.ts';

const description = 'media.json';
const files = ['sound.pack', 'frames.pack', 'thumbnail.jpg', description] as const;

/** Limits that follow from the order: sampled frames per second, and the length of the video in seconds. */
export interface Expected {
  readonly fps: number;
  readonly mostSeconds: number;
}

// Upper limits for what an untampered ingestion process writes, each with some margin; see `media`.
/** Samples and pictures may lie this far beyond the actual end of a video. */
const endSlackSeconds = 3;
/**
 * Seconds by which sound may end later than the admitted length, because only the start of a sound frame is checked
 * against it.
 */
const soundSlackSeconds = 60;
/** Cuts closer together than a fifth of a second count as one. */
const mostShotsPerSecond = 5;
const leastCutSeconds = 20;
const mostChannels = 2;
const mostListedTracks = 100;
const mostTags = 200;
const mostTagNameCharacters = 200;
const mostChapters = 5000;
/** Within a strip, pictures are at least 0.039 s apart; each strip begins with the last frame of the previous one. */
const stripFramesPerSecond = 26;
/**
 * Limits for the size of the description, `media.json`. A sample and a picture with its strip take 220 bytes, each
 * timestamp in the strip 17, a shot 53, a scene 190. Ten hours at 4 frames a second, with all frames different and
 * five cuts a second, make 90 MB. Tags and chapters are added to that.
 */
const anyBytes = 4 * 2 ** 20;
const sampleBytes = 240;
const shotBytes = 264;
const soundBytes = 8;
const stripBytes = 17;

const descriptionBytes = ({ fps, mostSeconds }: Expected): number =>
  anyBytes +
  Math.ceil(
    (mostSeconds + endSlackSeconds) *
      (fps * (sampleBytes + stripBytes) +
        stripFramesPerSecond * stripBytes +
        mostShotsPerSecond * shotBytes),
  ) +
  Math.ceil((mostSeconds + soundSlackSeconds) * soundBytes);

/** Maximum bytes of all files of one ingestion together: pictures, sound as if uncompressed, and the rest. */
export const mostLeftBytes = (
  fps: number,
  { maxOutputBytes, maxDurationSeconds: mostSeconds }: IngestLimits,
): number =>
  maxOutputBytes +
  (mostSeconds + soundSlackSeconds) * mostChannels * 2 * audioSampleRate +
  2 * descriptionBytes({ fps, mostSeconds });

const number = z.number().min(0);
const index = z.int().min(0);
const share = z.number().min(0).max(1);
const text = z.string().max(mostTextCharacters);
/**
 * The number of items is checked before the items themselves: if each of millions of items caused an issue, the issues
 * would fill the memory.
 */
const list = <T extends z.ZodType>(item: T, limit: number) =>
  z.array(z.unknown()).max(Math.ceil(limit)).pipe(z.array(item));
const tags = z
  .record(z.string(), z.unknown())
  .refine((tagRecord) => Object.keys(tagRecord).length <= mostTags, 'too many tags')
  .pipe(z.record(z.string().max(mostTagNameCharacters), text));

const { probe, audio, frames: samples, images, shots } = mediaPass.shape;
const scenes = mediaPass.shape.scenes.unwrap();
const tracks = probe.shape.audioTracks.unwrap();

const strip = mediaPass.shape.tail.unwrap().extend({
  times: list(number, mostStripPictures),
  leftOut: list(number, mostStripPictures),
});

const span = shots.element.extend({ start: number, end: number });

const scene = scenes.element.extend({
  start: number,
  end: number,
  part: z.object({ x: share, y: share, width: share, height: share }).exactOptional(),
});

/**
 * The schema of every `media.json`, with limits: file names must be those that the service chose, and offsets must lie
 * inside the file they refer to. All other data is only read by engines, which hold no secrets.
 */
const shapeOf = ({ fps, mostSeconds }: Expected) => {
  const mostSamples = (mostSeconds + endSlackSeconds) * fps + 1;
  const soundSeconds = mostSeconds + soundSlackSeconds;
  const mostSpans = (mostSeconds + endSlackSeconds) * mostShotsPerSecond;

  return mediaPass.extend({
    probe: probe.extend({
      durationSeconds: duration.max(mostSeconds),
      sizeBytes: number,
      tags,
      chapters: list(probe.shape.chapters.element.extend({ title: text }), mostChapters),
      audioTracks: list(
        tracks.element.extend({ title: text.nullable() }),
        mostListedTracks,
      ).exactOptional(),
    }),
    audio: audio
      .unwrap()
      .extend({
        file: z.literal('sound.pack'),
        track: index.exactOptional(),
        durationSeconds: number.max(soundSeconds),
        pieces: list(index, mostChannels * (soundSeconds / pieceSeconds + 1)),
        cuts: list(number, soundSeconds / leastCutSeconds),
      })
      .nullable(),
    fps: z.literal(fps),
    range: span.exactOptional(),
    frames: list(samples.element.extend({ timestamp: number }), mostSamples),
    images: list(
      images.element.extend({ timestamp: number, between: strip.exactOptional() }),
      mostSamples,
    ),
    tail: strip.exactOptional(),
    shots: list(span, mostSpans),
    scenes: list(scene, mostSpans),
    unseen: list(span, mostSpans),
    thumbnail: z.literal('thumbnail.jpg').nullable(),
    unreadable: z
      .object({ picture: text.exactOptional(), sound: text.exactOptional() })
      .exactOptional(),
  });
};

type Left = z.infer<ReturnType<typeof shapeOf>>;

/** Name of the first field that does not fit the stated length of the video; null if all fields fit. */
function misfitOf(mediaDetails: Left): string | null {
  const fits = {
    sound: soundFits(mediaDetails),
    frames: framesFit(mediaDetails),
    shots: shotsFit(mediaDetails),
  };
  return Object.entries(fits).find(([, fit]) => !fit)?.[0] ?? null;
}

function soundFits({ audio }: Left): boolean {
  if (!audio) return true;

  const { durationSeconds: end, channels = 1, pieces, cuts } = audio;
  return (
    pieces.length % channels === 0 &&
    pieces.length <= channels * (end / pieceSeconds + 1) &&
    cuts.length <= end / leastCutSeconds &&
    ascends([0, ...cuts, end + endSlackSeconds])
  );
}

function framesFit({ probe, fps, frames, images, tail, shots }: Left): boolean {
  const end = probe.durationSeconds + endSlackSeconds;
  return (
    frames.length <= end * fps + 1 &&
    ascends([...frames.map(({ timestamp }) => timestamp), end]) &&
    stripsFit([...images.map(({ between }) => between), tail], end) &&
    frames.every(({ image, shot }) => image < images.length && shot < shots.length)
  );
}

function stripsFit(tails: readonly Left['tail'][], end: number): boolean {
  const strips = tails.flatMap((tail) => tail ?? []);
  const count = strips.reduce((sum, { times }) => sum + times.length, 0);
  const ordered = strips.every(
    ({ times, leftOut }) =>
      ascends([...times, end]) && leftOut.every((gap, index) => gap <= (times[index] ?? 0)),
  );
  return ordered && count <= end * stripFramesPerSecond + strips.length;
}

function shotsFit({ probe: { durationSeconds }, shots, scenes, unseen }: Left): boolean {
  const last = durationSeconds + endSlackSeconds;
  return [shots, scenes, unseen].every(
    (spans) =>
      spans.length <= last * mostShotsPerSecond &&
      ascends([...spans.flatMap(({ start, end }) => [start, end]), last]),
  );
}

const ascends = (times: readonly number[]): boolean =>
  times.every((time, index) => time >= (times[index - 1] ?? 0));

/**
 * Moves the files to `outDir`, which no ingestion process can reach, so that a file cannot be replaced by a link after
 * it was checked. Throws Fault EXTRACTION_FAILED if the files cannot result from this order.
 */
export async function takeResults(from: string, outDir: string, expected: Expected): Promise<void> {
  for (const name of files) {
    const path = join(outDir, name);
    if (await moved(join(from, name), path)) await checkOwn(path);
  }
  await takeDescription(join(outDir, description), expected);
}

/** Moves one file and checks it as `takeResults` does. */
export async function takeFile(from: string, to: string): Promise<void> {
  if (!(await moved(from, to))) throw strange(`there is no ${basename(from)}`);
  await checkOwn(to);
}

/** Rejects a link, which could lead to files that the ingestion process itself cannot read. */
async function checkOwn(path: string): Promise<void> {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.nlink !== 1)
    throw strange(`${basename(path)} is no file of its own`);
}

/** Moves a file; false if it does not exist. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Replaces the description with a newly written file, because the process may still have the original open. */
async function takeDescription(path: string, expected: Expected): Promise<void> {
  const json = await readDescription(path, descriptionBytes(expected));
  const mediaDetails = checkedDescription(json, expected);
  const misfit = misfitOf(mediaDetails);
  if (misfit) throw strange(`its ${misfit} cannot be`);
  await rm(path);
  await writeFile(path, json, { flag: 'wx' });
}

async function readDescription(path: string, mostBytes: number): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await open(path, flags).catch((error: unknown) => {
    throw strange(String(error));
  });
  // The limit also holds if the file grows while it is read.
  const json = await textOf(file.createReadStream({ end: mostBytes }));
  if (Buffer.byteLength(json) > mostBytes) throw strange('too large');

  return json;
}

function checkedDescription(json: string, expected: Expected): Left {
  try {
    return parseArtifact(json, shapeOf(expected), description);
  } catch (error) {
    if (error instanceof ArtifactDamaged) throw strange(error.message);
    throw error;
  }
}

const strange = (detail: string): Fault =>
  new Fault('EXTRACTION_FAILED', `what ingestion left is not right: ${detail}`, {
    text: 'The video could not be taken apart.',
  });
