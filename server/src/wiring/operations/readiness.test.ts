import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { mock, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { pino } from 'pino';
import type { Domain } from '../../domain/domain.ts';
import { DiskWatch } from '../../storage/disk-watch.ts';
import type { Storage } from '../../storage/storage.ts';
import { openReadiness } from './readiness.ts';

const disk = new DiskWatch(tmpdir(), { reserveBytes: 0, reservePercent: 5, floorBytes: 0 });
const domain = {
  db: { query: async () => [] },
  queue: { check: async () => undefined },
} as unknown as Domain;
const log = pino({ enabled: false });
const ready = (error: Error) =>
  openReadiness({
    domain,
    disk,
    log,
    storage: { check: () => Promise.reject(error) } as unknown as Storage,
  })();

test('a full storage is told and takes nobody out of service, another fault of it does', async () => {
  const full = await ready(new Fault('STORAGE_FULL', 'no space'));
  assert.deepEqual([full.ok, full.parts.storage], [true, 'full']);
  const away = await ready(new Error('no such host'));
  assert.deepEqual([away.ok, away.parts.storage], [false, 'unavailable']);
});

test('the log is told once that a process is not ready, with what is not, and once that it is again', async () => {
  const lines: unknown[] = [];
  const write = (line: string) => {
    const { level, msg, storage } = JSON.parse(line);
    lines.push([level, msg, storage]);
  };
  let away = true;
  const check = async () => assert.ok(!away);
  const storage = { check } as unknown as Storage;
  let now = performance.now();
  const clock = mock.method(performance, 'now', () => now);
  const look = openReadiness({ domain, disk, storage, log: pino({}, { write }) });

  for (const isAway of [false, true, true, false, false]) {
    away = isAway;
    now += 2000;
    assert.equal((await look()).ok, !isAway);
  }

  clock.mock.restore();
  assert.deepEqual(lines, [
    [40, 'not ready', 'unavailable'],
    [30, 'ready again', undefined],
  ]);
});
