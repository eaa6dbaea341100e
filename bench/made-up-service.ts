/** For benches: a service and a worker in this process, with made-up videos and engines. Everything else is real. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createAdminClient } from '../sdk/src/index.ts';
import type { EngineHosts } from '../server/src/jobs/hosts/engine-hosts.ts';
import type { IngestionProcesses } from '../server/src/jobs/ingestion/ingestion-processes.ts';
import { startWorker, type WorkerOptions } from '../server/src/jobs/worker.ts';
import type { PartKind } from '../server/src/perception/part.ts';
import { openStorage } from '../server/src/storage/open-storage.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { engineSettings } from '../server/src/wiring/settings/engine-settings.ts';
import { isolationOf } from '../server/src/wiring/start/isolation-wiring.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';

const unlimited = 10_000_000;

export interface MadeUp {
  /** Number of videos ingested at the same time. */
  readonly ingestions: number;
  /** Number of parts processed at the same time. */
  readonly hosts: number;
  /** Milliseconds that a part of this kind takes; for `ingestion`, milliseconds that ingesting a video takes. */
  readonly serviceMs: (kind: PartKind | 'ingestion') => number;
  readonly onStage: WorkerOptions['onStage'];
}

export interface MadeUpService {
  readonly service: Service;
  readonly dataDir: string;
  close(): Promise<void>;
}

const seconds = 30;
const fps = 1;
const pause = (ms: number): Promise<void> => (ms > 0 ? sleep(ms) : Promise.resolve());
export const bytesOf = (length: number): Buffer => Buffer.alloc(length, 7);

/** The outcome of ingesting a clip of half a minute: one cell of sound, and a few cells of pictures in one part. */
const pass = {
  probe: {
    container: 'mp4',
    durationSeconds: seconds,
    sizeBytes: 1_000_000,
    tags: {},
    chapters: [],
    video: { codec: 'h264', width: 1280, height: 720, rotation: 0, fps: 30 },
    audio: { codec: 'aac' },
  },
  audio: { file: 'sound.pack', durationSeconds: seconds, pieces: [2000], cuts: [] },
  fps,
  frames: Array.from({ length: seconds }, (_, index) => ({
    timestamp: index,
    image: index,
    shot: 0,
  })),
  images: Array.from({ length: seconds }, (_, index) => {
    return { offset: index * 100, length: 100, width: 640, height: 360, timestamp: index };
  }),
  shots: [{ start: 0, end: seconds }],
  thumbnail: 'thumbnail.jpg',
};

const segments = Array.from({ length: 8 }, (_, index) => {
  const text = `This is sentence ${index} of what somebody says in a clip about Acme.`;
  return { id: index, start: index * 3, end: index * 3 + 2.8, text, speaker: 'A', confidence: 0.9 };
});
const words = segments.flatMap(({ start, text }) =>
  text
    .split(' ')
    .map((word, index) => ({ word, start: start + index / 5, end: start + index / 5 + 0.2 })),
);
const results = {
  transcription: {
    language: 'en',
    text: segments.map(({ text }) => text).join(' '),
    segments,
    words,
  },
  brands: [
    {
      name: 'Acme',
      total_appearances: segments.length,
      total_visible_duration: 0,
      first_seen: 0,
      last_seen: 21,
      appearances: segments.map(({ start, text }) => ({
        timestamp: start,
        confidence: 0.9,
        context: text,
        source: 'audio',
      })),
      frame_detections: [],
    },
  ],
  meta: { fps_used: fps, frames_analyzed: seconds, engines: {} },
};

/** Replaces the ingestion processes: sleeps instead of opening a video, then writes made-up files. */
const processesOf = ({ serviceMs }: MadeUp): Pick<IngestionProcesses, 'run' | 'close'> => ({
  run: async ({ outDir }, { onProbed }) => {
    await onProbed({ durationSeconds: seconds, title: 'A clip', allPixels: 0 });
    await pause(serviceMs('ingestion'));
    await Promise.all([
      writeFile(join(outDir, 'sound.pack'), bytesOf(2000)),
      writeFile(join(outDir, 'frames.pack'), bytesOf(100 * seconds)),
      writeFile(join(outDir, 'thumbnail.jpg'), bytesOf(500)),
      writeFile(join(outDir, 'media.json'), JSON.stringify(pass)),
    ]);
  },
  close: async () => undefined,
});

/** Replaces the engine hosts: sleeps instead of running engines, then returns made-up results. */
const hostsOf = ({
  hosts: count,
  serviceMs,
}: MadeUp): Pick<EngineHosts, 'capacity' | 'run' | 'close'> => ({
  capacity: count,
  run: async (order) => {
    await pause(serviceMs(order.kind));

    if (order.kind === 'join') {
      const { outDir } = order;
      await Promise.all([
        writeFile(join(outDir, 'results.json'), JSON.stringify(results)),
        writeFile(join(outDir, 'transcript.json'), JSON.stringify(results.transcription)),
        writeFile(join(outDir, 'frames', 'thumbnail.jpg'), bytesOf(500)),
      ]);

      return { outcome: { artifact: null, found: {} }, usage: {} };
    }

    const found = order.kind === 'hear' ? { segments } : {};
    return { outcome: { artifact: { kind: order.kind, segments }, found }, usage: {} };
  },
  close: async () => undefined,
});

async function work(
  service: Service,
  config: ReturnType<typeof readConfig>,
  dataDir: string,
  made: MadeUp,
) {
  const storage = await openStorage({
    ...config.storage,
    uploadUrl: 'http://localhost',
    signingSecret: 'x',
    now: Date.now,
  });
  const running = await startWorker({
    ...config.worker,
    domain: service.domain,
    storage,
    ingestions: made.ingestions,
    engines: engineSettings(config),
    remoteKey: null,
    hosts: { ...config.worker.hosts, count: made.hosts },
    isolation: await isolationOf(config),
    workFolder: join(dataDir, 'work'),
    workerId: 'worker_bench',
    sources: {
      download: async ({ folder }) => {
        await writeFile(join(folder, 'video.mp4'), bytesOf(1000));
        return { path: join(folder, 'video.mp4'), metadata: null, videoId: null };
      },
      describe: () => Promise.reject(new Error('nobody asks')),
    },
    hasRoom: () => true,
    onStage: made.onStage,
    onHost: () => undefined,
    standIns: { processes: () => processesOf(made), hosts: () => hostsOf(made) },
    log: (message, fields) => {
      if (/failed|interrupted|lost/.test(message)) console.error(message, fields);
    },
  });
  return async () => {
    await running.close();
    await storage.close();
  };
}

function configOf(dataDir: string, databaseUrl: string) {
  const limits = {
    max_requests_per_minute: unlimited,
    burst: unlimited,
    max_pending_jobs: unlimited,
    max_concurrent_jobs: 1000,
  };
  return readConfig({
    ...process.env,
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_ROLE: 'api',
    REELSIGHT_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REELSIGHT_PLANS: JSON.stringify({ scale: limits }),
    REELSIGHT_YTDLP: 'no-such-program',
    REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: String(unlimited),
  });
}

/** Creates workspaces and returns their API keys. */
export async function keysOf({ apiUrl, adminToken }: Service, count: number): Promise<string[]> {
  const admin = createAdminClient({ baseUrl: apiUrl, token: adminToken });
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const workspace = { name: `${index}`, email: `w${index}@example.com`, plan: 'scale' as const };
    const made = await admin.workspaces.create({ ...workspace, credits: 1e9 });
    keys.push(made.api_key);
  }

  return keys;
}

export async function startMadeUp(databaseUrl: string, made: MadeUp): Promise<MadeUpService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
  const config = configOf(dataDir, databaseUrl);
  const service = await startService(config, pino({ level: 'silent' }));
  const { domain } = service;
  // Skips looking up links, because the time that this takes depends on the platform.
  Object.assign(domain, { ports: { ...domain.ports, resolveVideo: async () => null } });

  const stop = await work(service, config, dataDir, made);
  const close = async (): Promise<void> => {
    await stop();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  };

  return { service, dataDir, close };
}
