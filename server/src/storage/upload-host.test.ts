import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, type UploadContentType, uploadContentTypes } from '@reelsight/contract';
import { waitFor } from '../../testing/wait-for.ts';
import { DiskWatch } from './disk-watch.ts';
import { FilesStorage } from './files.ts';
import {
  createUploadHost,
  defaultUploadLimits,
  type UploadHost,
  type UploadHostOptions,
} from './upload-host.ts';
import { UploadSlots } from './upload-slots.ts';
import { parseUploadKey, signUploadUrl, type UploadTerms, uploadKey } from './upload-url.ts';

const secret = 'secret of the test';
const hour = 3_600_000;

interface Sent {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Sends one request with any method, length and body, which `fetch` would not allow. */
function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | Readable } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'video/mp4',
      origin: 'https://console.example',
      ...options.headers,
    };
    const outgoing = request(url, { method: options.method ?? 'PUT', headers }, (incoming) => {
      text(incoming).then((body) => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
      }, reject);
    });
    outgoing.on('error', reject);

    if (options.body instanceof Readable) options.body.pipe(outgoing);
    else outgoing.end(options.body);
  });
}

function assertRefused(sent: Sent, status: number, code: string): void {
  assert.equal(sent.status, status, sent.body);
  const body = JSON.parse(sent.body) as { error: { code: string; message: string } };
  assert.equal(body.error.code, code);
  assert.ok(body.error.message.length > 10);
  assert.deepEqual(body, { ...body, meta: { request_id: sent.headers['x-request-id'] } });
  assert.equal(sent.headers['access-control-allow-origin'], 'https://console.example');
  assert.match(String(sent.headers['content-type']), /^application\/json/);
}

test('upload keys read back, and nothing else does', () => {
  for (const type of uploadContentTypes) {
    const key = uploadKey('ws_1', 'upl_2', type);
    const parsed = { key, tenantId: 'ws_1', id: 'upl_2', contentType: type };
    assert.deepEqual(parseUploadKey(key), parsed);
  }
  for (const bad of [
    '',
    'uploads/ws_1/upl_2/video.avi',
    'uploads/ws_1/upl_2/video.mp4/x',
    'uploads/ws_1/upl_2/other.mp4',
    'uploads/ws_1/video.mp4',
    'uploads/../upl_2/video.mp4',
    'uploads/ws_1/%2e%2e/video.mp4',
    '/uploads/ws_1/upl_2/video.mp4',
    'jobs/ws_1/upl_2/video.mp4',
  ]) {
    assert.equal(parseUploadKey(bad), null, bad);
  }
});

describe('upload host', () => {
  let folder: string;
  let storage: FilesStorage;
  let host: UploadHost;
  let base: string;
  let now = Date.now();
  let ids = 0;
  let key = uploadKey('ws_1', 'upl_0', 'video/mp4');

  const common = {
    signingSecret: secret,
    allowedOrigins: ['https://console.example'],
    now: () => now,
    newRequestId: () => `req_${++ids}`,
    log: () => undefined,
  };

  async function listen(options: UploadHostOptions): Promise<[UploadHost, string]> {
    const started = createUploadHost(options);
    started.server.listen(0, '127.0.0.1');
    await once(started.server, 'listening');
    return [started, `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`];
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-uploads-'));
    const options = { uploadUrl: 'http://unused', signingSecret: secret, now: Date.now };
    storage = await FilesStorage.open({ ...options, folder });

    [host, base] = await listen({
      ...common,
      storage,
      limits: { idleMs: 60_000, headersMs: 60_000, uploads: 4 },
    });
  });

  after(async () => {
    await host.close(0);
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    now = Date.now();
    key = uploadKey('ws_1', `upl_${++ids}`, 'video/mp4');
  });

  function urlOf(terms: Partial<UploadTerms> = {}): string {
    const expiresAt = Math.floor((now + hour) / 1000);
    const all = { key, contentType: 'video/mp4', sizeBytes: 5, expiresAt, ...terms };
    return signUploadUrl(base, secret, all);
  }

  const writing = () => readdir(join(folder, '.writing'));

  /** Waits until at least this many uploads have begun to arrive. */
  const underWay = (count = 1) => waitFor(async () => assert.ok((await writing()).length >= count));

  /** Waits until no upload is being written any more: after a cut connection, no answer announces that. */
  async function becomesEmpty(): Promise<void> {
    await waitFor(async () => assert.deepEqual(await writing(), []));
  }

  async function assertNothingStored(): Promise<void> {
    assert.equal(await storage.head(key), null);
    assert.deepEqual(await writing(), []);
  }

  test('200: stores the bytes and answers with the ETag and an empty body', async () => {
    const sent = await send(urlOf(), { body: Buffer.from('12345') });
    assert.equal(sent.status, 200);
    assert.equal(sent.body, '');
    assert.equal(sent.headers.etag, `"${(await storage.head(key))?.etag}"`);
    assert.equal(await readFile(join(folder, key), 'utf8'), '12345');
  });

  test('200: takes every presigned content type, chunked bodies, and what the storage signs', async () => {
    for (const contentType of uploadContentTypes) {
      key = uploadKey('ws_1', `upl_${++ids}`, contentType);
      const grant = { contentType, sizeBytes: 5, expiresAt: new Date(now + hour) };
      const signed = await storage.presignPut(key, grant);
      const url = signed.replace('http://unused', base);
      const body = Readable.from([Buffer.from('12'), Buffer.from('345')]);
      const sent = await send(url, { headers: { 'content-type': contentType }, body });
      assert.equal(sent.status, 200, sent.body);
      assert.equal(await readFile(join(folder, key), 'utf8'), '12345');
    }
  });

  test('403: another content type, size, key, expiry, secret or no signature at all', async () => {
    const good = urlOf();
    const other = uploadKey('ws_2', 'upl_9', 'video/mp4');
    const changed = [
      good.replace('size=5', 'size=6'),
      good.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      good.replace(key, other),
      good.replace(/signature=.*/, ''),
      good.replace(/signature=../, 'signature=zz'),
      good.replace(/signature=/, 'signature=00'),
      good.replace('size=5', 'size=5e0'),
      urlOf().replace(/\?.*/, ''),
      signUploadUrl(base, 'another secret', {
        key,
        contentType: 'video/mp4',
        sizeBytes: 5,
        expiresAt: now,
      }),
    ];
    for (const url of changed) {
      assert.notEqual(url, good);
      assertRefused(await send(url, { body: Buffer.from('12345') }), 403, 'UPLOAD_REFUSED');
    }

    for (const type of ['video/webm', 'video/mp4; codecs=avc1', '']) {
      const sent = await send(good, {
        headers: { 'content-type': type },
        body: Buffer.from('12345'),
      });
      assertRefused(sent, 403, 'UPLOAD_REFUSED');
    }

    await assertNothingStored();
  });

  test('403: an expired URL', async () => {
    const url = urlOf();
    now += hour;
    assertRefused(await send(url, { body: Buffer.from('12345') }), 403, 'UPLOAD_REFUSED');
    await assertNothingStored();
  });

  test('413: more bytes than signed, announced or chunked', async () => {
    const body = Buffer.from('123456');
    assertRefused(await send(urlOf(), { body }), 413, 'UPLOAD_TOO_LARGE');
    const chunked = Readable.from([Buffer.from('123'), Buffer.from('456')]);
    assertRefused(await send(urlOf(), { body: chunked }), 413, 'UPLOAD_TOO_LARGE');
    await assertNothingStored();
  });

  test('413: also where the client sends much more and reads the answer only then', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024);
    assertRefused(await send(urlOf(), { body }), 413, 'UPLOAD_TOO_LARGE');
    const chunked = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(128 * 1024)));
    assertRefused(await send(urlOf(), { body: chunked }), 413, 'UPLOAD_TOO_LARGE');
    await assertNothingStored();
  });

  test('400: fewer bytes than signed, announced or chunked, or none', async () => {
    assertRefused(await send(urlOf(), { body: Buffer.from('1234') }), 400, 'UPLOAD_SIZE_MISMATCH');
    const chunked = Readable.from([Buffer.from('123')]);
    assertRefused(await send(urlOf(), { body: chunked }), 400, 'UPLOAD_SIZE_MISMATCH');
    assertRefused(await send(urlOf()), 400, 'UPLOAD_SIZE_MISMATCH');
    await assertNothingStored();
  });

  test('409: a second write of the same key', async () => {
    assert.equal((await send(urlOf(), { body: Buffer.from('12345') })).status, 200);
    assertRefused(await send(urlOf(), { body: Buffer.from('other') }), 409, 'UPLOAD_EXISTS');
    assert.equal(await readFile(join(folder, key), 'utf8'), '12345');
  });

  test('409: of two writers at once exactly one wins, a third does not start', async () => {
    const url = urlOf({ sizeBytes: 6 });
    const bodies = ['a', 'b'].map(() => new Readable({ read() {} }));
    const sends = bodies.map((body) => send(url, { body }));

    for (const [i, body] of bodies.entries()) body.push(Buffer.alloc(3, `${i}`));
    await underWay(2);
    assertRefused(await send(url, { body: Buffer.alloc(6) }), 409, 'UPLOAD_EXISTS');

    for (const [i, body] of bodies.entries()) {
      body.push(Buffer.alloc(3, `${i}`));
      body.push(null);
    }

    const all = await Promise.all(sends);
    const won = all.findIndex((sent) => sent.status === 200);
    const lost = all[1 - won];
    assert.ok(lost);
    assertRefused(lost, 409, 'UPLOAD_EXISTS');
    assert.equal(await readFile(join(folder, key), 'utf8'), `${won}`.repeat(6));
    assert.deepEqual(await writing(), []);
  });

  test('503: more uploads at once than allowed', async () => {
    const bodies = Array.from({ length: 4 }, () => new Readable({ read() {} }));
    const sends = bodies.map((body, i) => {
      return send(urlOf({ key: uploadKey(`ws_${i + 3}`, 'upl_0', 'video/mp4') }), { body });
    });

    for (const body of bodies) body.push('123');
    await underWay(4);

    const sent = await send(urlOf(), { body: Buffer.from('12345') });
    assertRefused(sent, 503, 'SERVICE_UNAVAILABLE');
    assert.equal(sent.headers['retry-after'], '60');

    for (const body of bodies) {
      body.push('45');
      body.push(null);
    }

    assert.deepEqual(
      (await Promise.all(sends)).map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal((await send(urlOf(), { body: Buffer.from('12345') })).status, 200);
  });

  test('a quarter of the slots is left for workspaces that have no upload under way', async () => {
    const [fair, fairBase] = await listen({ ...common, storage, limits: { uploads: 8 } });
    const begin = (workspace: string) => {
      const body = new Readable({ read() {} });
      body.push('123');
      const url = urlOf({ key: uploadKey(workspace, `upl_${++ids}`, 'video/mp4') });
      const sent = send(url.replace(base, fairBase), { body });
      return { body, sent };
    };
    const refused = async (workspace: string) =>
      assertRefused(await begin(workspace).sent, 503, 'SERVICE_UNAVAILABLE');
    const several = ['ws_a', 'ws_b', 'ws_c', 'ws_a', 'ws_b', 'ws_c'].map(begin);

    await underWay(6);
    for (const workspace of ['ws_a', 'ws_b', 'ws_c']) await refused(workspace);

    const late = [begin('ws_d')];
    await underWay(7);
    await refused('ws_d');
    late.push(begin('ws_e'));
    await underWay(8);
    await refused('ws_f');

    for (const { body } of [...several, ...late]) {
      body.push('45');
      body.push(null);
    }

    for (const { sent } of [...several, ...late]) assert.equal((await sent).status, 200);
    await fair.close(0);
  });

  test('503: while all slots are taken, the slowest upload of the group with most makes room', async () => {
    const limits = { uploads: 8, busyRate: { bytesPerSecond: 20_000, overMs: 1000 } };
    const [busy, busyBase] = await listen({ ...common, storage, limits });
    const begin = (workspace: string, bytesPerPiece: number) => {
      const body = new Readable({ read() {} });
      body.push('1');
      const push = () => body.push(Buffer.alloc(bytesPerPiece));
      const timer = setInterval(push, 50);
      const url = urlOf({
        key: uploadKey(workspace, `upl_${++ids}`, 'video/mp4'),
        sizeBytes: 90_000_000,
      });
      const answer: { sent?: Sent } = {};
      const stop = () => clearInterval(timer);
      const ended = send(url.replace(base, busyBase), { body }).then(
        (sent) => {
          stop();
          answer.sent = sent;
        },
        () => stop(),
      );
      return { answer, ended, stop };
    };
    const fast = [begin('ws_fast', 50_000), begin('ws_fast', 50_000), begin('ws_fast', 50_000)];
    const slow = [begin('ws_many', 100), begin('ws_many', 0), begin('ws_many', 100)];
    await underWay(6);
    const single = [begin('ws_one', 0), begin('ws_two', 0)];
    await underWay(8);

    const newcomer = () => {
      const upload = urlOf({ key: uploadKey(`ws_${++ids}`, `upl_${ids}`, 'video/mp4') });
      return send(upload.replace(base, busyBase), { body: Buffer.from('12345') });
    };

    try {
      // By then every upload has been measured for a whole period.
      await sleep(2000);
      await waitFor(async () => assert.equal((await newcomer()).status, 200), 20_000);

      await slow[1]?.ended;
      const { sent } = slow[1]?.answer ?? {};
      assert.ok(sent);
      assertRefused(sent, 503, 'SERVICE_UNAVAILABLE');
      assert.equal(sent.headers['retry-after'], '60');
      for (const drip of [...fast, ...single, slow[0], slow[2]])
        assert.equal(drip?.answer.sent, undefined);
    } finally {
      for (const { stop } of [...fast, ...slow, ...single]) stop();
      await busy.close(0);
      await Promise.all([...fast, ...slow, ...single].map(({ ended }) => ended));
      await becomesEmpty();
    }
  });

  test('of the other slots each workspace has its share, and one that is above it makes room', () => {
    const slots = new UploadSlots(16, defaultUploadLimits.busyRate);
    let count = 0;
    const begin = (workspace: string) =>
      slots.enter(uploadKey(workspace, `upl_${++count}`, 'video/mp4'), workspace);
    const refused = (workspace: string) =>
      assert.throws(() => begin(workspace), { code: 'SERVICE_UNAVAILABLE' });
    const alone = Array.from({ length: 12 }, () => begin('ws_a'));

    refused('ws_a');
    begin('ws_b');
    refused('ws_b');
    for (const one of alone.splice(0, 5)) one[Symbol.dispose]();
    refused('ws_a');
    for (let i = 0; i < 4; i += 1) begin('ws_b');
    refused('ws_b');
  });

  test('a workspace that has its share, no more and no less, leaves the rest to those with less', () => {
    const slots = new UploadSlots(16, defaultUploadLimits.busyRate);
    let count = 0;
    const begin = (workspace: string) =>
      slots.enter(uploadKey(workspace, `upl_${++count}`, 'video/mp4'), workspace);

    for (let i = 0; i < 6; i += 1) begin('ws_a');
    for (let i = 0; i < 3; i += 1) begin('ws_b');
    assert.throws(() => begin('ws_a'), { code: 'SERVICE_UNAVAILABLE' });
    begin('ws_b');
  });

  test('64 uploads of one workspace go on at once', async () => {
    const [wide, wideBase] = await listen({ ...common, storage });
    const bodies = Array.from({ length: 64 }, () => new Readable({ read() {} }));
    const sends = bodies.map((body, i) =>
      send(urlOf({ key: uploadKey('ws_1', `wide_${i}`, 'video/mp4') }).replace(base, wideBase), {
        body,
      }),
    );

    for (const body of bodies) body.push('123');
    await underWay(64);

    for (const body of bodies) {
      body.push('45');
      body.push(null);
    }

    for (const sent of sends) assert.equal((await sent).status, 200);
    await wide.close(0);
  });

  test('408: an upload that hardly moves is ended, one that is fast enough is not', async () => {
    const leastRate = { bytesPerSecond: 200, overMs: 600 };
    const [strict, strictBase] = await listen({ ...common, storage, limits: { leastRate } });
    const drip = (bytes: number) => {
      const body = new Readable({ read() {} });
      body.push('1');
      const timer = setInterval(() => body.push(Buffer.alloc(bytes)), 50);
      const url = urlOf({ key: uploadKey('ws_1', `upl_${++ids}`, 'video/mp4'), sizeBytes: 900 });
      const sent = send(url.replace(base, strictBase), { body });
      return { sent, end: () => clearInterval(timer), body };
    };
    const slow = drip(1);
    const still = drip(0);
    const fast = drip(30);

    await sleep(1600);
    fast.end();
    fast.body.push(null);

    const ended = [await slow.sent, await still.sent];
    for (const one of [slow, still]) one.end();
    for (const sent of ended) assertRefused(sent, 408, 'REQUEST_TIMEOUT');

    const { status } = await fast.sent;
    assert.ok(status === 200 || status === 400 || status === 413, String(status));
    await becomesEmpty();
    await strict.close(0);
  });

  test('more connections of one block of addresses than allowed are closed, except from a proxy', async () => {
    const limits = { connectionsOfBlock: 3 };
    const [few, fewBase] = await listen({ ...common, storage, limits });
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(fewBase)));
    const more = await openSocket(fewBase);
    await once(more.resume(), 'close');

    const neighbour = connect({
      port: Number(new URL(fewBase).port),
      host: '127.0.0.1',
      localAddress: '127.0.0.9',
    });
    await once(neighbour.on('error', () => undefined).resume(), 'close');
    sockets[0]?.destroy();
    await waitFor(async () => {
      const again = await openSocket(fewBase);
      await sleep(50);
      assert.equal(again.destroyed || again.readableEnded, false);
      sockets.push(again);
    });
    for (const socket of sockets) socket.destroy();
    await few.close(0);

    const trusting = { ...limits, trustedProxies: ['127.0.0.0/8'] };
    const [behind, behindBase] = await listen({ ...common, storage, limits: trusting });
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => openSocket(behindBase)));

    await sleep(50);
    assert.deepEqual(
      all.map(({ destroyed }) => destroyed),
      all.map(() => false),
    );
    for (const socket of all) socket.destroy();
    await behind.close(0);
  });

  test('503: uploads under way end and none begins where the disk is nearly full', async () => {
    const { bavail, bsize } = await statfs(folder);
    const spare = 256 * 1024 * 1024;
    const filler = Buffer.alloc(64 * 1024 * 1024, 1);
    const disk = new DiskWatch(folder, {
      reserveBytes: Number.MAX_SAFE_INTEGER,
      reservePercent: 100,
      floorBytes: bavail * bsize - spare,
    });
    const [watching, watchingBase] = await listen({ ...common, storage, disk });
    const body = new Readable({ read() {} });
    const drip = setInterval(() => body.push(Buffer.alloc(1000)), 50);
    const url = urlOf({ sizeBytes: 10_000_000 }).replace(base, watchingBase);
    const sent = send(url, { body });

    await underWay();
    // Fills the disk with twice the spare space.
    for (let count = 0; count < 8; count += 1) await appendFile(join(folder, 'filler'), filler);

    const refusal = await sent;
    clearInterval(drip);
    assertRefused(refusal, 503, 'LOW_DISK');
    assert.equal(refusal.headers['retry-after'], '60');

    const none = await send(urlOf().replace(base, watchingBase), { body: Buffer.from('12345') });
    assertRefused(none, 503, 'LOW_DISK');
    await rm(join(folder, 'filler'));
    await waitFor(async () => {
      const again = await send(urlOf().replace(base, watchingBase), { body: Buffer.from('12345') });
      assert.equal(again.status, 200);
    });
    await watching.close(0);
  });

  test('a stored upload is noted before it is answered; one that is not noted is stored all the same', async () => {
    const noted: string[] = [];
    const onStored = async (one: string) => {
      noted.push(one);
      throw new Error('the database is away');
    };
    const [telling, tellingBase] = await listen({ ...common, storage, onStored });
    const sent = await send(urlOf().replace(base, tellingBase), { body: Buffer.from('12345') });

    assert.equal(sent.status, 200);
    assert.deepEqual(noted, [key]);
    await telling.close(0);
  });

  test('404 and 405: other paths and methods', async () => {
    const body = Buffer.from('12345');

    for (const path of [
      '/',
      '/uploads/ws_1/upl_1/video.avi',
      '/uploads/../etc/passwd',
      '/healthz',
    ]) {
      assertRefused(await send(`${base}${path}`, { body }), 404, 'NOT_FOUND');
    }

    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const sent = await send(urlOf(), { method });
      assertRefused(sent, 405, 'METHOD_NOT_ALLOWED');
      assert.equal(sent.headers.allow, 'PUT, OPTIONS');
    }

    const head = await send(urlOf(), { method: 'HEAD' });
    assert.equal(head.status, 405);
    assert.equal(head.body, '');
  });

  test('a browser may upload from the console', async () => {
    const sent = await send(urlOf(), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://console.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    assert.equal(sent.status, 204);
    // Otherwise a proxy could keep the connection and send the file over it just when it is being closed.
    assert.equal(sent.headers.connection, 'close');
    assert.equal(sent.headers['access-control-allow-origin'], 'https://console.example');
    assert.equal(sent.headers['access-control-allow-methods'], 'PUT');
    assert.equal(sent.headers['access-control-allow-headers'], 'content-type');

    const put = await send(urlOf(), { body: Buffer.from('12345') });
    assert.match(String(put.headers['access-control-expose-headers']), /ETag/);
  });

  async function openSocket(at = base): Promise<Socket> {
    const socket = connect(Number(new URL(at).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  function head(url: string, extra: readonly string[]): string {
    const { pathname, search, host: name } = new URL(url);
    const lines = [`PUT ${pathname}${search} HTTP/1.1`, `Host: ${name}`, 'Content-Type: video/mp4'];
    return [...lines, ...extra, '', ''].join('\r\n');
  }

  test('a connection that is cut stores nothing', async () => {
    const socket = await openSocket();
    socket.write(head(urlOf({ sizeBytes: 1_000 }), ['Content-Length: 1000']));
    socket.write(Buffer.alloc(500));
    await underWay();
    socket.destroy();
    await becomesEmpty();
    assert.equal(await storage.head(key), null);
  });

  test('a connection on which nothing moves is closed and stores nothing', async () => {
    const [hasty, hastyBase] = await listen({ ...common, storage, limits: { idleMs: 1_000 } });
    const socket = await openSocket(hastyBase);
    const url = urlOf({ sizeBytes: 1_000 }).replace(base, hastyBase);

    socket.write(head(url, ['Content-Length: 1000']));
    socket.write(Buffer.alloc(500));
    await underWay();
    await once(socket.resume(), 'close', { signal: AbortSignal.timeout(60_000) });
    await becomesEmpty();
    assert.equal(await storage.head(key), null);
    await hasty.close(0);
  });

  test('headers that trickle in are not waited for', async () => {
    const [hasty, hastyBase] = await listen({ ...common, storage, limits: { headersMs: 500 } });
    const socket = await openSocket(hastyBase);
    const trickle = setInterval(() => socket.write('x'), 100);
    socket.write('PUT /uploads HTTP/1.1\r\nX-Slow: ');
    await once(socket.resume(), 'close', { signal: AbortSignal.timeout(60_000) });
    clearInterval(trickle);
    await hasty.close(0);
  });

  test('a client that asks first is refused before it sends', async () => {
    const socket = await openSocket();
    socket.write(head(urlOf(), ['Content-Length: 500', 'Expect: 100-continue']));
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  test('a client that asks first is told to go on', async () => {
    const socket = await openSocket();
    socket.write(head(urlOf(), ['Content-Length: 5', 'Expect: 100-continue', 'Connection: close']));
    const [first] = (await once(socket, 'data')) as [Buffer];
    assert.match(first.toString(), /^HTTP\/1\.1 100 /);
    socket.write('12345');
    assert.match(await text(socket), /^HTTP\/1\.1 200 /);
  });

  test('an upload that takes too long is refused', async () => {
    const [slow, slowBase] = await listen({ ...common, storage, limits: { totalMs: 300 } });
    const body = new Readable({ read() {} });
    const drip = setInterval(() => body.push('1'), 50);
    const sent = await send(urlOf({ sizeBytes: 1_000 }).replace(base, slowBase), { body });

    clearInterval(drip);
    body.push(null);
    assertRefused(sent, 403, 'UPLOAD_REFUSED');
    await assertNothingStored();
    await slow.close(0);
  });

  test('507 and 500: a full disk says so, another fault says nothing of itself', async () => {
    for (const [error, status, code] of [
      [new Fault('STORAGE_FULL', 'no space'), 507, 'STORAGE_FULL'],
      [new Error('/secret/path'), 500, 'INTERNAL_ERROR'],
    ] as const) {
      const failing = {
        head: async () => null,
        delete: async () => undefined,
        create: () => Promise.reject(error),
      };
      const [broken, brokenBase] = await listen({ ...common, storage: failing });
      const sent = await send(urlOf().replace(base, brokenBase), { body: Buffer.from('12345') });
      assertRefused(sent, status, code);
      assert.ok(!sent.body.includes('secret'));
      await broken.close(0);
    }
  });

  test('closing lets an upload finish, and cuts what takes too long', async () => {
    for (const [limitMs, finishes] of [
      [60_000, true],
      [50, false],
    ] as const) {
      key = uploadKey('ws_1', `upl_${++ids}`, 'video/mp4');
      const [closing, closingBase] = await listen({ ...common, storage });
      const body = new Readable({ read() {} });
      const sending = send(urlOf().replace(base, closingBase), { body });
      sending.catch(() => undefined);
      body.push('123');
      await underWay();

      const closed = closing.close(limitMs);
      await sleep(100);
      body.push('45');
      body.push(null);
      await closed;

      if (finishes) assert.equal((await sending).status, 200);
      else await assert.rejects(sending);

      await becomesEmpty();
      assert.equal((await storage.head(key)) !== null, finishes);
    }
  });
});

test('a large upload does not pass through memory', { timeout: 240_000 }, async (t) => {
  if (process.platform !== 'linux') return t.skip('reads the peak memory from /proc');

  const folder = await mkdtemp(join(tmpdir(), 'reelsight-uploads-'));
  const script = join(import.meta.dirname, '../../testing/storage/upload-host-process.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const base = `http://127.0.0.1:${port.toString().trim()}`;
    const contentType: UploadContentType = 'video/mp4';
    const peaks: number[] = [];

    for (const [i, megabytes] of [32, 128].entries()) {
      const chunk = randomBytes(1024 * 1024);
      const key = uploadKey('ws_1', `upl_${i}`, contentType);
      const sizeBytes = megabytes * chunk.length;
      const expiresAt = Math.floor(Date.now() / 1000) + 60;
      const url = signUploadUrl(base, secret, { key, contentType, sizeBytes, expiresAt });
      const body = Readable.from(Array.from({ length: megabytes }, () => chunk));
      assert.equal((await send(url, { body })).status, 200);

      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      peaks.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
    }

    const [small = 0, large = 0] = peaks;
    t.diagnostic(
      `peak memory ${small.toFixed(0)} MB after 32 MB, ${large.toFixed(0)} MB after 128 MB more`,
    );
    assert.ok(large - small < 64, `${large - small} MB more for 128 MB`);
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
