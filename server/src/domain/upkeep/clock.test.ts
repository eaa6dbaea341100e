/** A machine whose clock is wrong notices it by the database's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../../db/database.ts';
import { clockError } from './clock.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const db = { query: async () => [{ now: new Date(now) }] } as unknown as Queryable;

test('a clock that is days ahead or behind is told, one that is off by a minute is not', async () => {
  assert.equal(await clockError(db, now + 10 * 86_400_000), 864_000);
  assert.equal(await clockError(db, now - 3_600_000), -3600);
  assert.equal(await clockError(db, now + 60_000), null);
});
