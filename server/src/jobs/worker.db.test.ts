/**
 * A worker with scripted engine hosts: how it handles real videos, real processes and a real queue, whatever the
 * engines do.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { compileCache } from '../../testing/compile-cache.ts';
import type { Scripts } from '../../testing/jobs/scripted-host.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { Database } from '../db/database.ts';
import { partsOf } from '../db/jobs/job-parts.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import { noteBackOff } from '../db/jobs/platform-states.ts';
import { removeWorker, touchWorker } from '../db/upkeep/workers.ts';
import { recoverOrphans, retryStalledJobs } from '../domain/upkeep/sweep.ts';
import type { Queue } from '../queue/queue.ts';
import { artifactKey } from '../storage/artifact-key.ts';
import { FilesStorage } from '../storage/files.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { readConfig } from '../wiring/settings/config.ts';
import { engineSettings } from '../wiring/settings/engine-settings.ts';
import { isolationOf } from '../wiring/start/isolation-wiring.ts';
import type { ShortVideos } from './ingestion/context.ts';
import { IngestionProcesses } from './ingestion/ingestion-processes.ts';
import type { Isolation } from './ingestion/isolation.ts';
import type { LinkSource } from './ingestion/source.ts';
import { giveBack } from './parts/database-parts.ts';
import { startWorker, type WorkerOptions } from './worker.ts';

const run = promisify(execFile);
const diskBytes = 32 * 1024 * 1024;

const sample = new URL('../../../media/sample.mp4', import.meta.url);
const hostScript = new URL('../../testing/jobs/scripted-host.ts', import.meta.url);
let service: TestService;
let storage: FilesStorage;
let owner: TestWorkspace;
let isolation: Isolation;
/** Ingestion processes shared by all tests of this file, so that not every worker starts its own spare process. */
let processes: IngestionProcesses;

before(async () => {
  service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  storage = await FilesStorage.open({
    folder: join(service.dataDir, 'storage'),
    uploadUrl: 'http://localhost',
    signingSecret: 'x',
    now: Date.now,
  });
  owner = await service.workspace('scale', 100_000);

  const config = configOf({});
  isolation = await isolationOf(config);

  const folder = join(service.dataDir, 'slots');
  processes = new IngestionProcesses({ ...config.worker, isolation, folder });
});
after(async () => {
  await processes.close();
  await storage.close();
  await service.close();
});

interface Given {
  readonly db?: Database;
  readonly workerId?: string;
  readonly storage?: Storage;
  readonly workFolder?: string;
  readonly log?: (message: string, fields?: Record<string, unknown>) => void;
  readonly hasRoom?: () => boolean;
  readonly sources?: LinkSource;
  readonly fullPauseMs?: number;
  readonly shortClipMs?: number;
  readonly shortVideos?: ShortVideos;
  readonly queue?: Queue;
  readonly standIns?: NonNullable<WorkerOptions['standIns']>;
}

const configOf = (env: Record<string, string>) =>
  readConfig({
    REELSIGHT_DATA_DIR: service.dataDir,
    REELSIGHT_HOSTS: '2',
    REELSIGHT_PART_SECONDS: '1',
    PATH: process.env.PATH,
    ...compileCache,
    ...env,
  });

/** Starts a worker for this test, on the service's own database and files. */
async function worker(
  t: TestContext,
  scripts: Scripts,
  env: Record<string, string> = {},
  { db = service.domain.db, queue = service.domain.queue, ...given }: Given = {},
) {
  const config = configOf(env);
  const log = pino({ level: 'silent' });
  const started = await startWorker({
    ...config.worker,
    engines: engineSettings(config),
    remoteKey: null,
    isolation,
    standIns: {
      processes: () => ({ run: processes.run.bind(processes), close: async () => undefined }),
    },
    environment: { ...config.worker.environment, REELSIGHT_TEST_HOST: JSON.stringify(scripts) },
    domain: { ...service.domain, db, queue },
    storage,
    hostScript,
    workerId: `worker_${Math.random()}`,
    sources: { download: () => assert.fail('no link'), describe: () => assert.fail('no link') },
    hasRoom: () => true,
    onStage: () => undefined,
    onHost: () => undefined,
    log: (message, fields) => log.info(fields, message),
    ...given,
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await started.close();
    open = false;
  };
  t.after(close);

  return { close };
}

async function submit(): Promise<string> {
  const body = new Blob([await readFile(sample)]);
  const upload_key = await owner.client.uploads.put(body, { contentType: 'video/mp4' });
  const job = await owner.client.jobs.create({
    upload_key,
    objects: ['dog'],
    fps: 4,
    capabilities: ['transcription', 'brands', 'objects', 'metadata'],
  });

  return job.job_id;
}

const ended = (id: string) => owner.client.jobs.wait(id, { signal: AbortSignal.timeout(300_000) });

const filesOf = async (id: string): Promise<string[]> => {
  const files = await readdir(join(service.dataDir, 'storage'), { recursive: true });
  return files.filter((file) => file.includes(`${id}/`));
};

const leftovers = async (id: string): Promise<string[]> =>
  (await filesOf(id)).filter((file) => file.includes(`${id}/parts/`));

/**
 * Prefixes of the job's files that are still to be removed later, because an aborted write may be carried out in the
 * meantime.
 */
async function removedLater(id: string): Promise<string[]> {
  const rows = await service.domain.db.query<{ prefixes: string[] }>(
    `select data->'prefixes' as prefixes from pgboss.job
     where name = 'removal' and state = 'created' and start_after > now() + interval '10 minutes'`,
  );
  return rows.flatMap(({ prefixes }) => prefixes).filter((prefix) => prefix.includes(id));
}

/** The service's storage with some of its methods replaced. */
const storageWith = (other: Partial<Storage>): Storage =>
  new Proxy<Storage>(storage, {
    get(target, name: keyof Storage) {
      const own = other[name] ?? target[name];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

test('a job is ingested, done in parts and joined; nothing of its parts is left', async (t) => {
  // This worker starts its ingestion processes itself.
  await worker(t, {}, {}, { standIns: {} });
  const id = await submit();
  const job = await ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { frames_analyzed: number; given_up: string[] };
  assert.ok(meta.frames_analyzed >= 4, `${meta.frames_analyzed} parts`);
  assert.deepEqual(meta.given_up, []);
  assert.ok((job.processing_seconds ?? 0) > 0);
  await waitFor(async () => assert.deepEqual(await leftovers(id), []));
});

test('a job waits while the disk has no room for its video, and goes on by itself', async (t) => {
  let hasRoom = false;
  let refusals = 0;
  const askForRoom = (): boolean => {
    if (!hasRoom) refusals += 1;
    return hasRoom;
  };
  await worker(t, {}, {}, { hasRoom: askForRoom });

  const id = await submit();
  // The first of these two refusals may have begun before the job arrived, but the second did not.
  const before = refusals;
  await waitFor(() => assert.ok(refusals >= before + 2));

  const waiting = await owner.client.jobs.get(id);
  assert.deepEqual([waiting.status, waiting.started_at], ['pending', null]);
  hasRoom = true;

  const job = await ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
});

test('a part that always ends its host costs its capability; the rest completes', async (t) => {
  await worker(t, { detect: { crash: true } });
  const job = await ended(await submit());
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const meta = job.results?.meta as unknown as { given_up: string[] };
  assert.deepEqual(meta.given_up, ['detect']);
});

test('what the join finds impossible fails the job; an engine that fails a part in words does not', async (t) => {
  const first = await worker(t, { join: { fault: 'TRANSCRIPTION_FAILED' } });
  const failed = await ended(await submit());
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'TRANSCRIPTION_FAILED']);
  assert.equal(failed.credits_charged, null);
  await first.close();
  await worker(t, { hear: { fault: 'TRANSCRIPTION_FAILED' } });
  assert.equal((await ended(await submit())).status, 'completed');
});

test('cancelled in the middle of its parts, a job stops everything of its own within two seconds', async (t) => {
  await worker(t, { read: { ms: 3_600_000, deaf: true }, hear: { ms: 3_600_000 } });
  const id = await submit();
  await waitFor(async () => {
    const running = (await partsOf(service.domain.db, id)).filter(
      ({ state }) => state === 'running',
    );
    assert.equal(running.length, 2);
  });
  await owner.client.jobs.cancel(id);
  // The next job needs both hosts. Unless they were stopped, they are still unresponsive or asleep for an hour.
  await waitFor(async () => {
    const active = await service.domain.queue.depth();
    const left = active.filter(({ queue }) => ['hear', 'see', 'join'].includes(queue));
    assert.ok(
      left.every((queue) => queue.active === 0 && queue.waiting === 0),
      JSON.stringify(left),
    );
  });

  assert.deepEqual(await leftovers(id), []);
});

test('storage that is away or a disk that is full for a while costs a job nothing', async (t) => {
  const failures = new Map<string, number>();
  const fail = (what: string): void => {
    const count = (failures.get(what) ?? 0) + 1;
    failures.set(what, count);
    // Fails three times: once more than a crashed part is retried.
    const code = count === 1 ? 'ENOSPC' : 'ECONNRESET';
    if (count <= 3) throw Object.assign(new Error(`storage is away: ${what}`), { code });
  };
  const flaky = storageWith({
    async put(key, body, options) {
      if (key.includes('/parts/')) fail('put parts');
      return storage.put(key, body, options);
    },
    async download(key, path, options) {
      if (/uploads|parts/.test(key)) fail(`download ${key.split('/')[0]}`);
      return storage.download(key, path, options);
    },
  });
  const id = await submit();

  await worker(t, {}, {}, { storage: flaky, fullPauseMs: 100 });
  const job = await ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { given_up: string[]; without_model: boolean };
  assert.deepEqual([meta.given_up, meta.without_model], [[], false]);

  const kinds = ['download artifacts', 'download uploads', 'put parts'];
  assert.deepEqual([...failures.keys()].sort(), kinds);
});

test('a video that does not fit on the disk of the worker waits until it does', async (t) => {
  const disk = await mkdtemp(join(tmpdir(), 'reelsight-full-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    t.skip('needs the right to mount a small file system');
    return;
  }

  try {
    const ends: string[] = [];
    const log = (message: string, { detail, why }: Record<string, unknown> = {}): void =>
      void (message === 'attempt ended' && ends.push(`${why}: ${detail}`));
    const workFolder = join(disk, 'work');
    await mkdir(workFolder);

    // The video itself still fits on the disk, but the files made from it do not.
    const filler = join(disk, 'filler');
    const { size } = await stat(sample);
    await writeFile(filler, Buffer.alloc(diskBytes - size - 100_000));

    const started = await worker(t, {}, {}, { workFolder, log, standIns: {} });
    try {
      const id = await submit();
      await waitFor(() => assert.match(ends.join(), /^outage: Error: ENOSPC/));
      assert.notEqual((await owner.client.jobs.get(id)).status, 'failed');
      await rm(filler);

      const job = await ended(id);
      assert.equal(job.status, 'completed', JSON.stringify([job.error, ends]));
    } finally {
      await started.close();
    }
  } finally {
    await run('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  }
});

test('nothing stays of a part that is stored after its job was completed without it', async (t) => {
  const first = Promise.withResolvers<void>();
  let key: StorageKey | undefined;
  const slow = storageWith({
    async put(to, body, options) {
      if (key || !to.includes('/parts/hear-')) return storage.put(to, body, options);
      key = to;
      await first.promise;
      // No signal is passed on: this data was sent before the worker learned that it had lost the part.
      return storage.put(to, body);
    },
  });
  const id = await submit();
  const lines: string[] = [];
  const late = await worker(t, {}, {}, { storage: slow, log: (line) => lines.push(line) });

  await waitFor(() => assert.ok(key));
  const [held] = (await partsOf(service.domain.db, id)).filter(({ kind }) => kind === 'hear');
  assert.ok(held);
  assert.equal(await giveBack(service.domain, held), 'again');
  assert.equal((await ended(id)).status, 'completed');
  await waitFor(async () => assert.deepEqual(await leftovers(id), []));
  first.resolve();
  await waitFor(() => assert.ok(lines.includes('part lost')));
  await late.close();
  assert.deepEqual(await leftovers(id), []);
  assert.deepEqual(await removedLater(id), [`artifacts/${owner.tenantId}/${id}/parts`]);
});

test('a worker whose disk is full leaves parts to others for a while', async (t) => {
  let tries = 0;
  const full = storageWith({
    async put(key, body, options) {
      if (!key.includes('/parts/')) return storage.put(key, body, options);
      tries += 1;
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    },
  });
  const id = await submit();

  await worker(t, {}, {}, { storage: full, fullPauseMs: 3_600_000 });
  await waitFor(() => assert.ok(tries > 0));
  await worker(t, {}, {}, { workFolder: join(service.dataDir, 'work of another') });
  assert.equal((await ended(id)).status, 'completed');
  assert.ok(tries <= 4, `${tries} tries`);
});

test('storage that stays away fails the job in the time of a stage, not sooner', async (t) => {
  const away = storageWith({
    async put(key, body, options) {
      if (key.includes('/parts/')) throw new Error('storage is away');
      return storage.put(key, body, options);
    },
  });
  const seconds = { REELSIGHT_ANALYSIS_DEADLINE_MINUTES: String(3 / 60) };
  const id = await submit();

  await worker(t, {}, seconds, { storage: away });
  const job = await ended(id);
  assert.deepEqual([job.status, job.error?.code], ['failed', 'PROCESSING_ERROR']);
  assert.equal(job.credits_charged, null);
});

test('a worker whose hosts do not start takes no parts until they do', async (t) => {
  const startsWith = join(service.dataDir, 'memory');
  const lines: string[] = [];
  const log = (message: string) => lines.push(message);
  const id = await submit();

  await worker(t, { startsWith }, {}, { log });
  await waitFor(() => assert.ok(lines.includes('ingestion ended')));

  // Waits until a host has been started once more after the parts were planned. Each pause between starts is as long
  // as all previous pauses together.
  const triesOf = async () => (await readFile(`${startsWith}.tries`)).length;
  const before = await triesOf();
  await waitFor(async () => assert.ok((await triesOf()) > before));

  const interrupted = lines.filter((line) => line === 'part interrupted');
  assert.ok(interrupted.length <= 2, `${interrupted.length} parts were taken`);
  assert.equal(lines.filter((line) => line === 'engine hosts do not start').length, 1);
  await writeFile(startsWith, '');

  const job = await ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { given_up: string[] };
  assert.deepEqual(meta.given_up, []);
});

test('nothing stays of the media of a job that ends while it is stored', async (t) => {
  const id = await submit();
  const written: string[] = [];
  const slow = storageWith({
    async put(key, body, options) {
      if (!key.includes('/ingestion/')) return storage.put(key, body, options);
      options?.signal?.throwIfAborted();

      if (written.push(key) === 1) {
        const stored = await storage.put(key, body);
        await owner.client.jobs.cancel(id);
        const isGone = async (): Promise<void> => assert.deepEqual(await filesOf(id), []);
        await t.waitFor(isGone, { timeout: 120_000 });
        return stored;
      }

      // The worker learns of the cancellation while it is writing.
      const signal = options?.signal;
      if (signal && !signal.aborted) await once(signal, 'abort');

      return storage.put(key, body);
    },
  });
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const started = await worker(t, {}, {}, { storage: slow, log });

  await waitFor(() => assert.ok(written.length > 0));
  await waitFor(async () => assert.equal((await owner.client.jobs.get(id)).status, 'cancelled'));
  await waitFor(() => assert.ok(lines.includes('job lost')));
  await started.close();
  assert.deepEqual(await filesOf(id), []);
  assert.deepEqual(await removedLater(id), [`artifacts/${owner.tenantId}/${id}`]);
});

test('a worker that closes gives its parts back at once, and another goes on', async (t) => {
  const first = await worker(t, { read: { ms: 3_600_000 } });
  const id = await submit();
  await waitFor(async () =>
    assert.ok((await partsOf(service.domain.db, id)).some(({ state }) => state === 'running')),
  );
  await first.close();

  const parts = await partsOf(service.domain.db, id);
  assert.ok(
    parts.every(({ state, crashes, losses }) => state !== 'running' && crashes + losses === 0),
  );
  await worker(t, {});
  assert.equal((await ended(id)).status, 'completed');
});

test('parts whose claim or end the database did not answer are done again by the same worker', async (t) => {
  const { db } = service.domain;
  const gone = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  let claimLost = false;
  let ends = 0;
  const failing: typeof db = {
    ...db,
    query: async <Row>(sql: string, params: readonly unknown[] = [], name?: string) => {
      const rows = await db.query<Row>(sql, params, name);
      if (claimLost || ends < 2 || name !== 'take parts') return rows;
      claimLost = true;
      return gone();
    },
    // From the end of the first part on, two transactions fail: the one that stores its result, then the one that
    // requeues it.
    transaction: async (work) => {
      const [running] = await db.query("select 1 from job_parts where state = 'running'");
      if (!running || ends >= 2) return db.transaction(work);
      ends += 1;
      return gone();
    },
  };
  await worker(t, {}, { REELSIGHT_HOSTS: '1' }, { db: failing });

  const job = await ended(await submit());
  assert.deepEqual([claimLost, ends], [true, 2]);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { given_up: string[] };
  assert.deepEqual(meta.given_up, []);
});

test('a part that takes too long is tried again, and given up in the end', async (t) => {
  await worker(
    t,
    { detect: { ms: 60_000 } },
    { REELSIGHT_PART_DEADLINE_MINUTES: String(0.4 / 60) },
  );

  const job = await ended(await submit());
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { given_up: string[] };
  assert.deepEqual(meta.given_up, ['detect']);
});

test('the one part that is not cut has the time of its stage', async (t) => {
  const minutes = (seconds: number): string => String(seconds / 60);
  const part = { REELSIGHT_PART_DEADLINE_MINUTES: minutes(1) };
  const first = await worker(t, { speakers: { ms: 2500 } }, part);
  const job = await ended(await submit());
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  const meta = job.results?.meta as unknown as { given_up: string[] };
  assert.ok(!meta.given_up.includes('speakers'));
  await first.close();

  const stage = { ...part, REELSIGHT_TRANSCRIPTION_DEADLINE_MINUTES: minutes(2) };
  await worker(t, { speakers: { ms: 60_000 } }, stage);

  const late = await ended(await submit());
  assert.deepEqual([late.status, late.error?.code], ['failed', 'STAGE_DEADLINE_EXCEEDED']);
});

test('folders of workers that are gone are removed', async (t) => {
  const work = join(service.dataDir, 'work');
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const { db } = service.domain;

  for (const name of ['worker_gone', 'worker_alive', 'worker_young']) {
    const folder = join(work, name, 'jobs');
    await mkdir(folder, { recursive: true });
    if (name !== 'worker_young')
      for (const path of [folder, join(work, name)]) await utimes(path, yesterday, yesterday);
  }

  await touchWorker(db, { id: 'worker_alive', serves: [], hosts: 1 });
  t.after(() => removeWorker(db, 'worker_alive'));
  await worker(t, {});

  // With the embedded database, no other worker can be running.
  const left = db.kind === 'pglite' ? [] : ['worker_alive', 'worker_young'];
  await waitFor(async () => {
    const names = (await readdir(work)).filter((name) => name.startsWith('worker_'));
    assert.deepEqual(names.filter((name) => !name.startsWith('worker_0.')).sort(), left);
  });
});

test('a worker that closes during a heartbeat leaves no row behind', async (t) => {
  const { db } = service.domain;
  const isSending = Promise.withResolvers<void>();
  let touches = 0;
  const query: typeof db.query = async (sql, params, name) => {
    if (name === 'touch worker') {
      touches += 1;
      // The first heartbeat is sent at the start, and the worker waits for it.
      if (touches > 1) {
        isSending.resolve();
        await sleep(300);
      }
    }
    return db.query(sql, params, name);
  };
  const workerId = 'worker_closing';
  const { close } = await worker(t, {}, {}, { db: { ...db, query }, workerId });
  await isSending.promise;
  await close();
  await sleep(500);

  assert.deepEqual(await db.query('select id from workers where id = $1', [workerId]), []);
});

test('a worker that does no parts says so; they wait for one that does', async (t) => {
  await worker(t, {}, { REELSIGHT_SERVES: 'none' });
  const id = await submit();
  await waitFor(async () => assert.ok((await partsOf(service.domain.db, id)).length > 0));

  const rows = await service.domain.db.query<{ serves: string[] }>('select serves from workers');
  assert.deepEqual(
    rows.map(({ serves }) => serves),
    [[]],
  );
  await worker(t, {});
  assert.equal((await ended(id)).status, 'completed');
});

/** Removes a field from the stored description of a job's video. */
async function damageMedia(id: string): Promise<void> {
  const key = artifactKey({ id, workspace_id: owner.tenantId }, 'ingestion', 'media.json');
  const object = await storage.get(key);
  assert.ok(object, 'its media is kept');
  const { frames, ...damaged } = JSON.parse(await text(object.stream));
  assert.ok(frames);
  await storage.put(key, Buffer.from(JSON.stringify(damaged)));
}

const damage = /media\.json is damaged: frames: /;

test('parts whose media is damaged say which field, and their job fails after their tries', async (t) => {
  const first = await worker(t, {}, { REELSIGHT_SERVES: 'none' });
  const id = await submit();
  await waitFor(async () => assert.ok((await partsOf(service.domain.db, id)).length > 0));
  await first.close();
  await damageMedia(id);

  const details: unknown[] = [];
  const causes = new Set<unknown>();
  const log: Given['log'] = (message, fields) => {
    if (message !== 'part interrupted') return;
    details.push(fields?.detail);
    causes.add(fields?.why);
  };
  await worker(t, {}, {}, { log });

  const job = await ended(id);
  assert.deepEqual([job.status, job.error?.code], ['failed', 'PROCESSING_ERROR']);
  assert.ok(details.length > 0);
  for (const detail of details) assert.match(String(detail), damage);
  // The interruption must not count as an outage, which costs no retry and would be repeated until the stage's time is
  // used up.
  assert.deepEqual([...causes], ['crashed']);
});

test('damaged media of another job is not taken over: the video is taken apart anew', async (t) => {
  const errors: unknown[] = [];
  const log: Given['log'] = (message, fields) => {
    if (message === 'media not taken over') errors.push(fields?.error);
  };
  await worker(t, {}, {}, { log });

  const first = await submit();
  const { upload_key } = await ended(first);

  await damageMedia(first);

  const second = await owner.client.jobs.create({
    upload_key,
    from_job: first,
    objects: ['dog'],
    fps: 4,
    capabilities: ['objects'],
  } as never);
  const job = await ended(second.job_id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.equal(errors.length, 1);
  assert.match(String(errors[0]), damage);
});

const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** A link source that always delivers the sample video, and counts its downloads. */
function sampleLinks(): LinkSource & { readonly downloads: string[] } {
  const downloads: string[] = [];
  return {
    downloads,
    download: async ({ folder }) => {
      const path = join(folder, 'video.mp4');
      downloads.push(path);
      await copyFile(sample, path);
      return { path, metadata: null, videoId: null };
    },
    describe: () => assert.fail('not asked'),
  };
}

async function heldLink(): Promise<{ poor: TestWorkspace; id: string }> {
  const poor = await service.workspace('scale', 1);
  const { job_id: id } = await poor.client.jobs.create({ url: link, capabilities: ['metadata'] });
  return { poor, id };
}

const fund = ({ tenantId }: TestWorkspace) =>
  service.admin.workspaces.addCredits(tenantId, { type: 'purchase', amount: 1000 });

const comesTo = ({ client }: TestWorkspace, id: string, status: string) =>
  waitFor(async () => assert.equal((await client.jobs.get(id)).status, status));

/** A storage that waits before it stores the video of a held job. */
function slowToKeep() {
  const began = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const slow = storageWith({
    put: async (key, body, options) => {
      if (!key.endsWith('/source')) return storage.put(key, body, options);
      began.resolve();
      const aborted = new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
      await Promise.race([open.promise, aborted]);
      return storage.put(key, body, options).finally(ends.resolve);
    },
  });

  return { slow, began: began.promise, go: open.resolve, ended: ends.promise };
}

test('the download of a held job stays in storage alone, and its platform is not asked again', async (t) => {
  const sources = sampleLinks();
  await worker(t, {}, {}, { sources });

  const { poor, id } = await heldLink();
  await comesTo(poor, id, 'held');

  const downloads = () => readdir(join(service.dataDir, 'downloads'));
  await waitFor(async () => assert.ok(!(await downloads()).includes(id)));
  assert.equal((await filesOf(id)).filter((file) => file.includes('/source')).length, 2);

  const until = new Date(Date.now() + 3_600_000);
  await noteBackOff(service.domain.db, { platform: 'youtube', url: link }, until);

  try {
    await fund(poor);
    await comesTo(poor, id, 'completed');
  } finally {
    await service.domain.db.query('delete from platform_states');
  }

  assert.equal(sources.downloads.length, 1);
});

test('downloads of held jobs count towards what their workspace may store, and are not kept above it', async (t) => {
  const sources = sampleLinks();
  await worker(t, {}, {}, { sources });
  const { db } = service.domain;
  const { poor, id: first } = await heldLink();
  await comesTo(poor, first, 'held');
  await waitFor(async () =>
    assert.equal((await filesOf(first)).filter((file) => /\/source/.test(file)).length, 2),
  );
  const bytesOf = async (id: string) =>
    (
      await db.query<{ media_bytes: number | null }>('select media_bytes from jobs where id = $1', [
        id,
      ])
    )[0]?.media_bytes;
  assert.equal(await bytesOf(first), (await stat(sample)).size);

  const largest = service.domain.plans.scale.heldUploadBytes;
  await db.query('update jobs set media_bytes = $2 where id = $1', [first, largest]);
  const { job_id: second } = await poor.client.jobs.create({
    url: link,
    capabilities: ['metadata'],
  });
  await comesTo(poor, second, 'held');
  await waitFor(async () =>
    assert.ok(!(await readdir(join(service.dataDir, 'downloads'))).includes(second)),
  );
  assert.deepEqual(
    (await filesOf(second)).filter((file) => /\/source/.test(file)),
    [],
  );
  assert.equal(await bytesOf(second), null);

  await fund(poor);
  await comesTo(poor, second, 'completed');
  await comesTo(poor, first, 'completed');
  assert.equal(sources.downloads.length, 3);
});

test('a held job that went on and completed while its download was being kept loses nothing', async (t) => {
  const { slow, began, go, ended: kept } = slowToKeep();
  const sources = sampleLinks();
  const started = await worker(t, {}, {}, { sources, storage: slow });
  const { poor, id } = await heldLink();
  await comesTo(poor, id, 'held');
  await began;
  await fund(poor);
  await comesTo(poor, id, 'completed');
  go();
  await kept;

  const sourcesKept = async () => (await filesOf(id)).filter((file) => /\/source/.test(file));
  await waitFor(async () => assert.deepEqual(await sourcesKept(), []));
  // Closing the worker waits for the attempt that kept the download.
  await started.close();
  assert.ok((await filesOf(id)).some((file) => file.endsWith('media.json')));
});

test('a worker that closes does not wait until the download of a held job is kept', async (t) => {
  const { slow, began } = slowToKeep();
  const sources = sampleLinks();
  const first = await worker(t, {}, {}, { sources, storage: slow });
  const { poor, id } = await heldLink();

  await comesTo(poor, id, 'held');
  await began;
  // Otherwise the storage would keep the worker waiting forever.
  await first.close();
  await worker(t, {}, {}, { sources });
  await fund(poor);
  await comesTo(poor, id, 'completed');
  assert.equal(sources.downloads.length, 2);
});

test('a heartbeat just after a job was held does not cost its download', async (t) => {
  const own = service.domain.db;
  const missed = Promise.withResolvers<void>();
  let isHeld = false;
  const db: Database = {
    ...own,
    query: async <Row>(sql: string, params: readonly unknown[] = [], name?: string) => {
      const rows = await own.query<Row>(sql, params, name);
      if (isHeld && name === 'touch job' && rows.length === 0) missed.resolve();
      return rows;
    },
    transaction: async (work) => {
      const result = await own.transaction(work);
      if (!JSON.stringify(result)?.includes('"kind":"held"')) return result;
      isHeld = true;
      await missed.promise;
      return result;
    },
  };
  await worker(t, {}, {}, { sources: sampleLinks(), db });

  const { poor, id } = await heldLink();
  await comesTo(poor, id, 'held');
  await waitFor(async () =>
    assert.ok((await filesOf(id)).some((file) => file.endsWith('source.json'))),
  );
  assert.ok(isHeld);
});

/** Inserts a completed job whose video is held; nothing has been found in it. */
async function completedJob(workspace: TestWorkspace): Promise<string> {
  const { db } = service.domain;
  const body = new Blob([await readFile(sample)]);
  const upload_key = await workspace.client.uploads.put(body, { contentType: 'video/mp4' });
  const { job_id: id } = await workspace.client.jobs.create({
    upload_key,
    capabilities: ['metadata'],
  });
  await db.query(
    "update jobs set status = 'completed', completed_at = now(), duration_seconds = 600 where id = $1",
    [id],
  );
  await db.query("delete from pgboss.job where name = 'analysis' and data ->> 'jobId' = $1", [id]);

  return id;
}

/** Requests a clip of so many seconds; returns a function that reads its status. */
async function newClip(workspace: TestWorkspace, jobId: string, seconds: number) {
  const ranges = [{ start: 0, end: seconds }];
  const { clip_id: id } = await workspace.client.jobs.createClip(jobId, { format: 'mp4', ranges });
  return async (): Promise<string> => (await workspace.client.clips.get(id)).status;
}

/** Processes that make a clip at once, or never, as `hangs` says. */
function clipProcesses(hangs: (seconds: number) => boolean) {
  const clip: IngestionProcesses['clip'] = async ({ outPath, clip: { ranges } }, _, signal) => {
    const seconds = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    if (hangs(seconds)) {
      await once(signal, 'abort');
      throw signal.reason;
    }
    await writeFile(outPath, 'clip');
    return { durationSeconds: seconds, width: 2, height: 2 };
  };

  return { run: processes.run.bind(processes), clip, close: async () => undefined };
}

test('slow downloads of many workspaces leave a place for another', async (t) => {
  const { download, describe } = sampleLinks();
  let slow = 0;
  const sources: LinkSource = {
    describe,
    download: async (options) => {
      if (options.url === link) return download(options);
      slow += 1;
      await once(options.signal, 'abort');
      throw options.signal.reason;
    },
  };
  await worker(t, {}, { REELSIGHT_WORKER_CONCURRENCY: '1' }, { sources });

  const submitLink = async (url: string, { client } = owner) =>
    (await client.jobs.create({ url, capabilities: ['metadata'] })).job_id;
  const slowLink = link.replace(/.$/, 'w');
  const slowJobs: [TestWorkspace, string][] = [];
  for (let count = 0; count < 4; count += 1) {
    const busy = await service.workspace('scale', 100);
    slowJobs.push([busy, await submitLink(slowLink, busy)]);
  }

  const quiet = await service.workspace('scale', 100);
  await comesTo(quiet, await submitLink(link, quiet), 'completed');
  assert.equal(slow, 4);
  for (const [{ client }, id] of slowJobs) await client.jobs.cancel(id);
});

/** The sample counts as a long video where its pictures are decoded. */
const sampleIsLong: ShortVideos = { pixels: 1_000_000, decodingMs: 600_000 };

/** Processes that stop before they decode pictures, as if that took long, until `goOn` is called. */
function slowDecoding() {
  const open = Promise.withResolvers<void>();
  const sources = new Set<string>();
  const run: IngestionProcesses['run'] = (request, watcher, signal) => {
    const onProbed: typeof watcher.onProbed = async (probed) => {
      const caps = await watcher.onProbed(probed);
      if (request.fps > 0) {
        sources.add(request.source);
        await open.promise;
      }
      return caps;
    };
    return processes.run(request, { ...watcher, onProbed }, signal);
  };

  return {
    standIns: { processes: () => ({ run, close: async () => undefined }) },
    /** Number of attempts that were let through to decode pictures. */
    begun: () => sources.size,
    goOn: open.resolve,
  };
}

/** A job for the pictures of the sample, in a workspace of its own, which has no media of it yet. */
async function longLink(): Promise<{ readonly busy: TestWorkspace; readonly id: string }> {
  const busy = await service.workspace('scale', 10_000);
  const { job_id: id } = await busy.client.jobs.create({
    url: link,
    objects: ['dog'],
    fps: 4,
    capabilities: ['objects'],
  });
  return { busy, id };
}

/** The rows of jobs, and how many events of each kind they have. */
async function rowsOf(ids: readonly string[]) {
  const { db } = service.domain;
  const rows = await db.query<JobRow & { events: string[] }>(
    `select jobs.*, array(select kind from events where job_id = jobs.id order by n) as events
     from jobs where id = any ($1) order by created_at, id`,
    [ids],
  );
  return rows;
}

const longTasks = () =>
  service.domain.db.query<{ job_id: string }>(
    `select data ->> 'jobId' as job_id from pgboss.job where name = 'long_analysis' and state < 'completed'`,
  );

test('long videos of many workspaces leave a place for a short one, and each is ingested once', async (t) => {
  const sources = sampleLinks();
  const { standIns, begun, goOn } = slowDecoding();
  const env = { REELSIGHT_WORKER_CONCURRENCY: '1' };
  await worker(t, {}, env, { sources, shortVideos: sampleIsLong, standIns });

  const jobs = await Promise.all(Array.from({ length: 5 }, longLink));
  const ids = jobs.map(({ id }) => id);
  await waitFor(async () => {
    assert.equal((await longTasks()).length, 5);
    assert.equal(begun(), 2);
  });

  const short = await owner.client.jobs.create({
    upload_key: await owner.client.uploads.put(new Blob([await readFile(sample)]), {
      contentType: 'video/mp4',
    }),
    capabilities: ['metadata'],
  });
  assert.equal((await ended(short.job_id)).status, 'completed');
  assert.equal(begun(), 2);

  const waiting = (await rowsOf(ids)).filter((row) => row.worker_id === null);
  assert.equal(waiting.length, 3);
  const [first] = waiting;
  const cancelled = jobs.find(({ id }) => id === first?.id);
  assert.ok(first && cancelled);
  const { client, tenantId } = cancelled.busy;
  const shown = await client.jobs.get(first.id);
  assert.deepEqual(
    [shown.status, shown.started_at, shown.credits_estimated],
    ['processing', null, first.credits_estimated],
  );
  assert.equal(shown.status === 'processing' && shown.progress?.stage, 'ingestion');
  assert.ok(first.credits_reserved > 0);
  assert.equal(first.credits_reserved, first.credits_estimated);

  // The wait costs nothing, and ends at once.
  const end = await client.jobs.cancel(first.id);
  assert.deepEqual([end.status, end.credits_charged], ['cancelled', null]);
  assert.ok(!(await longTasks()).some((task) => task.job_id === first.id));
  const [{ reserved } = { reserved: -1 }] = await service.domain.db.query<{ reserved: number }>(
    'select reserved_credits as reserved from workspaces where id = $1',
    [tenantId],
  );
  assert.equal(reserved, 0);
  await waitFor(async () => assert.deepEqual(await filesOf(first.id), []));
  await client.jobs.delete(first.id);

  goOn();
  const others = jobs.filter(({ id }) => id !== first.id);
  for (const { busy, id } of others) await comesTo(busy, id, 'completed');
  const rows = await rowsOf(others.map(({ id }) => id));
  for (const { events, infrastructure_failures, losses } of rows) {
    assert.deepEqual([infrastructure_failures, losses], [0, 0]);
    assert.deepEqual(events, ['job.created', 'job.started', 'job.completed']);
  }
  // Each link was downloaded once.
  assert.equal(sources.downloads.length, 5);
});

test('a video that only turns out to take long makes room for others, too', async (t) => {
  const { standIns, begun, goOn } = slowDecoding();
  const shortVideos = { pixels: Number.MAX_SAFE_INTEGER, decodingMs: 500 };
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await worker(
    t,
    {},
    { REELSIGHT_WORKER_CONCURRENCY: '1' },
    { sources: sampleLinks(), shortVideos, standIns, log },
  );

  const { busy, id } = await longLink();
  await waitFor(() => assert.equal(begun(), 2));
  assert.equal(lines.filter((line) => line === 'video takes long').length, 1);
  goOn();
  await comesTo(busy, id, 'completed');
});

/** The queue, which calls `onLong` before it takes a task of a long video. */
const queueWith = (onLong: () => void): Queue =>
  new Proxy(service.domain.queue, {
    get(target, name: keyof Queue) {
      const own = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        if (name === 'enqueue' && args[1] === 'long_analysis') onLong();
        return own.apply(target, args);
      };
    },
  });

for (const moment of ['before', 'after'] as const) {
  test(`a worker that dies just ${moment} it gives a long video back costs the job nothing`, async (t) => {
    const own = service.domain.db;
    const sources = sampleLinks();
    let isMoving = false;
    let isDead = false;
    const queue = queueWith(() => {
      isMoving = true;
      if (moment === 'before') throw new Error('killed');
    });
    const db: Database = {
      ...own,
      transaction: async (work) => {
        if (isDead) throw new Error('killed');
        try {
          return await own.transaction(work);
        } finally {
          isDead = isMoving;
        }
      },
    };
    const terms = { sources, shortVideos: sampleIsLong };
    const dying = await worker(t, {}, {}, { ...terms, db, queue });
    const { busy, id } = await longLink();
    await waitFor(() => assert.ok(isDead));
    await dying.close();

    const [left] = await rowsOf([id]);
    assert.equal(left?.status, 'processing');
    assert.equal(left.worker_id === null, moment === 'after');

    // The next process takes up what the dead worker had.
    await own.query(
      `update jobs set heartbeat_at = heartbeat_at - interval '1 hour' where id = $1`,
      [id],
    );
    if (own.kind === 'pglite') await recoverOrphans(service.domain, 'worker_next');
    else await retryStalledJobs(service.domain);
    const lines: string[] = [];
    await worker(t, {}, {}, { ...terms, log: (line) => lines.push(line) });
    await comesTo(busy, id, 'completed');

    const [row] = await rowsOf([id]);
    assert.equal(row?.losses, moment === 'before' ? 1 : 0);
    assert.equal(row.events.filter((kind) => kind === 'job.completed').length, 1);
    assert.equal(lines.filter((line) => line === 'ingestion ended').length, 1);
    assert.equal(sources.downloads.length, 1);
    await waitFor(async () => assert.deepEqual(await longTasks(), []));
  });
}

test('long clips of many workspaces leave a place for a short one of another', async (t) => {
  await worker(
    t,
    {},
    {},
    { standIns: { processes: () => clipProcesses((seconds) => seconds > 60) } },
  );
  const statuses: (() => Promise<string>)[] = [];
  for (let count = 0; count < 5; count += 1) {
    const busy = await service.workspace('scale', 100);
    statuses.push(await newClip(busy, await completedJob(busy), 300));
  }
  const read = () => Promise.all(statuses.map((status) => status()));
  const isMade = (status: string) => status === 'processing';
  await waitFor(async () => assert.ok((await read()).filter(isMade).length >= 2));

  const short = await newClip(owner, await completedJob(owner), 2);
  await waitFor(async () => assert.equal(await short(), 'ready'));
  assert.equal((await read()).filter(isMade).length, 2);
});

test('a short clip that takes long makes room for others, and is made among the long ones', async (t) => {
  // The clips of an earlier test would be made first.
  await service.domain.db.query("delete from pgboss.job where name in ('clip', 'long_clip')");
  let hanging = 0;
  const hangs = () => {
    hanging += 1;
    return hanging <= 6;
  };
  await worker(
    t,
    {},
    {},
    { shortClipMs: 1000, standIns: { processes: () => clipProcesses(hangs) } },
  );
  const statuses: (() => Promise<string>)[] = [];
  for (let count = 0; count < 4; count += 1) {
    const busy = await service.workspace('scale', 100);
    statuses.push(await newClip(busy, await completedJob(busy), 2));
  }

  // Two of them hang again among the long clips.
  await waitFor(() => assert.equal(hanging, 6));
  const short = await newClip(owner, await completedJob(owner), 2);
  await waitFor(async () => assert.equal(await short(), 'ready'));
  await waitFor(async () => {
    const states = await Promise.all(statuses.map((status) => status()));
    assert.deepEqual(states.toSorted(), ['pending', 'pending', 'processing', 'processing']);
  });
});
