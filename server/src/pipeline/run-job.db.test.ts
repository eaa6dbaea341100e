/** What an attempt leaves alone that lost its job while it was under way. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { LimitFunction } from 'p-limit';
import { startTestService, type TestService } from '../../../test/service.ts';
import { FilesStorage } from '../storage/files.ts';
import { storageKey } from '../storage/storage-key.ts';
import { runTask, type WorkerRoom } from './run-job.ts';

let folder: string;
let service: TestService;
let storage: FilesStorage;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-attempt-'));
  service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  const options = { uploadUrl: 'http://localhost', signingSecret: 'x', now: Date.now };
  storage = await FilesStorage.open({ ...options, folder: join(folder, 'storage') });
});
after(async () => {
  await storage.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an attempt that loses its job to `update` before its process starts; true where the job's frames are still there. */
async function framesStayAfter(update: string): Promise<boolean> {
  const { client, tenantId } = await service.workspace('scale', 1000);
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const { job_id: id } = await client.jobs.create({ url, capabilities: ['transcription'] });
  const { db } = service.domain;
  const [row] = await db.query<{ task_id: string }>('select task_id from jobs where id = $1', [id]);
  const frame = storageKey('frames', tenantId, id, 'thumbnail.jpg');
  let lose = (): void => assert.fail('nobody listens for the end of the job');
  const loseFirst = async (start: () => Promise<unknown>) => {
    await storage.put(frame, Buffer.from('frame'));
    await db.query(`update jobs set ${update} where id = $1`, [id]);
    lose();
    return start();
  };
  const room: Partial<WorkerRoom> = {
    ...{ domain: service.domain, storage, workerId: 'worker_test' },
    workDir: join(folder, 'work'),
    downloadsDir: join(folder, 'downloads'),
    deadlines: { job: 600_000 } as WorkerRoom['deadlines'],
    starts: loseFirst as unknown as LimitFunction,
    log: () => undefined,
    onEnded: (_id, callback) => {
      lose = callback;
      return () => undefined;
    },
  };
  await runTask(room as WorkerRoom, {
    id: row?.task_id ?? '',
    data: { jobId: id },
    signal: new AbortController().signal,
    heartbeat: async () => undefined,
  });
  return (await storage.head(frame)) !== null;
}

test('frames of a job that another attempt completed, or still works on, stay', async () => {
  const again = 'attempt = attempt + 1';
  assert.ok(await framesStayAfter(`status = 'completed', completed_at = now(), ${again}`));
  assert.ok(await framesStayAfter(again));
});

test('frames of a job that was cancelled leave', async () => {
  const cancelled = "status = 'cancelled', completed_at = now(), stage = null";
  assert.equal(await framesStayAfter(cancelled), false);
});
