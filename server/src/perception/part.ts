/** A part of a job: its order, its input files and its outcome. Plain data. */
import { type Ask, type MetadataResult, needs } from '@reelsight/contract';
import type { LogoFile } from '../engines/logos.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { SpokenTerm } from '../engines/speech.ts';
import type { LibraryEntry } from './brands/brand-library.ts';

/**
 * `hear`: words in a span of sound. `speakers`: who speaks when, in the whole sound. `read`: text, logos and brands in
 * a span of frames. `detect`: objects in a span of frames. `join`: results of the whole video.
 */
export const partKinds = ['hear', 'speakers', 'read', 'detect', 'join'] as const;
export type PartKind = (typeof partKinds)[number];

/**
 * Version of the protocol between runners and the service: orders, files, artifacts, and the borders of cells. Runners
 * and services with different versions cannot process parts of the same job, so every change to any of these must
 * increase it. An addition needs no new version if the service orders it, takes parts without it, and gets it only from
 * runners that know the order: `describesSight`.
 */
export const partProtocol = 7;

/** The workspace's own brands, as they were at the end of ingestion, and its glossary. */
export interface WorkspaceLibrary {
  readonly brands: readonly LibraryEntry[];
  /** Empty unless an engine compares logos. */
  readonly logos: readonly LogoFile[];
  /** The glossary as it was when the job was created; absent if there was none. */
  readonly terms?: readonly SpokenTerm[];
}

/** Indices of cells (cells.ts), `to` exclusive: sound cells for `hear`, frame cells for `read` and `detect`. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
}

export interface PartFiles {
  /** The `media.json` from the ingestion; for the join, the thumbnail lies next to it. */
  readonly pass: string;
  /**
   * `path` is a file with bytes of `sound.pack` that cover at least the span; its first piece begins at `startSeconds`
   * of the video. `unpackTo` is the file to which they are unpacked; a second channel is unpacked to a file next to it.
   * If `unpackTo` is null, `path` is a 16 kHz mono WAV file, as stored by the previous version.
   */
  readonly sound: {
    readonly path: string;
    readonly startSeconds: number;
    readonly unpackTo: string | null;
  } | null;
  /**
   * Bytes of `frames.pack` starting at `offset`, covering at least the range that `packRange` returns; for the join,
   * the whole file.
   */
  readonly frames: { readonly path: string; readonly offset: number } | null;
}

interface OrderBase {
  readonly jobId: string;
  readonly ask: Ask;
  readonly library: WorkspaceLibrary;
  readonly files: PartFiles;
  readonly engines: EngineSettings;
}

export interface SpanOrder extends OrderBase {
  readonly kind: 'hear' | 'speakers' | 'read' | 'detect';
  /** For `speakers`, the span of all cells. */
  readonly span: CellSpan;
  /** Whether the part also describes what its stretches look like; only a part that sees pictures does. */
  readonly describesSight?: boolean;
}

/** An artifact of a part; `path` is null if the part was abandoned. */
export interface PartArtifact {
  readonly kind: Exclude<PartKind, 'join'>;
  readonly span: CellSpan;
  readonly path: string | null;
}

export interface JoinOrder extends OrderBase {
  readonly kind: 'join';
  readonly parts: readonly PartArtifact[];
  /** The `transcript.json` of another job that is reused; in that case there are no `hear` and `speakers` parts. */
  readonly transcript: string | null;
  readonly title: string | null;
  /** Metadata from the platform; null for uploads. */
  readonly metadata: MetadataResult | null;
  /** Flags that are known before the join: `media_reused`, `transcript_reused`. */
  readonly flags: readonly string[];
  readonly proofFrames: number;
  readonly storyboardTiles: number;
  /** Existing folder to which `results.json`, `transcript.json` and `frames/` are written. */
  readonly outDir: string;
  /**
   * True if the join has crashed before; the embedded engine then stands in for the language model, and the result is
   * flagged.
   */
  readonly withoutModel: boolean;
}

export type PartOrder = SpanOrder | JoinOrder;

/**
 * Whether a part of this kind describes what the video looks like: the parts that read do, and those that detect only
 * where none reads, so that no picture is described twice.
 */
export const describesSight = (kind: PartKind, capabilities: Ask['capabilities']): boolean =>
  kind === (needs('text', capabilities) ? 'read' : 'detect');

/** A short summary of what a part found, shown while the job runs; times are in seconds. */
export interface Found {
  readonly segments?: readonly {
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
  readonly brands?: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly things?: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
  }[];
}

export interface PartOutcome {
  /** JSON that the join reads. For the join itself it is null, because its files are in `outDir`. */
  readonly artifact: unknown;
  readonly found: Found;
}
