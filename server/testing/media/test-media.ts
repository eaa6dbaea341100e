/** For tests: the folder of the shared test media, the usual limits, and ingestion into a temporary folder. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestMedia } from '../../src/media/ingest.ts';
import type { IngestLimits, IngestOptions, MediaPass } from '../../src/media/media.ts';
import { unpackSound } from '../../src/media/sound-pack.ts';

const sharedDir =
  process.env.REELSIGHT_SHARED ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared');
export const mediaDir = join(sharedDir, 'media');

/** Reason to skip tests that need the shared test media; false if they are there. */
export const noMedia = existsSync(mediaDir) ? false : 'the shared test media are absent';

export const limits: IngestLimits = {
  maxSidePixels: 8192,
  maxFramePixels: 40_000_000,
  frameSidePixels: 1280,
  maxDurationSeconds: 36_000,
  maxOutputBytes: 2 ** 34,
};

export interface Truth {
  readonly media: {
    readonly duration_seconds: number;
    readonly has_audio: boolean;
    readonly has_video: boolean;
    readonly width: number;
    readonly height: number;
    readonly display_width?: number;
    readonly display_height?: number;
    readonly video_codec: string;
    readonly audio_codec?: string;
  };
  readonly shots?: { readonly boundaries: readonly number[]; readonly tolerance_s: number };
  readonly frame_times_s?: readonly number[];
  readonly brands: {
    readonly on_screen: readonly OnScreen[];
    readonly distractors: readonly OnScreen[];
  };
}

export interface OnScreen {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns what a file of the shared media is known to contain. */
export function truthOf(file: string): Truth {
  const name = file.replace(/\.\w+$/, '.json');
  return JSON.parse(readFileSync(join(mediaDir, 'truth', name), 'utf8')) as Truth;
}

const root = mkdtempSync(join(tmpdir(), 'reelsight-media-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** Creates an empty folder that is removed when the process ends. */
export function temporaryDir(): string {
  return mkdtempSync(join(root, 'dir-'));
}

/** Ingests into a temporary folder of its own. */
export async function ingestHere(
  path: string,
  options: Partial<IngestOptions> = {},
): Promise<{ dir: string; pass: MediaPass }> {
  const dir = temporaryDir();
  const signal = new AbortController().signal;
  const pass = await ingestMedia({ path, outDir: dir, fps: 1, limits, signal, ...options });
  return { dir, pass };
}

/** The samples of the sound that an ingestion left, as s16le. */
export function samplesOf(dir: string): Buffer {
  const { audio } = JSON.parse(readFileSync(join(dir, 'media.json'), 'utf8')) as MediaPass;
  const to = join(temporaryDir(), 'sound.wav');
  unpackSound({ path: join(dir, 'sound.pack'), offset: 0, pieces: audio?.pieces ?? [], to });
  return readFileSync(to).subarray(44);
}
