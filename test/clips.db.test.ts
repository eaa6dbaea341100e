/** Clips are requested over HTTP, made by a worker from an uploaded video, fetched, and checked frame by frame. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clip, CreateClip, Results } from '@reelsight/contract';
import { lockJob } from '../server/src/db/jobs/jobs.ts';
import { lockWorkspace } from '../server/src/db/workspaces/workspaces.ts';
import { sweeps } from '../server/src/domain/upkeep/sweep.ts';
import { decodeFrames, decodeSound } from '../server/testing/media/decoded.ts';
import { makeClip } from '../server/testing/media/made-clip.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { type Answer, accepted, Caller, refused } from './interface/subject.ts';

const fps = 25;
const seconds = 40;
const box = { x: 0.25, y: 0.25, width: 0.25, height: 0.25 };

const seen = (start: number, end: number) => ({
  timestamp: start,
  timestamp_start: start,
  timestamp_end: end,
  confidence: 0.9,
  visible_duration: end - start,
  context: 'on screen',
  source: 'visual' as const,
});
const detected = (timestamp: number) => ({
  timestamp,
  confidence: 0.9,
  bounding_box: box,
  source: 'logo' as const,
  verified: true,
});
const brand = (name: string, appearances: object[], frames: object[] = []) => ({
  name,
  confidence: 0.9,
  total_appearances: appearances.length,
  first_seen: 0,
  last_seen: 1,
  appearances,
  frame_detections: frames,
});

const results = {
  brands: [
    brand(
      'Acme',
      // The second and third appearances overlap; the last one is only spoken.
      [
        seen(2, 4),
        seen(10, 12),
        seen(11, 13.2),
        { timestamp: 20, context: 'said', source: 'audio' },
      ],
      [detected(2), detected(3), detected(10), detected(11), detected(12), detected(13)],
    ),
    brand('Élan Vital', [seen(30, 31)], [detected(30)]),
    brand('Silent', []),
  ],
  objects: [],
  meta: { fps_used: 1, frames_analyzed: 40, engines: {} },
} as unknown as Results;

describe('clips of an uploaded video', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let owner: Caller;
  let folder = '';
  let jobId = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clips-'));
    service = await startTestService({
      REELSIGHT_ROLE: 'all',
      REELSIGHT_HOSTS: '1',
      REELSIGHT_CLIPS_OF_WORKSPACE: '3',
      REELSIGHT_CLIPS_AT_ONCE: '1',
      REELSIGHT_SANDBOX: 'auto',
    });
    workspace = await service.workspace('scale', 100_000);
    owner = new Caller(service.apiUrl, { 'X-Api-Key': workspace.apiKey });

    jobId = await completed(workspace);
  });

  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A completed job of a ten-second video whose brightness tells the second: it grows by 10 luma per second. */
  async function completed(of: TestWorkspace, made = results): Promise<string> {
    const path = join(folder, 'source.mkv');
    if (!existsSync(path))
      makeClip(path, {
        video: {
          width: 320,
          height: 180,
          times: Array.from({ length: fps * seconds }, (_, index) => index / fps),
          draw: (time) => [{ left: 0, top: 0, width: 320, height: 180, luma: lumaOf(time) }],
        },
        tones: [{ start: 0, end: seconds }],
      });

    const key = await of.client.uploads.put(new Blob([await readFile(path)]), {
      contentType: 'video/webm',
    });
    const job = await of.client.jobs.create({ upload_key: key, capabilities: ['metadata'] });
    const ended = await of.client.jobs.wait(job.job_id);
    assert.equal(ended.status, 'completed');
    await service.domain.db.query('update job_results set results = $2 where job_id = $1', [
      job.job_id,
      JSON.stringify(made),
    ]);

    return job.job_id;
  }

  const lumaOf = (time: number): number => 30 + 5 * Math.floor(time + 1e-9);
  const ask = (body: CreateClip, of = jobId): Promise<Answer> =>
    owner.post(`/v1/jobs/${of}/clips`, body);
  const read = async (id: string): Promise<Clip> =>
    accepted(await owner.get(`/v1/clips/${id}`), 200);

  async function made(body: CreateClip): Promise<Clip> {
    const { clip_id: id } = accepted(await ask(body), 202);
    return ended(id);
  }

  /**
   * Returns the clip when it is `ready` or `failed`. Polls the database, because the API limits a workspace's calls per
   * minute.
   */
  async function ended(id: string): Promise<Clip> {
    await waitFor(async () => {
      const [row] = await service.domain.db.query<{ status: string }>(
        'select status from clips where id = $1',
        [id],
      );
      assert.ok(row?.status === 'ready' || row?.status === 'failed', row?.status);
    });
    return read(id);
  }

  async function fetched(clip: Clip): Promise<string> {
    const response = await fetch(service.apiUrl + clip.url, {
      headers: { 'X-Api-Key': workspace.apiKey },
    });
    assert.equal(response.status, 200);

    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.length, clip.size_bytes);

    const path = join(folder, `${clip.clip_id}.${clip.format}`);
    await writeFile(path, bytes);

    return path;
  }

  /**
   * The seconds of the source video that a clip shows, derived from the brightness, with the number of frames of each.
   */
  function secondsIn(path: string): Record<number, number> {
    const counts: Record<number, number> = {};
    for (const { luma, width, height } of decodeFrames(path)) {
      const at = luma[Math.round(height * 0.9) * width + Math.round(width * 0.9)] ?? 0;
      const second = Math.round((at - 30) / 5);
      counts[second] = (counts[second] ?? 0) + 1;
    }
    return counts;
  }

  test('a range becomes an MP4 with its frames and its sound, which is fetched whole and in ranges', async () => {
    const clip = await made({ ranges: [{ start: 5, end: 7.4 }], format: 'mp4' });
    assert.deepEqual([clip.status, clip.error], ['ready', null]);
    assert.equal(clip.duration_seconds, 2.4);
    assert.deepEqual([clip.percent, clip.width, clip.height], [100, 320, 180]);

    const path = await fetched(clip);
    assert.deepEqual(secondsIn(path), { 5: 25, 6: 25, 7: 10 });
    assert.ok(Math.abs(decodeSound(path).seconds - 2.4) < 0.03);

    const bytes = await readFile(path);
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'a player can begin before its end');

    const part = await fetch(service.apiUrl + clip.url, {
      headers: { 'X-Api-Key': workspace.apiKey, Range: 'bytes=10-19' },
    });
    assert.deepEqual([part.status, part.headers.get('content-type')], [206, 'video/mp4']);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20));
  });

  test('a reel of a brand holds each of its moments once, padded, and where it is said', async () => {
    const clip = await made({ brand: 'acme', padding_seconds: 0.48, format: 'mp4' });
    assert.deepEqual(clip.ranges, [
      { start: 1.52, end: 4.48 },
      { start: 9.52, end: 13.68 },
      { start: 18.52, end: 22.48 },
    ]);
    assert.equal(clip.duration_seconds, 11.08);

    const counts = secondsIn(await fetched(clip));
    assert.equal(counts[11], 25, 'what overlaps is there once');
    assert.equal(
      Object.values(counts).reduce((sum, one) => sum + one),
      277,
    );
  });

  test('boxes are drawn where the brand is, and only then', async () => {
    const clip = await made({ brand: 'Acme', padding_seconds: 1, boxes: true, format: 'mp4' });
    const frames = decodeFrames(await fetched(clip));
    const at = (time: number) => frames.find((frame) => Math.abs(frame.time - time) < 0.021);
    const edge = (time: number): number => {
      const frame = at(time);
      assert.ok(frame);
      const inside = frame.luma[60 * 320 + 120] ?? 0;
      const line = frame.luma[Math.round(0.375 * 180) * 320 + 79] ?? 0;
      return Math.abs(line - inside);
    };

    // The clip begins at second 1 of the video.
    assert.ok(edge(0.5) < 8, 'no box before');
    assert.ok(edge(2) > 15, 'a box while it is seen');
    assert.ok(edge(3.6) < 8, 'no box after');
  });

  test('the same clip is made once, another is another', async () => {
    const body: CreateClip = { ranges: [{ start: 3, end: 4 }], format: 'gif' };
    const first = await made(body);
    const again = accepted(await ask(body), 202);
    assert.deepEqual([again.clip_id, again.status], [first.clip_id, 'ready']);

    const boxed = accepted(await ask({ ...body, boxes: true }), 202);
    assert.notEqual(boxed.clip_id, first.clip_id);

    const listed = accepted(await owner.get(`/v1/jobs/${jobId}/clips?limit=1`), 200);
    assert.equal(listed.length, 1);
    assert.equal(listed[0].clip_id, boxed.clip_id);
  });

  test('what cannot be made is refused in words', async () => {
    const cases: [CreateClip, RegExp][] = [
      [{ brand: 'Nike', format: 'mp4' }, /brand: The results hold no “Nike”.*Acme/],
      [{ object: 'dog', format: 'mp4' }, /object: The results hold no “dog”/],
      [{ brand: 'Silent', format: 'mp4' }, /no moments/],
      [{ ranges: [{ start: 50, end: 60 }], format: 'mp4' }, /The video ends at 40 s/],
      [{ ranges: [{ start: 0, end: 16 }], format: 'gif' }, /last 16 s.*at most 15 s/],
      [{ ranges: [{ start: 5, end: 5 }], format: 'mp4' }, /later than start/],
      [{ ranges: [], format: 'mp4' }, /ranges/],
      [{ ranges: Array(101).fill({ start: 1, end: 2 }), format: 'mp4' }, /ranges/],
      [{ ranges: [{ start: -1, end: 2 }], format: 'mp4' }, /ranges/],
      [{ ranges: [{ start: 0, end: Number.NaN }], format: 'mp4' }, /ranges/],
      [{ ranges: [{ start: 4, end: 2 }], format: 'mp4' }, /later than start/],
      [{ brand: 'Acme', object: 'dog', format: 'mp4' }, /one of ranges, brand and object/],
      [{ brand: 'Acme', padding_seconds: 6, format: 'mp4' }, /padding_seconds/],
    ];
    for (const [body, text] of cases) {
      const answer = await ask(body);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.match(answer.json.error.message, text);
    }

    const thousand = Array(1000).fill({ start: 1, end: 2 });
    refused(await ask({ ranges: thousand, format: 'mp4' }), 413, 'BODY_TOO_LARGE');
    refused(await ask({ brand: 'Acme', format: 'mp4' }, 'job_nobody'), 404, 'JOB_NOT_FOUND');

    const link = await workspace.client.jobs.create({
      url: 'https://youtu.be/dQw4w9WgXcQ',
      capabilities: ['metadata'],
    });
    refused(
      await ask({ ranges: [{ start: 0, end: 1 }], format: 'mp4' }, link.job_id),
      409,
      'JOB_NOT_COMPLETED',
    );
    await workspace.client.jobs.cancel(link.job_id).catch(() => undefined);
  });

  test('moments are those that people corrected', async () => {
    const of = await completed(workspace);
    const correct = (body: object) => owner.post(`/v1/jobs/${of}/corrections`, body);
    const renamed = { kind: 'rename', target: 'brand', name: 'Élan Vital', new_name: 'Orbit' };
    accepted(await correct(renamed), 201);
    accepted(await correct({ kind: 'dismiss', target: 'brand', name: 'Acme' }), 201);
    refused(await ask({ brand: 'Acme', format: 'mp4' }, of), 422, 'VALIDATION_FAILED');

    const clip = accepted(await ask({ brand: 'Orbit', format: 'mp4' }, of), 202);
    assert.deepEqual(clip.ranges, [{ start: 30, end: 31 }]);
    assert.equal((await ended(clip.clip_id)).status, 'ready');
  });

  test('results of hours are not parsed where others are answered', async (t) => {
    const detections = Array.from({ length: 40_000 }, (_, index) => detected(index / 1000));
    const appearances = Array.from({ length: 20_000 }, () => seen(2, 4));
    const long = { ...results, brands: [brand('Acme', appearances, detections)] } as Results;
    const other = await service.workspace('scale', 1000);
    const of = await completed(other, long);
    const its = new Caller(service.apiUrl, { 'X-Api-Key': other.apiKey });
    const clipOf = async (body: object): Promise<Clip> =>
      accepted(await its.post(`/v1/jobs/${of}/clips`, body), 202);
    const parse = t.mock.method(JSON, 'parse');
    const { clip_id: id } = await clipOf({ brand: 'Acme', boxes: true, format: 'mp4' });
    await waitFor(async () => {
      assert.equal(accepted(await its.get(`/v1/clips/${id}`), 200).status, 'ready');
      await sleep(100);
    });

    const lengths = parse.mock.calls.map(({ arguments: [text] }) => String(text).length);
    parse.mock.restore();
    assert.ok(JSON.stringify(long).length > 5_000_000);
    assert.ok(Math.max(...lengths) < 500_000, `${Math.max(...lengths)} characters at once`);

    // After a correction, the boxes are drawn again.
    const same = { ranges: [{ start: 5, end: 6 }], boxes: true, format: 'gif' };
    const first = await clipOf(same);
    assert.equal((await clipOf(same)).clip_id, first.clip_id);

    const correct = { kind: 'rename', target: 'brand', name: 'Acme', new_name: 'Orbit' };
    accepted(await its.post(`/v1/jobs/${of}/corrections`, correct), 201);
    assert.notEqual((await clipOf(same)).clip_id, first.clip_id);
    assert.deepEqual((await clipOf({ brand: 'Orbit', format: 'mp4' })).ranges, [
      { start: 2, end: 4 },
    ]);
  });

  test('of another workspace there is nothing', async () => {
    const clip = await made({ ranges: [{ start: 1, end: 2 }], format: 'mp4' });
    const stranger = await service.workspace();
    const other = new Caller(service.apiUrl, { 'X-Api-Key': stranger.apiKey });

    for (const path of ['', '/file'])
      refused(await other.get(`/v1/clips/${clip.clip_id}${path}`), 404, 'NOT_FOUND');

    refused(await other.delete(`/v1/clips/${clip.clip_id}`), 404, 'NOT_FOUND');
    refused(await other.get(`/v1/jobs/${jobId}/clips`), 404, 'JOB_NOT_FOUND');
    refused(
      await other.post(`/v1/jobs/${jobId}/clips`, { brand: 'Acme', format: 'mp4' }),
      404,
      'JOB_NOT_FOUND',
    );
  });

  test('a deleted clip, one nobody asks for any more and those of a deleted job leave no file', async () => {
    const of = await completed(workspace);
    const files = async (): Promise<string[]> =>
      readdir(join(service.dataDir, 'storage', 'clips', workspace.tenantId, of)).catch(() => []);
    const make = async (start: number): Promise<string> => {
      const body: CreateClip = { ranges: [{ start, end: start + 1 }], format: 'mp4' };
      const { clip_id: id } = accepted(await ask(body, of), 202);
      assert.equal((await ended(id)).status, 'ready');
      return id;
    };
    const ids = [await make(1), await make(2), await make(3)];

    assert.equal((await files()).length, 3);
    assert.equal((await owner.delete(`/v1/clips/${ids[0]}`)).status, 204);
    refused(await owner.get(`/v1/clips/${ids[0]}`), 404, 'NOT_FOUND');
    await waitFor(async () => assert.equal((await files()).length, 2));

    const { db } = service.domain;
    await db.query("update clips set expires_at = now() - interval '1 minute' where id = $1", [
      ids[1],
    ]);
    await sweeps.clips.run(service.domain);
    await waitFor(async () => assert.deepEqual(await files(), [`${ids[2]}.mp4`]));
    await workspace.client.jobs.delete(of);
    await waitFor(async () => assert.deepEqual(await files(), []));
    refused(await owner.get(`/v1/clips/${ids[2]}`), 404, 'NOT_FOUND');
  });

  test('a clip whose worker was killed is made again, and one whose task is lost has failed', async () => {
    const { db } = service.domain;
    const body: CreateClip = { ranges: [{ start: 21, end: 22 }], format: 'mp4' };
    const first = accepted(await ask(body), 202);
    assert.equal((await ended(first.clip_id)).status, 'ready');

    const taskEnded = () =>
      waitFor(async () => {
        const open = await db.query(
          `select 1 from pgboss.job where name = 'clip' and data ->> 'clipId' = $1 and state <> 'completed'`,
          [first.clip_id],
        );
        assert.deepEqual(open, [], 'its task has ended too');
      });
    await taskEnded();
    // Sets the state in which the queue finds a clip a minute after the worker's last sign of life.
    await db.query("update clips set status = 'processing', percent = 40 where id = $1", [
      first.clip_id,
    ]);
    await db.query(
      `update pgboss.job set state = 'retry', completed_on = null, start_after = now()
       where name = 'clip' and data ->> 'clipId' = $1`,
      [first.clip_id],
    );
    assert.equal((await ended(first.clip_id)).status, 'ready');

    const [row] = await db.query<{ attempt: number }>('select attempt from clips where id = $1', [
      first.clip_id,
    ]);
    assert.equal(row?.attempt, 2);
    await taskEnded();
    await db.query("update clips set status = 'processing' where id = $1", [first.clip_id]);
    await sweeps.clips.run(service.domain);

    const lost = await read(first.clip_id);
    assert.deepEqual([lost.status, lost.error?.code], ['failed', 'PROCESSING_ERROR']);

    const again = await made(body);
    assert.notEqual(again.clip_id, first.clip_id);
    assert.equal(again.status, 'ready');
  });

  test('clips of one workspace do not hold up those of another', async () => {
    const other = await service.workspace('scale', 100_000);
    const theirs = await completed(other);
    const long = [0, 1, 2].map((at) => ({
      format: 'mp4' as const,
      ranges: [{ start: at, end: 39 }],
      boxes: true,
    }));
    const ids: string[] = [];

    for (const body of long) ids.push(accepted(await ask(body), 202).clip_id);
    const short = await other.client.jobs.createClip(theirs, {
      format: 'mp4',
      ranges: [{ start: 1, end: 2 }],
    });
    const clip = await other.client.clips.wait(short.clip_id, { intervalMs: 100 });
    assert.equal(clip.status, 'ready');

    const left = await Promise.all(ids.map(async (id) => (await read(id)).status));
    assert.ok(left.includes('pending'), `${left}: ours still wait, one after the other`);
    // Polls the database, because that many API calls would exceed the plan's rate.
    await waitFor(async () => {
      const rows = await service.domain.db.query(
        "select 1 from clips where id = any ($1) and status = 'ready'",
        [ids],
      );
      assert.equal(rows.length, ids.length);
    });
  });

  test('a video that is no longer held is said to be gone, before and after it was asked', async () => {
    const of = await completed(workspace);
    const { db } = service.domain;
    const [row] = await db.query<{ upload_key: string }>(
      'select upload_key from jobs where id = $1',
      [of],
    );
    await rm(join(service.dataDir, 'storage', row?.upload_key ?? ''), { force: true });

    const answer = await ask({ ranges: [{ start: 0, end: 1 }], format: 'mp4' }, of);
    refused(answer, 409, 'MEDIA_GONE');
    assert.match(answer.json.error.message, /no longer held. Upload and analyse it again/);
  });

  test('a clip that is asked for while somebody changes its job waits for the job, not with the workspace', async () => {
    const body: CreateClip = { ranges: [{ start: 7, end: 8 }], format: 'gif' };
    const asked = await service.domain.db.transaction(async (tx) => {
      await lockJob(tx, jobId);
      const answer = ask(body);
      await sleep(1000);
      await lockWorkspace(tx, workspace.tenantId);
      // Returned in an object, so that the transaction does not wait for the promise.
      return { answer };
    });
    await ended(accepted(await asked.answer, 202).clip_id);
  });

  test('more clips than a workspace may have waiting are refused', async () => {
    const { db } = service.domain;
    await db.query(
      "update pgboss.job set start_after = now() + interval '1 hour' where name = 'clip'",
    );

    const bodies = Array.from({ length: 4 }, (_, index) => ({
      format: 'mp4' as const,
      ranges: [{ start: 10 + index, end: 39 }],
    }));
    const answers: Answer[] = [];

    for (const body of bodies) answers.push(await ask(body));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 429],
    );
  });
});
