import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { s3Credentials, startS3 } from '../../testing/storage/s3-server.ts';
import { faultOf } from '../http/faults.ts';
import { parseS3Url } from './open-storage.ts';
import { S3Storage } from './s3.ts';
import { storageKey } from './storage-key.ts';
import { uploadKey } from './upload-url.ts';

test('reads the storage URL', () => {
  assert.deepEqual(parseS3Url('s3://media'), { bucket: 'media', region: 'us-east-1', prefix: '' });
  assert.deepEqual(
    parseS3Url(
      's3://key:se%2Fcret@media?endpoint=http://minio:9000&public_endpoint=https://s3.example.com&region=eu-1&prefix=/a/b/',
      { credentials: s3Credentials, region: 'other' },
    ),
    {
      bucket: 'media',
      region: 'eu-1',
      prefix: 'a/b',
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://s3.example.com',
      credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
    },
  );

  const fromOptions = parseS3Url('s3://media', { credentials: s3Credentials, region: 'eu-2' });
  assert.deepEqual(fromOptions.credentials, s3Credentials);
  assert.equal(fromOptions.region, 'eu-2');
});

test('a server that is busy, or refuses this machine, is no fault of the request', async () => {
  for (const status of [503, 403]) {
    const server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = s3Credentials;
    const location = { bucket: 'media', region: 'us-east-1', prefix: '', endpoint, credentials };
    const storage = new S3Storage(location, Date.now);
    const error = await storage.head(uploadKey('ws_1', 'up_1', 'video/mp4')).catch((one) => one);
    assert.equal(faultOf(error).code, 'SERVICE_UNAVAILABLE', String(error));
    await storage.close();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a storage URL that can not be meant is refused by name', () => {
  for (const [url, message] of [
    ['https://media', /STORAGE_URL/],
    ['s3://', /STORAGE_URL/],
    ['s3://media/folder', /STORAGE_URL/],
    ['s3://media?endpont=http://x', /endpont/],
    ['s3://media?endpoint=minio:9000', /endpoint/],
  ] as const) {
    assert.throws(() => parseS3Url(url), message);
  }
});

test('many objects that nobody reads hold up no other call', async () => {
  const s3 = await startS3();
  const { endpoint } = s3;
  const credentials = s3Credentials;
  const location = { bucket: 'media', region: 'eu-1', prefix: '', endpoint, credentials };
  const storage = new S3Storage(location, Date.now);
  const key = uploadKey('ws_1', 'up_1', 'video/mp4');
  await storage.put(key, Buffer.alloc(4_000_000, 'x'));

  // More reads than the 50 connections that the SDK allows by default.
  const objects = await Promise.all(Array.from({ length: 80 }, () => storage.get(key)));
  assert.equal((await storage.head(key))?.sizeBytes, 4_000_000);
  await storage.check(AbortSignal.timeout(20_000));

  for (const object of objects) object?.stream.destroy();
  await storage.close();
  await s3.stop();
});

/** What something that is no good S3 answers, by what is wrong with it. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'never answers': () => undefined,
  'answers with a page': (response) => {
    response.setHeader('Content-Type', 'text/html').end('<html>Sign in</html>');
  },
  'tells neither length nor version': (response) => {
    response.write('12345');
    response.end();
  },
};

const quick = {
  answerMs: 300,
  manyMs: 300,
  stallMs: 300,
  rate: { bytesPerSecond: 1000, overMs: 600 },
};

async function storageThat(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = s3Credentials;
  const location = { bucket: 'media', region: 'us-east-1', prefix: '', endpoint, credentials };
  const storage = new S3Storage(location, Date.now, quick);
  const close = async () => {
    await storage.close();
    server.closeAllConnections();
    server.close();
  };
  return { storage, close };
}

describe('a store', () => {
  const key = uploadKey('ws_1', 'up_1', 'video/mp4');

  for (const [name, answer] of Object.entries(answers))
    test(`that ${name} is away: nothing counts as stored, found, or gone`, async () => {
      const { storage, close } = await storageThat(answer);
      const calls = {
        head: () => storage.head(key),
        get: () => storage.get(key),
        download: () => storage.download(key, join(tmpdir(), `reelsight-never-${process.pid}`)),
        list: async () => {
          for await (const object of storage.list()) assert.fail(`listed ${object.key}`);
        },
        deletePrefix: () => storage.deletePrefix(storageKey('uploads', 'ws_1')),
        delete: () => storage.delete(key),
        put: () => storage.put(key, Buffer.from('x')),
      };

      for (const [method, call] of Object.entries(calls)) {
        const error = await call().catch((one: unknown) => one);
        assert.equal(faultOf(error).code, 'SERVICE_UNAVAILABLE', `${method}: ${String(error)}`);
      }
      await close();
    });

  test('that sends a file too slowly is away, and leaves no part of it', async () => {
    const { storage, close } = await storageThat((response) => {
      response.writeHead(200, { 'Content-Length': 1_000_000, ETag: '"1"' });
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-slow-'));
    const error = await storage.download(key, join(folder, 'file')).catch((one: unknown) => one);
    assert.equal(faultOf(error).code, 'SERVICE_UNAVAILABLE', String(error));
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
    await close();
  });
});

describe('presigned PUT', () => {
  let stop: () => Promise<void>;
  let front: Server;
  let storage: S3Storage;
  let now = Date.now();
  const key = uploadKey('ws_1', 'upl_1', 'video/mp4');

  before(async () => {
    const s3 = await startS3();
    stop = s3.stop;
    front = createServer((incoming, outgoing) => {
      if (!signatureHolds(incoming)) {
        outgoing.writeHead(403).end();
        return;
      }

      const { method = '', headers } = incoming;
      const onward = request(`${s3.endpoint}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));

    const { port } = front.address() as AddressInfo;
    storage = new S3Storage(
      {
        bucket: 'media',
        region: 'eu-1',
        prefix: '',
        endpoint: s3.endpoint,
        publicEndpoint: `http://127.0.0.1:${port}`,
        credentials: s3Credentials,
      },
      () => now,
    );
  });

  after(async () => {
    await storage.close();
    front.closeAllConnections();
    front.close();
    await stop();
  });

  async function send(url: string, body: string, contentType = 'video/mp4'): Promise<number> {
    const headers = { 'content-type': contentType };
    return (await fetch(url, { method: 'PUT', body, headers })).status;
  }

  test('binds method, content type, length and time', async () => {
    now = Date.now();
    const expiresAt = new Date(now + 3_600_000);
    const url = await storage.presignPut(key, {
      contentType: 'video/mp4',
      sizeBytes: 5,
      expiresAt,
    });
    assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '3600');
    assert.equal(await send(url, '12345', 'video/webm'), 403);
    assert.equal(await send(url, '123456'), 403);
    assert.equal(await send(url, '1234'), 403);
    assert.equal((await fetch(url)).status, 403);
    assert.equal(await storage.head(key), null);
    assert.equal(await send(url, '12345'), 200);

    const stored = await storage.head(key);
    assert.equal(stored?.sizeBytes, 5);
    assert.equal(await send(url, 'other'), 200, 'S3 takes a second PUT');
    assert.equal(await storage.get(key, { etag: stored.etag }), null, 'the pin tells');
  });
});

/** Checks a Signature Version 4 in the query as Amazon specifies it, because s3rver itself does not check it. */
function signatureHolds(incoming: IncomingMessage): boolean {
  const url = new URL(incoming.url ?? '', 'http://any');
  const query = (name: string) => url.searchParams.get(name) ?? '';
  const names = query('X-Amz-SignedHeaders').split(';');
  const given = query('X-Amz-Signature');
  const scope = query('X-Amz-Credential').split('/').slice(1);

  url.searchParams.delete('X-Amz-Signature');
  const pairs = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('='));
  const headers = names.map((name) => `${name}:${incoming.headers[name] ?? ''}\n`).join('');
  const canonical = [
    incoming.method,
    url.pathname,
    pairs.sort().join('&'),
    headers,
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', query('X-Amz-Date'), scope.join('/'), hash].join('\n');
  const hmac = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).digest();
  const signing = scope.reduce<string | Buffer>(hmac, `AWS4${s3Credentials.secretAccessKey}`);

  return hmac(signing, toSign).toString('hex') === given;
}
