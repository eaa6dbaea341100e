/** Messages between a worker and an ingestion process. */
import { z } from 'zod';
import type { ClipOrder } from '../../media/clip/clip.ts';
import type { Caps, IngestLimits, RequestedRange } from '../../media/media.ts';

export interface IngestionOrder {
  /** The source video. */
  readonly source: string;
  /** Existing empty folder. */
  readonly outDir: string;
  /** 0: no frames. */
  readonly fps: number;
  readonly limits: IngestLimits;
  /** Index of the audio track to use; null: the process chooses one. */
  readonly audioTrack: number | null;
  /** The only part of the video to decode. */
  readonly range: RequestedRange;
}

export type ToIngestion =
  | { readonly kind: 'ingest'; readonly order: IngestionOrder }
  /** The answer to `probed`; the process decodes nothing before it arrives. */
  | { readonly kind: 'go'; readonly caps: Caps }
  /** Makes a clip instead of ingesting the video. */
  | { readonly kind: 'clip'; readonly order: ClipFileOrder }
  /** Asks what the process can access; sent once, to a process without a video. */
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
  /** Path of a file of the service that only the service's user may read. */
  readonly secret: string;
  /** A port of this machine on which a server listens. */
  readonly port: number;
  /** Where the video is placed. */
  readonly source: string;
  /** The output folder. */
  readonly out: string;
}

/**
 * Maximum characters of a text that an ingestion process may send. A message has space for two such texts, even if
 * every character is escaped.
 */
export const mostTextCharacters = 5000;
/** Three years: longer than any plan allows, and longer than credits can be counted for. */
const mostSeconds = 1e8;

const text = z.string().max(mostTextCharacters);
/** Seconds. */
export const duration = z.number().min(0).max(mostSeconds);

/** Pixels. */
const side = z.int().min(1).max(10_000);

/**
 * Which things the process can access. It must have access to `source` and `out`, and should have access to nothing
 * else.
 */
const accessSchema = z.strictObject({
  /** Reading the video. */
  source: z.boolean(),
  /** Writing the output. */
  out: z.boolean(),
  /** Reading a file of the service that only the service's user may read. */
  files: z.boolean(),
  /** Connecting to a port of this machine. */
  network: z.boolean(),
  /** Seeing any process except itself and the process that started it. */
  processes: z.boolean(),
  /** Writing a file next to its own code. */
  code: z.boolean(),
});

/** Facts about the video file; only those needed before it is decoded. */
const probed = z.strictObject({
  kind: z.literal('probed'),
  durationSeconds: duration,
  title: text.nullable(),
  /** Pixels of all pictures together, which tells how long they take to decode. */
  allPixels: z.int().min(0),
});

const fromIngestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('seen'), seen: accessSchema }),
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

export type Seen = Readonly<z.infer<typeof accessSchema>>;
export type Probed = Readonly<Omit<z.infer<typeof probed>, 'kind'>>;
export type FromIngestion = Readonly<z.infer<typeof fromIngestion>>;

/** Parses a message of an ingestion process. Throws if it is invalid. */
export function parseFromIngestion(message: unknown): FromIngestion {
  const { success, data, error } = fromIngestion.safeParse(message);
  if (success) return data;
  const [issue] = error.issues;
  // The text may quote the unexpected value, which may be long, so it is cut.
  throw new Error(`a strange message: ${issue?.path.join('.')} ${issue?.message}`.slice(0, 300));
}
