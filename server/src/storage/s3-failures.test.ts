/** What an S3 that fails midway does to single calls of the storage. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FailingS3, type Failure, failures } from '../../testing/storage/failing-s3.ts';
import { s3Credentials, startS3 } from '../../testing/storage/s3-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { faultOf } from '../http/faults.ts';
import { S3Storage } from './s3.ts';
import { storageKey } from './storage-key.ts';

const quick = {
  answerMs: 1000,
  manyMs: 1000,
  stallMs: 1000,
  rate: { bytesPerSecond: 1000, overMs: 600 },
};
/** Three parts of a multipart upload. */
const largeBytes = 20_000_000;
const key = storageKey('uploads', 'ws_1', 'file.bin');

const open = (endpoint: string, limits = quick): S3Storage => {
  const credentials = s3Credentials;
  const location = { bucket: 'media', region: 'us-east-1', prefix: '', endpoint, credentials };
  return new S3Storage(location, Date.now, limits);
};

/** Requests of a multipart upload, by what they do. */
const steps: Readonly<Record<string, (request: IncomingMessage) => boolean>> = {
  begin: ({ method, url }) => method === 'POST' && /[?&]uploads\b/.test(url ?? ''),
  'second part': ({ method, url }) => method === 'PUT' && /partNumber=2\b/.test(url ?? ''),
  end: ({ method, url }) => method === 'POST' && /uploadId=/.test(url ?? ''),
};

describe('an S3 that fails midway', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let proxy: FailingS3;
  let storage: S3Storage;
  let folder: string;

  before(async () => {
    s3 = await startS3();
    proxy = await FailingS3.start(s3.endpoint);
    storage = open(proxy.endpoint);
    folder = await mkdtemp(join(tmpdir(), 'reelsight-s3-failures-'));
    await writeFile(join(folder, 'large'), Buffer.alloc(largeBytes, 'x'));
  });

  beforeEach(async () => {
    proxy.failing = () => null;
    await storage.delete(key);
  });

  after(async () => {
    await storage.close();
    proxy.close();
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  const refused = async (call: Promise<unknown>): Promise<void> => {
    const beginMs = performance.now();
    const error = await call.then(
      () => assert.fail('the call succeeded'),
      (reason: unknown) => reason,
    );
    assert.equal(faultOf(error).code, 'SERVICE_UNAVAILABLE', String(error));
    const ms = performance.now() - beginMs;
    assert.ok(ms < 3 * quick.stallMs, `it took ${ms} ms`);
  };

  for (const failure of failures) {
    test(`stores no small file where it is ${failure}`, async () => {
      proxy.failing = () => failure;
      await refused(storage.put(key, Buffer.from('small')));
      proxy.failing = () => null;
      assert.equal(await storage.head(key), null);
    });

    for (const [step, isStep] of Object.entries(steps))
      test(`stores no large file where it is ${failure} at the ${step} of it`, async () => {
        proxy.failing = (request) => (isStep(request) ? failure : null);
        await refused(storage.put(key, { path: join(folder, 'large') }));
        assert.equal(await storage.head(key), null);
      });

    test(`counts no file as removed where it is ${failure}`, async () => {
      await storage.put(key, Buffer.from('small'));
      proxy.failing = ({ method }) => (method === 'DELETE' || method === 'POST' ? failure : null);
      await refused(storage.delete(key));
      await refused(storage.deletePrefix(storageKey('uploads', 'ws_1')));
      assert.equal((await storage.head(key))?.sizeBytes, 5);
    });
  }

  test('is sent nothing more of a large file once one part of it failed', async () => {
    const isSecond = steps['second part'] as (request: IncomingMessage) => boolean;
    let laterParts = 0;
    proxy.failing = (request): Failure | null => {
      if (/partNumber=([4-9]|\d\d)\b/.test(request.url ?? '')) laterParts += 1;
      return isSecond(request) ? 'page' : null;
    };
    await refused(storage.put(key, Buffer.alloc(10 * 8 * 1024 * 1024)));
    assert.ok(laterParts <= 1, `${laterParts} parts more`);
  });

  test('is left at once by an upload that is given up', async () => {
    const stop = new AbortController();
    let sent: IncomingMessage | undefined;
    proxy.failing = (request) => {
      sent = request;
      return 'silent';
    };
    const put = storage.put(key, Buffer.from('small'), { signal: stop.signal });
    await waitFor(() => assert.ok(sent));
    stop.abort(new Error('not wanted'));
    await assert.rejects(put, /not wanted/);
    await waitFor(() => assert.ok(sent?.socket.destroyed));
  });
});

/** A storage whose requests this server answers; both are closed after the test. */
async function storageAt(
  context: TestContext,
  answer: RequestListener,
  limits = quick,
): Promise<S3Storage> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const storage = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits);
  context.after(async () => {
    await storage.close();
    server.closeAllConnections();
    server.close();
  });
  return storage;
}

test('a slow upload goes through, however long it takes, as long as it goes on', async (context) => {
  // The buffers of a connection take a megabyte or more at once, so progress is seen in such steps.
  const limits = { ...quick, stallMs: 2000 };
  const slowlyTaken = 4_000_000;
  let takenBytes = 0;
  const answer: RequestListener = async (request, response) => {
    for await (const chunk of request) {
      takenBytes += chunk.length;
      if (takenBytes < slowlyTaken) await sleep((chunk.length / 65_536) * 60);
    }
    response.setHeader('ETag', '"1"').end();
  };
  const storage = await storageAt(context, answer, limits);
  const beginMs = performance.now();
  const { sizeBytes } = await storage.put(key, Buffer.alloc(8_000_000));

  assert.equal(sizeBytes, 8_000_000);
  assert.equal(takenBytes, 8_000_000);
  assert.ok(performance.now() - beginMs > 1.5 * limits.stallMs);
});

test('an answer that comes in small pieces is waited for', async (context) => {
  const storage = await storageAt(context, async (request, response) => {
    request.resume();
    if (/[?&]uploads\b/.test(request.url ?? ''))
      response.end(
        '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>',
      );
    else if (request.method === 'PUT') response.setHeader('ETag', '"1"').end();
    else {
      // Amazon sends spaces for as long as it joins the parts.
      for (let count = 0; count < 5; count += 1) {
        response.write(' ');
        await sleep(quick.stallMs / 2);
      }
      response.end(
        '<CompleteMultipartUploadResult><ETag>"2"</ETag></CompleteMultipartUploadResult>',
      );
    }
  });
  const { etag } = await storage.put(key, Buffer.alloc(largeBytes));
  assert.equal(etag, '2');
});

test('a store that ignores which bytes were asked for is away', async (context) => {
  const storage = await storageAt(context, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 5, ETag: '"1"' }).end('12345');
  });
  const error = await storage
    .get(key, { range: { start: 1, end: 2 } })
    .then((object) => object && buffer(object.stream))
    .catch((reason: unknown) => reason);
  assert.equal(faultOf(error).code, 'SERVICE_UNAVAILABLE', String(error));
});

test('an object whose deletion is not answered as S3 does is looked for', async (context) => {
  const storage = await storageAt(context, (request, response) => {
    response.writeHead(request.method === 'HEAD' ? 404 : 200).end();
  });
  await storage.delete(key);
});
