import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FailureReason } from '../failure.ts';
import { type EndedRun, programAt } from '../ytdlp.ts';
import { BrokenLinks } from './broken-links.ts';
import { outcomeOf, UsageLog } from './usage.ts';

const run = (
  failure: FailureReason | null,
  video = 0,
  more: Partial<EndedRun> & { platform?: EndedRun['video']['platform'] } = {},
): EndedRun => ({
  program: programAt('yt-dlp'),
  version: '2026.11.10',
  video: { platform: more.platform ?? 'youtube', url: `https://example.com/${video}` },
  workspaceId: 'ws_a',
  list: false,
  failure,
  ...more,
});
const last = (runs: readonly EndedRun[], seen = new BrokenLinks()) =>
  runs.map((run) => seen.note(run)).at(-1) ?? null;
const many = (count: number, failure: FailureReason | null, from = 0) =>
  Array.from({ length: count }, (_, index) => run(failure, from + index));

test('only what shows a change of the platform counts against yt-dlp', () => {
  assert.equal(outcomeOf(run(null)), 'read');

  for (const reason of ['unknown', 'forbidden', 'signIn'] as const)
    assert.equal(outcomeOf(run(reason)), 'broken', reason);

  // For these reasons, yt-dlp understood the platform's answer that there is no such video.
  for (const reason of ['private', 'gone', 'age', 'live'] as const)
    assert.equal(outcomeOf(run(reason)), 'read', reason);

  for (const reason of ['rateLimited', 'unreachable', 'diskFull', 'toolMissing'] as const)
    assert.equal(outcomeOf(run(reason)), null, reason);

  assert.equal(outcomeOf(run('unknown', 0, { platform: 'direct' })), null);
});

test('five different links, and at least half of the last ones, are a breakage', () => {
  assert.equal(last(many(4, 'unknown')), null);
  const found = last(many(5, 'unknown'));
  assert.deepEqual(
    { ...found, links: found?.links.map(({ url }) => url.at(-1)).join('') },
    { version: '2026.11.10', platform: 'youtube', links: '43210', runs: 5, broken: 5 },
  );
  assert.equal(last([...many(6, null, 100), ...many(5, 'unknown')]), null);
  assert.ok(last([...many(6, null, 100), ...many(6, 'unknown')]));

  const old = [...many(40, null, 100), ...many(10, 'unknown')];
  assert.equal(last(old)?.runs, 20);
});

test('one bad link over and over, lists, other platforms and other versions are none', () => {
  assert.equal(last(Array.from({ length: 30 }, () => run('unknown', 1))), null);
  assert.equal(last(many(9, 'unknown').map((one) => ({ ...one, list: true }))), null);

  const mixed = many(8, 'unknown').map((one, index) =>
    index % 2 ? one : { ...one, video: { ...one.video, platform: 'tiktok' as const } },
  );
  assert.equal(last(mixed), null);

  const updated = many(8, 'unknown').map((one, index) =>
    index < 4 ? one : { ...one, version: '2026.11.20' },
  );
  assert.equal(last(updated), null);
});

test('counts are kept by version and platform, without links, and the file stays small', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-usage-'));
  const one = new UsageLog(folder);
  const two = new UsageLog(folder);
  const at = new Date('2026-11-20T10:00:00Z');
  one.note(at, '2026.11.10', 'youtube', 'read');
  one.note(at, '2026.11.10', 'youtube', 'broken');
  two.note(at, '2026.10.01', 'tiktok', 'read');
  one.note(new Date('2026-11-01T10:00:00Z'), '2026.10.01', 'youtube', 'read');
  await two.recent(at, 7);
  assert.deepEqual(await one.recent(new Date('2026-11-21T10:00:00Z'), 7), [
    { version: '2026.11.10', platform: 'youtube', read: 1, broken: 1 },
    { version: '2026.10.01', platform: 'tiktok', read: 1, broken: 0 },
  ]);

  const line = `${at.toISOString()} 2026.11.10 instagram read\n`;
  await writeFile(join(folder, 'usage.log'), line.repeat(6_000));
  one.note(at, '2026.11.10', 'instagram', 'broken');

  const kept = (await one.recent(at, 7)).find(({ platform }) => platform === 'instagram');
  assert.deepEqual([kept?.read, kept?.broken], [2_999, 1]);
  assert.ok((await stat(join(folder, 'usage.log'))).size <= 256 * 1024);
  await rm(folder, { recursive: true });
});
