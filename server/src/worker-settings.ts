/** The configuration as the worker and its engines take it. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import { apiRoot } from './engines/openai-compatible/client.ts';
import type { EngineSettings } from './engines/registry.ts';
import type { WorkerOptions } from './pipeline/worker.ts';

const minuteMs = 60_000;

/** `remote.url` is the server's own; a worker puts its gateway in the place of it. */
export function engineSettings(config: Config): EngineSettings {
  return {
    modelsDir: config.modelsDir,
    threads: config.REELSIGHT_ENGINE_THREADS,
    brandsFile: config.REELSIGHT_BRANDS_FILE ?? null,
    logosDir: config.REELSIGHT_LOGOS_DIR ?? null,
    remote: config.REELSIGHT_AI_URL
      ? {
          url: apiRoot(config.REELSIGHT_AI_URL),
          models: {
            language: config.REELSIGHT_AI_LANGUAGE_MODEL ?? null,
            vision: config.REELSIGHT_AI_VISION_MODEL ?? null,
            speech: config.REELSIGHT_AI_SPEECH_MODEL ?? null,
          },
          timeoutMs: config.REELSIGHT_AI_TIMEOUT_SECONDS * 1000,
          retries: config.REELSIGHT_AI_RETRIES,
          tokensPerJob: config.REELSIGHT_AI_TOKENS_PER_JOB,
          materialTokens: config.REELSIGHT_AI_MATERIAL_TOKENS,
          answerTokens: config.REELSIGHT_AI_ANSWER_TOKENS,
        }
      : null,
  };
}

type WorkerSettings = Pick<
  WorkerOptions,
  | 'workFolder'
  | 'downloadsDir'
  | 'concurrency'
  | 'engines'
  | 'remoteKey'
  | 'deadlines'
  | 'limits'
  | 'memoryLimitMb'
  | 'environment'
  | 'proofFrames'
  | 'storyboardTiles'
>;

export function workerSettings(config: Config): WorkerSettings {
  return {
    workFolder: join(config.REELSIGHT_DATA_DIR, 'work'),
    downloadsDir: join(config.REELSIGHT_DATA_DIR, 'downloads'),
    concurrency: config.REELSIGHT_WORKER_CONCURRENCY,
    engines: engineSettings(config),
    remoteKey: config.REELSIGHT_AI_KEY ?? null,
    deadlines: {
      job: config.REELSIGHT_JOB_DEADLINE_MINUTES * minuteMs,
      stages: {
        ingestion: config.REELSIGHT_INGESTION_DEADLINE_MINUTES * minuteMs,
        transcription: config.REELSIGHT_TRANSCRIPTION_DEADLINE_MINUTES * minuteMs,
        analysis: config.REELSIGHT_ANALYSIS_DEADLINE_MINUTES * minuteMs,
        merging: config.REELSIGHT_MERGING_DEADLINE_MINUTES * minuteMs,
      },
    },
    limits: {
      maxSidePixels: config.REELSIGHT_MAX_SIDE_PIXELS,
      maxFramePixels: config.REELSIGHT_MAX_FRAME_PIXELS,
      frameSidePixels: config.REELSIGHT_FRAME_SIDE_PIXELS,
      maxDurationSeconds: longestSeconds(config),
    },
    memoryLimitMb: config.REELSIGHT_CHILD_MEMORY_MB,
    environment: {
      ...config.childEnvironment,
      // Halves the start of a job's process.
      NODE_COMPILE_CACHE: join(config.REELSIGHT_DATA_DIR, 'compile-cache'),
    },
    proofFrames: config.REELSIGHT_PROOF_FRAMES,
    storyboardTiles: config.REELSIGHT_STORYBOARD_TILES,
  };
}

/** The longest any plan allows: what is longer for its own plan fails after ingestion, with the length known. */
function longestSeconds(config: Config): number {
  const minutes = Object.values(config.plans).map(({ limits }) =>
    Math.max(limits.max_audio_duration_minutes, limits.max_video_duration_minutes),
  );
  return Math.max(...minutes) * 60;
}
