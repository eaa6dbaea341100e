/** The data that every step of an ingestion gets. */
import { join } from 'node:path';
import type { JobRow, LinkVideo } from '../../db/jobs/jobs.ts';
import type { Domain } from '../../domain/domain.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import type { IngestLimits } from '../../media/media.ts';
import type { PlacedTask } from '../../queue/consume-loop.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import type { PartFilesOfJobs } from '../parts/part-files.ts';
import type { PartSizes } from '../parts/plan-parts.ts';
import type { Deadlines } from '../stages.ts';
import type { IngestionProcesses } from './ingestion-processes.ts';
import type { FetchedSource, LinkSource } from './source.ts';
import { StageClock } from './stage-clock.ts';

export interface IngestionDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly sources: LinkSource;
  readonly workerId: string;
  readonly workDir: string;
  /** Downloads in progress, kept across attempts and restarts. */
  readonly downloadsDir: string;
  readonly deadlines: Deadlines;
  readonly limits: IngestLimits;
  readonly partSizes: PartSizes;
  readonly processes: Pick<IngestionProcesses, 'run'>;
  readonly files: PartFilesOfJobs;
  readonly engines: EngineSettings;
  readonly hasVision: boolean;
  readonly onStage: (stage: string, outcome: string, seconds: number) => void;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Calls back once the job has been cancelled elsewhere; returns a function that stops listening. */
  readonly onEnded: (jobId: string, callback: () => void) => () => void;
}

/** How much an ingestion may take before its video counts as a long one. */
export interface ShortVideos {
  /** Pixels of all pictures together. */
  readonly pixels: number;
  /** Milliseconds of decoding. Pixels alone do not tell how long it takes, and a file may be wrong about them. */
  readonly decodingMs: number;
}

/** Data of an `analysis` or `long_analysis` task. */
export interface IngestionTask {
  readonly jobId: string;
  /** False if no attempt has been made at the job yet. */
  readonly tried?: boolean;
}

export interface IngestionContext {
  readonly deps: IngestionDeps;
  readonly task: PlacedTask<IngestionTask>;
  readonly job: JobRow;
  /** When the job is given to the queue of long videos; null if it is in that queue already. */
  readonly shortVideos: ShortVideos | null;
  /** Removed when the attempt ends. */
  readonly workDir: string;
  /** Folder in `workDir` for those files of the stage that go into storage. */
  readonly folder: string;
  /** The same path at every attempt, so that an interrupted download is resumed. */
  readonly downloadDir: string;
  readonly soFar: SoFar;
  /** Counts the time of the stage. */
  readonly clock: StageClock;
}

/** Progress of an attempt, which its heartbeats read. It is also needed when the attempt ends early. */
interface SoFar {
  percent: number;
  source: FetchedSource | null;
}

export function openContext(
  deps: IngestionDeps,
  task: PlacedTask<IngestionTask>,
  job: JobRow,
  shortVideos: ShortVideos | null,
): IngestionContext {
  const workDir = join(deps.workDir, `${job.id}-${job.attempt}`);
  return {
    deps,
    task,
    job,
    shortVideos,
    workDir,
    folder: join(workDir, 'ingestion'),
    downloadDir: join(deps.downloadsDir, job.id),
    soFar: { percent: 0, source: null },
    clock: new StageClock(),
  };
}

/** Facts about a video whose media exists. */
export interface HeldVideo {
  /** Id of the video on its platform, which a short link does not contain. */
  readonly videoId: string | null;
  /** Whether the link's video stays in the storage of this job, for the player and for clips. */
  readonly isKept: boolean;
  /** Where another job holds the link's video, if its media was reused. */
  readonly reusedVideo: LinkVideo | null;
}

/** The stored media of a video that this attempt ingested. */
export interface HeldMedia extends HeldVideo {
  readonly bytes: number;
}

/** The job waits for credits: it was held as soon as the length of its video was known. */
export class JobHeld extends Error {}

/** The video takes too long to decode for a place of ordinary videos. */
export class TakesLong extends Error {}
