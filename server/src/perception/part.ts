/** A part of a job: its order, input files and outcome. Plain data. */
import type { Ask, MetadataResult } from '@reelsight/contract';
import type { LogoFile } from '../engines/logos.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { LibraryEntry } from './brands/brand-library.ts';

/**
 * `hear`: the words of a span of sound. `speakers`: who speaks when, over the whole sound. `read`: text, logos and
 * brands of a span of frames. `detect`: things of a span of frames. `join`: results of the whole.
 */
export const partKinds = ['hear', 'speakers', 'read', 'detect', 'join'] as const;
export type PartKind = (typeof partKinds)[number];

/**
 * Version of what a runner and the service say to each other: orders, files, artifacts, and where cells begin. Whoever
 * speaks another one can't do parts of the same job; raise it with any change of these.
 */
export const partProtocol = 3;

/** The brands the job's workspace keeps for itself, as they were when ingestion ended. */
export interface WorkspaceLibrary {
  readonly brands: readonly LibraryEntry[];
  /** Only if an engine compares them. */
  readonly logos: readonly LogoFile[];
}

/** Numbers of cells (cells.ts), `to` exclusive: of sound for `hear`, of frames for `read` and `detect`. */
export interface CellSpan {
  readonly from: number;
  readonly to: number;
}

export interface PartFiles {
  /** `media.json` of the ingestion; for the join the thumbnail lies beside it. */
  readonly pass: string;
  /**
   * Bytes of `sound.pack` that hold at least the span, from a piece that begins at `startSeconds` of the video on, and the
   * file they are unpacked to, the second of two channels beside it. `unpackTo` null: a 16 kHz mono WAV, as the version
   * before left it.
   */
  readonly sound: {
    readonly path: string;
    readonly startSeconds: number;
    readonly unpackTo: string | null;
  } | null;
  /** Bytes of `frames.pack` from `offset` on, at least those that `packRange` names; for the join all of them. */
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
  /** All cells for `speakers`. */
  readonly span: CellSpan;
}

/** An artifact of a part; `path` is null if the part was given up. */
export interface PartArtifact {
  readonly kind: Exclude<PartKind, 'join'>;
  readonly span: CellSpan;
  readonly path: string | null;
}

export interface JoinOrder extends OrderBase {
  readonly kind: 'join';
  readonly parts: readonly PartArtifact[];
  /** `transcript.json` taken over from another job; `hear` and `speakers` have no parts then. */
  readonly transcript: string | null;
  readonly title: string | null;
  /** Metadata from the platform; null for uploads. */
  readonly metadata: MetadataResult | null;
  /** Flags known before: `media_reused`, `transcript_reused`. */
  readonly flags: readonly string[];
  readonly proofFrames: number;
  readonly storyboardTiles: number;
  /** Existing folder: `results.json`, `transcript.json` and `frames/` are written there. */
  readonly outDir: string;
  /** True after any earlier crash of the join: the embedded engine replaces the language model, and the result is flagged. */
  readonly withoutModel: boolean;
}

export type PartOrder = SpanOrder | JoinOrder;

/** A short form of what a part found, shown while the job runs; times in seconds. */
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
  /** JSON, for the join; null for the join itself, whose files are in `outDir`. */
  readonly artifact: unknown;
  readonly found: Found;
}
