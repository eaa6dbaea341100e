/**
 * Tests that bytes pass through either database unchanged, and that converting them does not block the thread for long.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import type { Database } from './database.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
  await db.exec('create table held (id integer primary key, bytes bytea, letters text)');
});
after(() => db.close());

test('bytes come back as they were, also those of a part of a buffer', async () => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (const [id, bytes] of [
    all,
    all.subarray(92, 95),
    Buffer.from('abc'),
    new Uint8Array(),
  ].entries()) {
    await db.query('insert into held (id, bytes) values ($1, $2)', [id, bytes]);
    const [row] = await db.query<{ bytes: Uint8Array }>('select bytes from held where id = $1', [
      id,
    ]);
    assert.deepEqual([...(row?.bytes ?? [])], [...bytes]);
  }
});

test('a megabyte costs this thread about what as many letters cost it', async (t) => {
  const bytes = randomBytes(1_000_000);
  const values = { bytes, letters: bytes.toString('hex') };
  const cost = async (column: keyof typeof values): Promise<number> => {
    const began = process.threadCpuUsage();
    await db.query('delete from held where id = 9');
    await db.query(`insert into held (id, ${column}) values (9, $1)`, [values[column]]);
    await db.query(`select ${column} from held where id = 9`);
    const { user, system } = process.threadCpuUsage(began);
    return user + system;
  };

  // Some kernels measure CPU time in ticks of several milliseconds, so only sums over many rounds mean anything.
  const series = async (): Promise<{ letters: number; ofBytes: number }> => {
    let letters = 0;
    let ofBytes = 0;
    for (let round = 0; round < 12; round += 1) {
      letters += await cost('letters');
      ofBytes += await cost('bytes');
    }
    return { letters, ofBytes };
  };

  // Garbage collection or a busy machine may slow down one series, but not all of them, so the best of four shows the
  // cost of the code itself. Converting one byte at a time would cost two and a half times as much in every series.
  const ratios: number[] = [];
  while (ratios.length < 4 && !ratios.some((ratio) => ratio <= 1.5)) {
    const { letters, ofBytes } = await series();
    t.diagnostic(`${letters} µs for letters, ${ofBytes} µs for bytes`);
    ratios.push(ofBytes / letters);
  }
  assert.ok(Math.min(...ratios) <= 1.5, `ratios ${ratios.map((ratio) => ratio.toFixed(2))}`);
});
