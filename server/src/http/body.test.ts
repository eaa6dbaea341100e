/** Large bodies: when they need a place, and how slowly they may arrive. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, requestLimits } from '@reelsight/contract';
import { type LargeBody, readBody } from './body.ts';

const leastRate = { bytesPerSecond: 200, overMs: 600 };
const noPlace = (): Promise<void> => Promise.reject(new Error('no place is needed'));

function reading(large: Partial<LargeBody>, limitBytes = 1000, type?: string) {
  const payload = Object.assign(new PassThrough(), { headers: { 'content-type': type } });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  promise.catch(() => undefined);
  const done = (error: Error | null, body?: Buffer): void =>
    error || !body ? reject(error) : resolve(body);
  const terms = { leastRate, freeBytes: 100, takePlace: noPlace, ...large };
  readBody(payload as unknown as IncomingMessage, done, limitBytes, terms);
  return { payload, body: promise };
}

const tooSlow = (error: unknown) => error instanceof Fault && error.code === 'REQUEST_TIMEOUT';

test('a body of which one byte arrives is ended, one that comes slowly but steadily is not', async () => {
  const still = reading({});
  still.payload.write('x');
  const steady = reading({ freeBytes: 10_000 }, 10_000);
  const drip = setInterval(() => steady.payload.write(Buffer.alloc(10)), 10);

  await assert.rejects(still.body, tooSlow);
  await sleep(200);
  clearInterval(drip);
  steady.payload.end();
  assert.ok((await steady.body).length > 0);
});

test('a small body needs no place, a larger one waits for it without being called slow', async () => {
  const small = reading({});
  small.payload.end(Buffer.alloc(100));
  assert.equal((await small.body).length, 100);

  const { promise: place, resolve: givePlace } = Promise.withResolvers<void>();
  let places = 0;
  const takePlace = (): Promise<void> => {
    places += 1;
    return place;
  };
  const larger = reading({ takePlace });
  for (const bytes of [80, 80, 80]) larger.payload.write(Buffer.alloc(bytes));
  larger.payload.end();
  await sleep(1000);
  givePlace();
  assert.equal((await larger.body).length, 240);
  assert.equal(places, 1);
});

test('a body that gets no place is refused, as is one that stands still once it has one', async () => {
  const refused = reading({});
  refused.payload.write(Buffer.alloc(101));
  await assert.rejects(refused.body, /no place/);

  const still = reading({ takePlace: () => Promise.resolve() });
  still.payload.write(Buffer.alloc(101));
  await assert.rejects(still.body, tooSlow);
});

test('a file that is sent to a call with JSON is led to the uploads', async () => {
  const messageFor = async (type: string): Promise<string> => {
    const { payload, body } = reading({ freeBytes: 20_000 }, requestLimits.bodyBytes, type);
    payload.end(Buffer.alloc(10_241));
    return body.then(
      () => assert.fail('it was accepted'),
      (error: Error) => error.message,
    );
  };

  const form = await messageFor('multipart/form-data; boundary=x');
  assert.match(form, /10,240 bytes.*POST \/v1\/uploads\/presign/);
  assert.doesNotMatch(await messageFor('application/json'), /presign/);
});

test('one with too many bytes is refused, whatever follows', async () => {
  const large = reading({ takePlace: () => Promise.resolve() });
  large.payload.write(Buffer.alloc(900));
  large.payload.write(Buffer.alloc(101));
  large.payload.end(Buffer.alloc(500));
  await assert.rejects(large.body, (error) => error instanceof Fault && error.status === 413);
});

test('a body that is not large is ended too when it stands still', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const payload = new PassThrough();
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  readBody(payload as unknown as IncomingMessage, resolve);
  payload.write('{');
  await sleep(20);

  t.mock.timers.tick(30_000);
  assert.ok(tooSlow(await promise));
});
