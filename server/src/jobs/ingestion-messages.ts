/** What a worker and the process of an ingestion tell each other. */
import { z } from 'zod';
import type { ClipOrder } from '../media/clip/clip.ts';
import type { Caps, IngestLimits } from '../media/media.ts';

export interface IngestionOrder {
  /** The source video. */
  readonly source: string;
  /** Existing empty folder. */
  readonly outDir: string;
  /** 0: no frames. */
  readonly fps: number;
  readonly limits: IngestLimits;
  /** Index of the audio track that is heard; null: chosen. */
  readonly audioTrack: number | null;
}

export type ToIngestion =
  | { readonly kind: 'ingest'; readonly order: IngestionOrder }
  /** The answer to `probed`; until then nothing is decoded. */
  | { readonly kind: 'go'; readonly caps: Caps }
  /** Make a clip instead of taking the video apart. */
  | { readonly kind: 'clip'; readonly order: ClipFileOrder }
  /** What can you reach? Asked once, without any video. */
  | ({ readonly kind: 'look' } & LookAt);

export interface ClipFileOrder {
  /** The source video. */
  readonly source: string;
  /** The file to make. */
  readonly outPath: string;
  /** JSON of the boxes to draw; null: none. */
  readonly drawing: string | null;
  readonly clip: ClipOrder;
}

export interface LookAt {
  /** A file of the service that only its user may read. */
  readonly secret: string;
  /** A port of this machine on which something listens. */
  readonly port: number;
  /** Where a video is laid. */
  readonly source: string;
  /** The folder for what is made of it. */
  readonly out: string;
}

/** Characters of a text that an ingestion may send; a message has room for two, even if each is escaped. */
export const mostTextCharacters = 5000;
/** Three years: above what any plan allows, and what credits can be counted for. */
const mostSeconds = 1e8;

const text = z.string().max(mostTextCharacters);
/** Seconds. */
export const duration = z.number().min(0).max(mostSeconds);

/** Pixels. */
const side = z.int().min(1).max(10_000);

/** What a process could reach: the first two it must, the others it should not. */
const seen = z.strictObject({
  /** Reading its video. */
  source: z.boolean(),
  /** Writing what it makes of it. */
  out: z.boolean(),
  /** A file of the service that only its user may read. */
  files: z.boolean(),
  /** A port of this machine. */
  network: z.boolean(),
  /** Any process but itself and what started it. */
  processes: z.boolean(),
  /** Writing beside its own code. */
  code: z.boolean(),
});

/** Of what a file is: all that is asked before it is decoded. */
const probed = z.strictObject({
  kind: z.literal('probed'),
  durationSeconds: duration,
  title: text.nullable(),
});

const fromIngestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('seen'), seen }),
  probed,
  z.strictObject({ kind: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({
    kind: z.literal('clipped'),
    durationSeconds: duration,
    width: side,
    height: side,
  }),
  z.strictObject({ kind: z.literal('failed'), code: text.nullable(), text, detail: text }),
]);

export type Seen = Readonly<z.infer<typeof seen>>;
export type Probed = Readonly<Omit<z.infer<typeof probed>, 'kind'>>;
export type FromIngestion = Readonly<z.infer<typeof fromIngestion>>;

/** A message of an ingestion. Throws if it is none. */
export function parseFromIngestion(message: unknown): FromIngestion {
  const { success, data, error } = fromIngestion.safeParse(message);
  if (success) return data;
  const [issue] = error.issues;
  // What is not as expected may be repeated in it, however long.
  throw new Error(`a strange message: ${issue?.path.join('.')} ${issue?.message}`.slice(0, 300));
}
