/** What parent and child say to each other; plain data, no rows, no secrets. */
import type { Capability, ErrorCode, MetadataResult, Stage } from '@reelsight/contract';
import type { LibraryEntry } from '../analysis/brand-library.ts';
import type { CallContext, Usage } from '../engines/engine.ts';
import type { LogoFile } from '../engines/logos.ts';
import type { EngineSettings } from '../engines/registry.ts';
import type { IngestLimits } from '../media/media.ts';

/** The part of a job its child needs. */
export interface JobOrder {
  readonly id: string;
  readonly capabilities: readonly Capability[];
  readonly brands: readonly string[];
  readonly queries: readonly string[];
  readonly surfaces: readonly string[];
  readonly objects: readonly string[];
  readonly language: string | null;
  readonly fps: number;
  readonly returnProof: boolean;
  readonly title: string | null;
  /** What the platform told; null for uploads. */
  readonly metadata: MetadataResult | null;
  /** Flags the parent knows of: `media_reused`, `transcript_reused`. */
  readonly flags: readonly string[];
}

/** The brands the job's workspace keeps for itself, as they were when the stage began. */
export interface WorkspaceLibrary {
  readonly brands: readonly LibraryEntry[];
  /** Only where an engine compares them. */
  readonly logos: readonly LogoFile[];
}
export const noLibrary: WorkspaceLibrary = { brands: [], logos: [] };

export interface StageOrder {
  readonly stage: Stage;
  /** Holds one folder a stage; the source video is `source/…`. */
  readonly workDir: string;
  /** Path of the source video; only ingestion reads it. */
  readonly source: string | null;
  readonly job: JobOrder;
  readonly library: WorkspaceLibrary;
  readonly engines: EngineSettings;
  readonly limits: IngestLimits;
  readonly proofFrames: number;
  readonly storyboardTiles: number;
}

/** What the process of a job gives each stage. */
export interface StageContext extends CallContext {
  /** Fraction of the stage. */
  readonly progress: (fraction: number) => void;
}

/** After ingestion. */
export interface IngestionFacts {
  readonly title: string | null;
  readonly durationSeconds: number;
}

export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number; readonly usage: Usage }
  | { readonly kind: 'log'; readonly message: string; readonly fields: Record<string, unknown> }
  | { readonly kind: 'done'; readonly usage: Usage; readonly facts: IngestionFacts | null }
  | {
      readonly kind: 'failed';
      readonly usage: Usage;
      readonly code: ErrorCode;
      readonly text: string;
      readonly detail: string;
    };

/** Files a stage leaves for the ones after it, by name in its folder; those that are there are kept. */
export const stageFiles: Readonly<Record<Stage, readonly string[]>> = {
  ingestion: [
    ...['media.json', 'audio.wav', 'frames.pack', 'thumbnail.jpg', 'metadata.json'],
    'reused.json',
  ],
  transcription: ['transcript.json'],
  analysis: ['analysis.json'],
  merging: [],
};

/** Every capability but these needs what was said. */
const withoutSpeech: readonly Capability[] = ['metadata', 'objects'];
export const needsSpeech = (capabilities: readonly Capability[]): boolean =>
  capabilities.some((one) => !withoutSpeech.includes(one));

/** Capabilities that look at pictures; the others work on sound or metadata alone. */
const looking: readonly Capability[] = ['brands', 'objects', 'custom_query'];
export const needsFrames = (capabilities: readonly Capability[]): boolean =>
  capabilities.some((one) => looking.includes(one));
