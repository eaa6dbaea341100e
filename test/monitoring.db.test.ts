/**
 * Readiness and metrics: cheap to request, hidden from strangers if the operator wants it, and correct when the disk is
 * full.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../server/src/db/database.ts';
import {
  type Answer,
  accepted,
  refused,
  type Subject,
  startSubject,
  urls,
  videoUrl,
} from './interface/subject.ts';

const repeat = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

describe('Asked often', () => {
  let subject: Subject;
  before(async () => {
    subject = await startSubject();
  });
  after(() => subject.close());

  test('many who ask at once share one look', async () => {
    const db = subject.domain.db as { -readonly [Key in keyof Database]: Database[Key] };
    const { query } = db;
    const asked = { ready: 0, depth: 0 };
    db.query = (sql, params, name) => {
      if (sql === 'select 1') asked.ready += 1;
      if (sql.includes("filter (where state < 'active')")) asked.depth += 1;
      return query.call(db, sql, params, name) as never;
    };
    await new Promise((resolve) => setTimeout(resolve, 1100));

    const startedMs = performance.now();
    const answers = await repeat(100, () => subject.stranger.get('/readyz'));
    const metrics = await repeat(100, () => subject.stranger.get('/metrics'));

    db.query = query;
    // One check per second, and one more at the start.
    const most = 2 + Math.floor((performance.now() - startedMs) / 1000);

    for (const answer of answers) {
      assert.equal(answer.status, 200);
      const { status, database, storage, queue, disk, engines, links } = answer.json;
      assert.deepEqual({ status, database, storage, queue }, ready);
      assert.ok(['ok', 'low', 'full', 'unknown'].includes(disk));
      assert.ok(Array.isArray(engines) && links);
    }

    for (const { status, text } of metrics)
      assert.ok(status === 200 && text.includes('reelsight_'));

    assert.ok(asked.ready <= most, `${asked.ready} looks at the database`);
    assert.ok(asked.depth <= most, `${asked.depth} looks at the queue`);
  });

  const ready = { status: 'ok', database: 'ok', storage: 'ok', queue: 'ok' };
});

describe('The program that reads links', () => {
  const metricsOf = async (program: string): Promise<string> => {
    const subject = await startSubject({ REELSIGHT_YTDLP: program });
    const { text } = await subject.stranger.get('/metrics');
    await subject.close();
    return text;
  };

  test('is told with its version, where it is from, and its age', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-monitoring-'));
    const program = join(folder, 'yt-dlp');
    await writeFile(program, '#!/bin/sh\necho 2026.11.01\n', { mode: 0o755 });

    const text = await metricsOf(program);
    await rm(folder, { recursive: true });
    assert.match(
      text,
      /^reelsight_links_program_info\{version="2026.11.01",origin="setting"\} 1$/m,
    );

    const [, seconds] = /^reelsight_links_program_age_seconds (\d+)$/m.exec(text) ?? [];
    assert.equal(Number(seconds) % 86_400, 0);
  });

  test('is absent where there is none', async () => {
    assert.doesNotMatch(await metricsOf('no-such-program'), /^reelsight_links_program_/m);
  });
});

describe('A plain start', () => {
  test('shows its state to programs of the same machine, and not to whom a proxy forwards', async () => {
    const subject = await startSubject({ REELSIGHT_TRUSTED_PROXIES: '127.0.0.1,::1' });
    assert.equal((await subject.stranger.get('/readyz')).json.database, 'ok');
    assert.match((await subject.stranger.get('/metrics')).text, /^# HELP/);

    const forwarding = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Real-IP': '127.0.0.1',
      Via: '1.1 proxy',
    };
    for (const [name, value] of Object.entries(forwarding)) {
      const stranger = subject.stranger.with({ [name]: value });
      assert.deepEqual(Object.keys((await stranger.get('/readyz')).json).sort(), [
        'meta',
        'status',
      ]);
      refused(await stranger.get('/metrics'), 401, 'INVALID_API_KEY');
    }

    await subject.close();
  });
});

describe('Kept from strangers', () => {
  let subject: Subject;
  const token = 'a token of monitoring, 32 characters or more';
  before(async () => {
    subject = await startSubject({ REELSIGHT_METRICS_TOKEN: token });
  });
  after(() => subject.close());

  test('a stranger learns whether the service is ready, and no more', async () => {
    const { status, json } = await subject.stranger.get('/readyz');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json).sort(), ['meta', 'status']);
    refused(await subject.stranger.get('/metrics'), 401, 'INVALID_API_KEY', 'METRICS_TOKEN');
    const wrong = subject.stranger.with({ Authorization: `Bearer ${token}x` });
    refused(await wrong.get('/metrics'), 401, 'INVALID_API_KEY');
    assert.equal((await subject.stranger.get('/healthz')).status, 200);
  });

  test('who has the token, or that of the operator, reads all', async () => {
    for (const caller of [
      subject.stranger.with({ Authorization: `Bearer ${token}` }),
      subject.operator,
    ]) {
      assert.equal((await caller.get('/readyz')).json.database, 'ok');
      assert.match((await caller.get('/metrics')).text, /^# HELP/);
    }
  });

  test('named networks need no token, others do', async () => {
    for (const [networks, status] of [
      ['127.0.0.0/8,::1', 200],
      ['192.0.2.0/24', 401],
    ] as const) {
      const own = await startSubject({ REELSIGHT_METRICS_NETWORKS: networks });
      assert.equal((await own.stranger.get('/metrics')).status, status);
      assert.equal('database' in (await own.stranger.get('/readyz')).json, status === 200);
      await own.close();
    }
  });
});

describe('With too little free space', () => {
  let subject: Subject;
  before(async () => {
    // A reserve larger than any disk, so that the free space is always below it.
    subject = await startSubject({
      REELSIGHT_DISK_RESERVE_MB: '1000000000000',
      REELSIGHT_DISK_RESERVE_PERCENT: '100',
    });
  });
  after(() => subject.close());

  const lowDisk = (answer: Answer): void => {
    refused(answer, 503, 'LOW_DISK', 'disk space');
    assert.equal(answer.headers.get('retry-after'), '60');
  };
  const body = { url: videoUrl, capabilities: ['transcription'] };

  /** Creates a job as if it were from the time before the space ran out. */
  async function earlier(submit: () => Promise<string>): Promise<string> {
    const { ports } = subject.domain;
    Object.assign(subject.domain, { ports: { ...ports, checkDisk: async () => undefined } });
    try {
      return await submit();
    } finally {
      Object.assign(subject.domain, { ports });
    }
  }

  test('no upload, job or batch is taken', async () => {
    const owner = await subject.owner();
    lowDisk(await owner.post('/v1/jobs', body));
    lowDisk(await owner.post('/v1/batch', { urls: urls(2), capabilities: ['transcription'] }));
    lowDisk(
      await owner.post('/v1/uploads/presign', { content_type: 'video/mp4', size_bytes: 1000 }),
    );
    accepted(await owner.post('/v1/jobs', { ...body, dry_run: true }), 200);
    refused(await owner.post('/v1/jobs', { ...body, fps: 9 }), 422, 'VALIDATION_FAILED');

    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 0);
  });

  test('no report is taken', async () => {
    const owner = await subject.owner('scale', 1000);
    const id = await earlier(async () => (await owner.job({ capabilities: ['brands'] })).job_id);
    await subject.worker.complete(id);
    lowDisk(await owner.post('/v1/reports', { job_ids: [id] }));
    assert.deepEqual(accepted(await owner.get('/v1/reports'), 200), []);
  });

  test('a known key answers, and what is there is read, cancelled and deleted', async () => {
    const owner = await subject.owner();
    const key = { 'Idempotency-Key': 'once' };
    const id = await earlier(async () => (await owner.job({}, key)).job_id);
    assert.equal(accepted(await owner.post('/v1/jobs', body, key), 200).job_id, id);
    assert.equal((await owner.read(id)).status, 'pending');
    accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
    accepted(await owner.delete(`/v1/jobs/${id}`), 204);
  });

  test('the service stays ready, and says how it is', async () => {
    const { status, json } = await subject.stranger.get('/readyz');
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.disk, 'low');
    const shown = accepted(await subject.operator.get('/console/v1/operator/overview'), 200);
    assert.equal(shown.disk.state, 'low');
    assert.ok(shown.disk.free_bytes > 0 && shown.disk.total_bytes >= shown.disk.free_bytes);
  });
});
