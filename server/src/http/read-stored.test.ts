/** A storage that does not answer holds nobody's turn for longer than its client waits. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { FairTurns } from '../network/fair-turns.ts';
import type { Storage } from '../storage/storage.ts';
import { keyOfText } from '../storage/storage-key.ts';
import { readStored } from './read-stored.ts';

const key = keyOfText('frames/ws_1/job_1/a.jpg');
const never = new AbortController().signal;

/** Answers a read only when it is aborted, as the client of a storage does whose connection has broken. */
const silent: Pick<Storage, 'get'> = {
  get: async (_key, options) => {
    if (options?.signal?.aborted === false) await once(options.signal, 'abort');
    throw new Error('the read was aborted');
  },
};

test('the bytes of a file are read, and null if there is none', async () => {
  const stored: Pick<Storage, 'get'> = {
    get: async () => ({ sizeBytes: 2, etag: 'e', stream: Readable.from([Buffer.from('hi')]) }),
  };
  assert.equal(String(await readStored(stored, key, never)), 'hi');
  assert.equal(await readStored({ get: async () => null }, key, never), null);
});

test('a client that leaves gives its turn to the next', async () => {
  const turns = new FairTurns({ atOnce: 1, perGroup: 1 });
  const leaving = new AbortController();
  const first = turns.run('one', leaving.signal, () => readStored(silent, key, leaving.signal));
  const second = turns.run('two', never, async () => 'served');

  leaving.abort(new Error('the client has gone'));
  await assert.rejects(first, /the client has gone/);
  assert.equal(await second, 'served');
});
