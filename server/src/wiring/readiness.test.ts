import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { Domain } from '../domain/domain.ts';
import { DiskWatch } from '../storage/disk-watch.ts';
import type { Storage } from '../storage/storage.ts';
import { openReadiness } from './readiness.ts';

const disk = new DiskWatch(tmpdir(), { reserveBytes: 0, reservePercent: 5, floorBytes: 0 });
const domain = {
  db: { query: async () => [] },
  queue: { check: async () => undefined },
} as unknown as Domain;
const ready = (error: Error) =>
  openReadiness({
    domain,
    disk,
    storage: { check: () => Promise.reject(error) } as unknown as Storage,
  })();

test('a full storage is told and takes nobody out of service, another fault of it does', async () => {
  const full = await ready(new Fault('STORAGE_FULL', 'no space'));
  assert.deepEqual([full.ok, full.parts.storage], [true, 'full']);
  const away = await ready(new Error('no such host'));
  assert.deepEqual([away.ok, away.parts.storage], [false, 'unavailable']);
});
