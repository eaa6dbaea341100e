/** What the service accepts from a runner, and what it refuses: a script speaks the protocol, honestly or not. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { partsOf } from '../server/src/db/jobs/job-parts.ts';
import { partProtocol } from '../server/src/perception/part.ts';
import { longestTexts } from '../server/testing/longest-texts.ts';
import { uploadSample } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are only inspected
type Json = any;

let service: TestService;
let owner: TestWorkspace;
before(async () => {
  service = await startTestService({
    REELSIGHT_ROLE: 'all',
    REELSIGHT_SERVES: 'none',
    // Long parts, so that the job has one part of each kind.
    REELSIGHT_PART_SECONDS: '60',
    REELSIGHT_YTDLP: 'no-such-program',
  });
  owner = await service.workspace('scale', 100_000);
});
after(() => service.close());

interface Answer {
  headers: Headers;
  readonly status: number;
  readonly json: Json;
  readonly bytes: Buffer;
}

/** The process of a runner, as far as the service can see it. */
class Speaker {
  readonly token: string;
  readonly id: string;
  readonly instance = randomUUID();

  readonly url: string;

  constructor({ runner_id, token }: { runner_id: string; token: string }, url = service.apiUrl) {
    this.url = url;
    this.id = runner_id;
    this.token = token;
  }

  async call(
    method: string,
    path: string,
    {
      body,
      headers = {},
      signal,
    }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    const raw = body instanceof Uint8Array || typeof body === 'string';
    const type = raw ? 'application/octet-stream' : 'application/json';
    const answer = await fetch(`${this.url}/runner/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as string }),
      ...(signal && { signal }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json');
    const { status, headers: said } = answer;

    return { status, headers: said, bytes, json: isJson ? JSON.parse(bytes.toString()) : null };
  }

  get said() {
    return { protocol: partProtocol, version: '9.9.9', instance: this.instance };
  }

  beat(more: object = {}): Promise<Answer> {
    const body = { ...this.said, serves: ['hear', 'see', 'join'], hosts: 8, engines: [], ...more };
    return this.call('POST', '/heartbeat', { body });
  }

  async claims(more: object = {}): Promise<Json[]> {
    const answer = await this.claim(more);
    assert.equal(answer.status, 200, answer.bytes.toString());
    return answer.json.data.parts;
  }

  claim(more: object = {}, signal?: AbortSignal): Promise<Answer> {
    const body = { ...this.said, serves: ['hear', 'see', 'join'], count: 8, wait_seconds: 20 };
    return this.call('POST', '/claims', { body: { ...body, ...more }, ...(signal && { signal }) });
  }

  send(task: string, result: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/vnd.reelsight.part+json' };
    const body = typeof result === 'string' ? result : JSON.stringify(result);
    return this.call('PUT', `/parts/${task}/result`, { body, headers });
  }

  leave(): Promise<Answer> {
    return this.call('DELETE', `/instances/${this.instance}`);
  }
}

async function speaker(): Promise<Speaker> {
  const made = new Speaker(await service.admin.runners.create({ name: 'script' }));
  assert.equal((await made.beat()).status, 200);
  return made;
}

async function submit(capabilities: string[]): Promise<string> {
  const upload_key = await uploadSample(owner.client);
  const asked = { upload_key, objects: ['dog'], fps: 1, capabilities } as Json;
  return (await owner.client.jobs.create(asked)).job_id;
}

/** Claims all parts of this kind for the speaker, and gives other parts back. */
async function claimed(who: Speaker, kind: string, jobId: string): Promise<Json> {
  for (;;) {
    await who.beat();
    const parts = await who.claims({
      serves: [kind === 'join' ? 'join' : kind === 'hear' ? 'hear' : 'see'],
    });
    const part = parts.find((one) => one.kind === kind && one.job_id === jobId);
    for (const other of parts) if (other !== part) await giveBack(who, other.task);
    if (part) return part;
  }
}

const giveBack = (who: Speaker, task: string): Promise<Answer> =>
  who.call('POST', `/parts/${task}/interruption`, { body: { why: 'closing', detail: 'test' } });

const refused = ({ status, json, bytes }: Answer, expected: number, code: string): string => {
  assert.deepEqual([status, json?.error?.code], [expected, code], bytes.toString().slice(0, 300));
  return json.error.message;
};

const cancel = (id: string) => owner.client.jobs.cancel(id);

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const info = { name: 'e', version: '1', kind: 'embedded' };

describe('The token', () => {
  test('wrong, of another kind, or none: 401, also for paths that do not exist', async () => {
    for (const token of ['rs_runner_wrong', service.adminToken, owner.apiKey, '']) {
      const stranger = new Speaker({ runner_id: 'rnr_0', token });
      refused(await stranger.beat(), 401, 'INVALID_API_KEY');
      refused(await stranger.call('GET', '/nothing'), 401, 'INVALID_API_KEY');
    }
  });

  test('is good for the calls of runners alone', async () => {
    const who = await speaker();
    const headers = { authorization: `Bearer ${who.token}`, 'x-api-key': who.token };
    for (const path of ['/v1/jobs', '/admin/v1/runners', '/console/v1/operator/overview'])
      assert.equal((await fetch(service.apiUrl + path, { headers })).status, 401, path);
    refused(await who.call('GET', '/nothing'), 404, 'NOT_FOUND');
  });

  test('revoked: a claim that waits is refused at once, and so is every call', async () => {
    const who = await speaker();
    const waiting = who.claim({ wait_seconds: 25 });

    await sleep(300);
    const at = performance.now();

    await service.admin.runners.revoke(who.id);
    refused(await waiting, 401, 'INVALID_API_KEY');
    assert.ok(performance.now() - at < 15_000, `${Math.round(performance.now() - at)} ms`);
    refused(await who.beat(), 401, 'INVALID_API_KEY');
    await assert.rejects(service.admin.runners.revoke(who.id), /no such runner/);

    const listed = (await service.admin.runners.list()).find((one) => one.runner_id === who.id);
    assert.equal(listed?.status, 'revoked');
  });

  test('revoked in the middle: its parts are given back at once', async () => {
    const who = await speaker();
    const other = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);

    await service.admin.runners.revoke(who.id);
    refused(await who.send(part.task, {}), 401, 'INVALID_API_KEY');

    const again = await claimed(other, 'detect', id);
    assert.deepEqual([again.number, again.crashes], [part.number, 0]);
    await cancel(id);
  });
});

describe('Claims', () => {
  test('another protocol is refused with the version to install', async () => {
    const who = await speaker();
    for (const answer of [
      await who.beat({ protocol: 99, version: '9.9.9' }),
      await who.claim({ protocol: 0 }),
    ])
      assert.match(refused(answer, 409, 'RUNNER_VERSION'), /Install version \d+\.\d+\.\d+/);
  });

  test('without a heartbeat nothing is claimed', async () => {
    const who = new Speaker(await service.admin.runners.create({ name: 'silent' }));
    refused(await who.claim(), 409, 'PART_LOST');
  });

  test('a process holds no more parts than its hosts, however often it asks', async () => {
    const who = await speaker();
    await who.beat({ hosts: 2 });

    const ids = [await submit(['objects']), await submit(['objects']), await submit(['objects'])];
    const first = await who.claims({ serves: ['see'] });
    while (first.length < 2) first.push(...(await who.claims({ serves: ['see'] })));
    assert.equal(first.length, 2);
    assert.deepEqual(await who.claims({ wait_seconds: 0 }), []);
    assert.deepEqual(await who.claims({ wait_seconds: 1.5 }), []);
    for (const id of ids) await cancel(id);
    await who.leave();
  });

  test('bad numbers and texts are refused', async () => {
    const who = await speaker();
    const wrong = [
      { count: 0 },
      { count: 65 },
      { count: 1.5 },
      { serves: [] },
      { serves: ['analysis'] },
    ];
    const more = [{ wait_seconds: 31 }, { instance: '../x' }, { wait_seconds: '1' }, { more: 1 }];
    for (const one of [...wrong, ...more]) refused(await who.claim(one), 422, 'VALIDATION_FAILED');

    for (const one of [{ hosts: 0 }, { hosts: 1000 }, { version: 'x'.repeat(100) }])
      refused(await who.beat(one), 422, 'VALIDATION_FAILED');
  });

  test('a claim whose asker went away leaves its parts to others', async () => {
    const gone = await speaker();
    const other = await speaker();
    const left = new AbortController();
    const waiting = gone.claim({ serves: ['hear'] }, left.signal).catch(() => null);

    await sleep(300);
    left.abort();
    await waiting;

    const id = await submit(['transcription']);
    const parts = await other.claims({ serves: ['hear'] });
    assert.equal(parts[0]?.job_id, id);
    await cancel(id);
    await other.leave();
  });

  test('a newer claim of the same process ends an older one', async () => {
    const who = await speaker();
    const older = who.claims({ wait_seconds: 25 });
    await sleep(300);
    const newer = who.claims({ wait_seconds: 1 });
    assert.deepEqual(await older, []);
    assert.deepEqual(await newer, []);
  });
});

describe('Files', () => {
  test('only of parts it holds, only what such a part needs, and no path leads elsewhere', async () => {
    const who = await speaker();
    const other = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const read = (speaker: Speaker, name: string, range?: string) =>
      speaker.call('GET', `/parts/${part.task}/files/${name}`, {
        headers: range ? { range } : {},
      });
    const whole = await read(who, 'ingestion/media.json');
    assert.equal(whole.status, 200);

    const some = await read(who, 'ingestion/frames.pack', 'bytes=0-2');
    assert.deepEqual([some.status, some.bytes.toString('hex')], [206, 'ffd8ff']);
    assert.equal((await read(who, 'ingestion/frames.pack', 'bytes=999999999-')).status, 416);

    const rest = await read(who, 'ingestion/media.json', 'bytes=5-');
    assert.deepEqual([rest.status, rest.bytes], [206, whole.bytes.subarray(5)]);
    assert.match(whole.headers.get('etag') ?? '', /^".+"$/);
    assert.equal(rest.headers.get('etag'), whole.headers.get('etag'));
    refused(await read(other, 'ingestion/media.json'), 404, 'NOT_FOUND');

    const names = [
      'ingestion/sound.pack',
      'ingestion/none.json',
      '..%2f..%2fadmin-token',
      'ingestion/%2e%2e/%2e%2e/admin-token',
      'parts/hear-00001.json',
      'merging/transcript.json',
      'brands/brand_0/logo_0.png',
      '%00',
      '',
    ];
    for (const name of names) refused(await read(who, name), 404, 'NOT_FOUND');
    refused(
      await who.call('GET', `/parts/${randomUUID()}/files/ingestion/media.json`),
      404,
      'NOT_FOUND',
    );
    refused(await who.call('GET', '/parts/%27--/files/ingestion/media.json'), 404, 'NOT_FOUND');
    await giveBack(who, part.task);
    refused(await read(who, 'ingestion/media.json'), 404, 'NOT_FOUND');
    await cancel(id);
  });
});

describe('Results that are not true', () => {
  const nothingSeen = {
    engines: [],
    sightings: [],
    looks: [],
    unsupported: [],
    degraded: false,
    failure: null,
  };
  const sighting = { sample: 0, box, name: 'dog', confidence: 0.9, look: 0, engine: 0 };
  const seen = (change: object) => ({
    ...nothingSeen,
    engines: [{ info, minConfidence: 0.5 }],
    sightings: [{ ...sighting, ...change }],
  });

  test('of pictures: form, samples, boxes, engines, usage', async () => {
    const who = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const send = (artifact: unknown, more: object = {}) =>
      who.send(part.task, { usage: {}, found: {}, artifact, ...more });
    const lies: unknown[] = [
      null,
      {},
      [],
      { spans: [], failure: null },
      { ...nothingSeen, more: 1 },
      seen({ box: { ...box, x: 1.5 } }),
      seen({ box: { ...box, width: 0.95 } }),
      seen({ box: { ...box, y: -1 } }),
      seen({ sample: 100_000 }),
      seen({ sample: -1 }),
      seen({ sample: 0.5 }),
      seen({ confidence: 2 }),
      seen({ engine: 5 }),
      seen({ look: 100_000 }),
      seen({ name: 'x'.repeat(1000) }),
      { ...nothingSeen, looks: [{ sighting: 0, confidence: 1, byModel: true }] },
    ];
    for (const lie of lies) refused(await send(lie), 422, 'VALIDATION_FAILED');

    const used = [
      { tokens_in: 1e12 },
      { object_frames: 1e6 },
      { audio_seconds: 100 },
      { object_frames: -1 },
      { gold: 1 },
      { object_frames: 'many' },
    ];
    for (const usage of used) refused(await send(nothingSeen, { usage }), 422, 'VALIDATION_FAILED');

    const found = [
      { things: [{ name: 'dog', start: 0, end: 1e6 }] },
      { things: 'dog' },
      { secrets: [] },
      { things: Array(20_001).fill({ name: 'dog', start: 0, end: 1 }) },
    ];
    for (const one of found)
      refused(await send(nothingSeen, { found: one }), 422, 'VALIDATION_FAILED');

    // A refused result does not end the part: the runner still holds it.
    assert.equal((await send(nothingSeen)).status, 204);
    await cancel(id);
  });

  test('of sound: spans, times, speech', async () => {
    const who = await speaker();
    const id = await submit(['transcription']);
    const part = await claimed(who, 'hear', id);
    const { start_seconds: start, end_seconds: end } = part;
    const span = {
      start,
      end,
      utterances: [],
      speechSeconds: 0,
      language: null,
      degraded: false,
      engine: info,
    };
    const word = { start, end, text: 'word' };
    const heard = (change: object) => ({ spans: [{ ...span, ...change }], failure: null });
    const lies: unknown[] = [
      { spans: [] },
      heard({ start: start + 1 }),
      heard({ end: end + 100 }),
      heard({ speechSeconds: 1e9 }),
      heard({ utterances: [{ ...word, words: [{ ...word, end: end + 500 }], text: undefined }] }),
      heard({ utterances: [{ start, end, words: [{ ...word, start: end, end: start - 0.1 }] }] }),
      heard({ utterances: [{ start, end, words: [{ ...word, text: 'x'.repeat(1000) }] }] }),
      heard({ engine: { ...info, kind: 'magic' } }),
      { spans: Array(50).fill(span), failure: null },
    ];
    for (const artifact of lies)
      refused(
        await who.send(part.task, { usage: {}, found: {}, artifact }),
        422,
        'VALIDATION_FAILED',
      );

    const sent = { usage: { audio_seconds: end }, found: {}, artifact: heard({}) };
    assert.equal((await who.send(part.task, sent)).status, 204);
    await cancel(id);
  });

  test('of many megabytes are read in a thread, and the API does less than half of the work', async () => {
    const who = await speaker();
    const id = await submit(['transcription']);
    const part = await claimed(who, 'hear', id);
    const { start_seconds: start, end_seconds: end } = part;
    const utterance = { start, end, words: Array(300_000).fill({ start, end, text: 'word' }) };
    const span = { start, end, utterances: [utterance], speechSeconds: 0, language: null };
    const artifact = { spans: [{ ...span, degraded: false, engine: info }], failure: null };
    const result = JSON.stringify({ usage: { audio_seconds: -1 }, found: {}, artifact });
    assert.ok(result.length > 10 * 2 ** 20 && result.length < 16 * 2 ** 20, `${result.length}`);

    // The first result starts the thread.
    refused(await who.send(part.task, result), 422, 'VALIDATION_FAILED');
    const allFrom = process.cpuUsage();
    const ownFrom = process.threadCpuUsage();
    refused(await who.send(part.task, result), 422, 'VALIDATION_FAILED');
    const own = process.threadCpuUsage(ownFrom).user;
    const all = process.cpuUsage(allFrom).user;
    // It was more than 0.58 of it when the API read results itself.
    assert.ok(own < all / 2, `${own} µs of ${all} µs`);
    await cancel(id);
  });

  test('of many megabytes are stored as bytes that only threads parse and write', async () => {
    const who = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    await who.send(part.task, { usage: {}, found: {}, artifact: nothingSeen });
    const join = await claimed(who, 'join', id);

    const segments = Array.from({ length: 50_000 }, (_, index) => ({
      start: 0,
      end: 1,
      text: `Line ${index}`,
    }));
    const text = segments.map((segment) => segment.text).join(' ');
    const transcription = {
      text,
      segments,
      language: 'en',
      duration_seconds: 1,
      word_count: 100_000,
    };
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    const result = JSON.stringify({ usage: {}, results: { meta, transcription } });

    const { parsed, written } = await longestTexts(async () => {
      const answer = await who.send(join.task, result);
      assert.equal(answer.status, 204, answer.bytes.toString());
    });
    assert.ok(parsed < result.length / 4, `${parsed} characters were parsed`);
    assert.ok(written < result.length / 4, `${written} characters were written`);

    const job = await owner.client.jobs.get(id);
    assert.deepEqual([job.status, job.results?.transcription], ['completed', transcription]);
  });

  test('what is no JSON, too large, packed, or has numbers that are none', async () => {
    const who = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const headers = { 'content-type': 'application/vnd.reelsight.part+json' };
    const put = (body: Uint8Array | string, more = {}) =>
      who.call('PUT', `/parts/${part.task}/result`, { body, headers: { ...headers, ...more } });

    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"usage":{"tokens_in":NaN}}',
      '{"usage":{"tokens_in":1e999}}',
      '\ud800',
    ])
      refused(await put(text), 422, 'VALIDATION_FAILED');

    refused(await put(Buffer.alloc(17 * 2 ** 20, 0x20)), 413, 'BODY_TOO_LARGE');
    const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, 0x20));
    refused(await put(bomb, { 'content-encoding': 'gzip' }), 422, 'VALIDATION_FAILED');

    const deep = `{"usage":{},"found":{},"artifact":${'['.repeat(7_000_000)}${']'.repeat(7_000_000)}}`;
    const asked = process.cpuUsage();
    const refusal = await put(deep);
    refused(refusal, 422, 'VALIDATION_FAILED');
    assert.match(refusal.bytes.toString(), /nested too deeply/);
    assert.ok(process.cpuUsage(asked).user < 5e6);
    await cancel(id);
  });

  test('for parts of others, of jobs that ended, given back, or made up: 409; sent twice: 204', async () => {
    const who = await speaker();
    const other = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const result = { usage: {}, found: {}, artifact: nothingSeen };
    refused(await other.send(part.task, result), 409, 'PART_LOST');
    refused(await who.send(randomUUID(), result), 409, 'PART_LOST');
    // A result for a part that the runner does not hold is not even read.
    refused(await who.send(randomUUID(), 'no result'), 409, 'PART_LOST');
    refused(await who.send('x', result), 404, 'NOT_FOUND');
    assert.equal((await who.send(part.task, result)).status, 204);
    assert.equal((await who.send(part.task, result)).status, 204);

    const listed = (await service.admin.runners.list()).find((one) => one.runner_id === who.id);
    assert.equal(listed?.parts_done, 1);

    const next = await claimed(who, 'join', id);
    await giveBack(who, next.task);
    refused(await who.send(next.task, { usage: {}, results: {} }), 409, 'PART_LOST');

    const again = await claimed(who, 'join', id);
    await cancel(id);
    refused(await who.send(again.task, { usage: {}, results: {} }), 409, 'PART_LOST');
    assert.equal((await giveBack(who, again.task)).json.data.next, 'stale');
  });

  test('of a join: results, pictures, names, transcript; and it can fail its job', async () => {
    const who = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const result = { usage: {}, found: {}, artifact: nothingSeen };
    const put = (name: string, body: Uint8Array | string) =>
      who.call('PUT', `/parts/${join.task}/files/${name}`, { body });

    await who.send(part.task, result);
    const join = await claimed(who, 'join', id);
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'white' } });
    const jpeg = await blank(64, 36).jpeg().toBuffer();
    const names = [
      'merging/frames/x.jpg',
      'merging/frames/../proof-000001.jpg',
      'ingestion/media.json',
      'merging/results.json',
    ];
    for (const name of names) refused(await put(name, jpeg), 404, 'NOT_FOUND');
    refused(await put('merging/frames/proof-000001.jpg', '<html>'), 422, 'VALIDATION_FAILED');

    const badPictures: [string, Buffer][] = [
      ['is no JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['is no JPEG', await blank(64, 36).png().toBuffer()],
      ['progressive', await blank(64, 36).jpeg({ progressive: true }).toBuffer()],
      ['pixels', await blank(8000, 6000).jpeg().toBuffer()],
    ];
    for (const [reason, picture] of badPictures) {
      const answer = await put('merging/frames/proof-000001.jpg', picture);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.ok(answer.bytes.toString().includes(reason), reason);
    }

    refused(await put('merging/transcript.json', '{"language":1}'), 422, 'VALIDATION_FAILED');
    const deep = `{"segments":${'['.repeat(1_000_000)}`;
    refused(await put('merging/transcript.json', deep), 422, 'VALIDATION_FAILED');
    assert.equal((await put('merging/frames/proof-000001.jpg', jpeg)).status, 204);

    const settle = (results: unknown) => who.send(join.task, { usage: {}, results });
    const meta = { fps_used: 1, engines: {} };
    for (const results of [null, {}, { meta }, { meta: 'x' }, 'x'])
      refused(await settle(results), 422, 'VALIDATION_FAILED');

    const failing = {
      why: 'failed',
      code: 'ANALYSIS_FAILED',
      text: 'No engine could look.',
      detail: 'x',
    };
    const answer = await who.call('POST', `/parts/${join.task}/interruption`, { body: failing });
    assert.equal(answer.json.data.next, 'failed');

    const job = (await owner.client.jobs.get(id)) as Json;
    assert.deepEqual(
      [job.status, job.error.code, job.credits_charged],
      ['failed', 'ANALYSIS_FAILED', null],
    );
  });

  test('texts that no column takes, and nesting that no program takes, are no failure of the service', async () => {
    const who = await speaker();
    const odd = 'a\u0000b\ud800';
    assert.ok((await who.beat({ version: odd })).status < 500, 'version');

    const speech = { role: 'speech', name: odd, version: odd, kind: 'local' };
    assert.ok((await who.beat({ engines: [speech] })).status < 500, 'engine');
    await who.beat();

    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const told = { why: 'outage', detail: odd };
    const interrupted = await who.call('POST', `/parts/${part.task}/interruption`, { body: told });
    assert.equal(interrupted.status, 200, interrupted.bytes.toString());

    const again = await claimed(who, 'detect', id);
    const artifact = seen({ name: odd });
    const things = [{ start: 0, end: 1, name: odd }];
    const result = { usage: {}, found: { things }, artifact };
    const sent = await who.send(again.task, result);
    assert.equal(sent.status, 204, sent.bytes.toString());

    const join = await claimed(who, 'join', id);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const transcript = `{"language":"en","segments":[],"speakersDetected":null,"flags":[],"engines":{},"failure":null`;
    for (const text of [`${transcript},"more":${deep}}`, `${transcript},"failure":"\\u0000"}`]) {
      const path = `/parts/${join.task}/files/merging/transcript.json`;
      const { status, bytes } = await who.call('PUT', path, { body: text });
      assert.ok(status < 500, `${status} ${bytes} ${text.slice(-80)}`);
    }

    const meta = '"meta":{"fps_used":1,"engines":{}}';
    for (const results of [
      `{${meta},"metadata":{"more":${deep}}}`,
      `{${meta},"metadata":{"a\\u0000":1}}`,
      `{${meta},"__proto__":${deep}}`,
      `{"meta":{"fps_used":1,"engines":{"\\u0000":"x"}}}`,
      deep,
    ]) {
      const { status, bytes } = await who.send(join.task, `{"usage":{},"results":${results}}`);
      assert.ok(status < 500, `${status} ${bytes} ${results.slice(0, 80)}`);
    }

    const failing = { why: 'failed', code: 'ANALYSIS_FAILED', text: odd, detail: odd };
    const answer = await who.call('POST', `/parts/${join.task}/interruption`, { body: failing });
    assert.equal(answer.status, 200, answer.bytes.toString());
    assert.equal((await owner.client.jobs.get(id)).status, 'failed');
  });

  test('no other part can fail its job', async () => {
    const who = await speaker();
    const id = await submit(['objects']);

    for (const code of ['ANALYSIS_FAILED', 'STAGE_DEADLINE_EXCEEDED']) {
      const part = await claimed(who, 'detect', id);
      const body = { why: 'failed', code, detail: 'x' };
      const answer = await who.call('POST', `/parts/${part.task}/interruption`, { body });
      assert.equal(answer.json.data.next, 'again');
    }

    assert.equal((await owner.client.jobs.get(id)).status, 'processing');
    await cancel(id);
  });
});

describe('A heartbeat', () => {
  test('leaves out parts for which the service has a better engine; with none left it is refused', async (t) => {
    const better = await startTestService({
      REELSIGHT_AI_URL: 'http://127.0.0.1:9',
      REELSIGHT_AI_VISION_MODEL: 'llava',
      REELSIGHT_AI_LANGUAGE_MODEL: 'llama',
    });
    t.after(() => better.close());

    const made = new Speaker(await better.admin.runners.create({ name: 'laptop' }), better.apiUrl);
    const answer = await made.beat();
    assert.deepEqual(answer.json.data.serves, ['hear']);
    assert.match(answer.json.data.advice, /not `see` .*model server.*not `join`/);
    refused(await made.beat({ serves: ['see'] }), 409, 'RUNNER_ENGINES');

    const engines = better.engines.map(({ role }) => ({ ...info, role, kind: 'remote' }));
    assert.deepEqual((await made.beat({ engines })).json.data.serves, ['hear', 'see', 'join']);
  });

  test('tells which parts are held; those of a cancelled job are not', async () => {
    const who = await speaker();
    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);
    const owned = async () => (await who.beat()).json.data.owned.map((one: Json) => one.task);
    assert.deepEqual(await owned(), [part.task]);
    await cancel(id);
    await waitFor(async () => assert.deepEqual(await owned(), []));
  });

  test('is of one process: another of the same runner holds its own parts', async () => {
    const who = await speaker();
    const twin = new Speaker({ runner_id: who.id, token: who.token });
    assert.equal((await twin.beat()).status, 200);

    const id = await submit(['objects']);
    const part = await claimed(who, 'detect', id);

    assert.deepEqual((await twin.beat()).json.data.owned, []);
    await twin.leave();

    const [held] = (await partsOf(service.domain.db, id)).filter(
      ({ state }) => state === 'running',
    );
    assert.equal(held?.task_id, part.task);

    const listed = (await service.admin.runners.list()).find((one) => one.runner_id === who.id);
    assert.deepEqual([listed?.processes, listed?.parts_running, listed?.hosts], [1, 1, 8]);
    await who.leave();

    const after = await partsOf(service.domain.db, id);
    assert.deepEqual(
      after.filter(({ state }) => state === 'running'),
      [],
    );
    await cancel(id);
  });
});
