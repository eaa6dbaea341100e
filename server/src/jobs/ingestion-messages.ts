/** What a worker and the process of an ingestion tell each other. */
import type { Caps, IngestLimits, MediaProbe } from '../media/media.ts';

export interface IngestionOrder {
  /** The source video. */
  readonly source: string;
  /** Existing empty folder. */
  readonly outDir: string;
  /** 0: no frames. */
  readonly fps: number;
  readonly limits: IngestLimits;
}

export type ToIngestion =
  | { readonly kind: 'ingest'; readonly order: IngestionOrder }
  /** The answer to `probed`; until then nothing is decoded. */
  | { readonly kind: 'go'; readonly caps: Caps }
  /** What can you reach? Asked once, without any video. */
  | ({ readonly kind: 'look' } & LookAt);

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

/** What a process could reach: the first two it must, the others it should not. */
export interface Seen {
  /** Reading its video. */
  readonly source: boolean;
  /** Writing what it makes of it. */
  readonly out: boolean;
  /** A file of the service that only its user may read. */
  readonly files: boolean;
  /** A port of this machine. */
  readonly network: boolean;
  /** Any process but itself and what started it. */
  readonly processes: boolean;
  /** Writing beside its own code. */
  readonly code: boolean;
}

export type FromIngestion =
  | { readonly kind: 'ready' }
  | { readonly kind: 'seen'; readonly seen: Seen }
  | { readonly kind: 'probed'; readonly probe: MediaProbe }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly code: string | null;
      readonly text: string;
      readonly detail: string;
    };
