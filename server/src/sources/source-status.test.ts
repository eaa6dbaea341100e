import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Release, ReleaseFolder, type ReleaseState } from './releases/release-folder.ts';
import { type StatusOptions, sourceStatus } from './source-status.ts';
import type { ProgramOrigin, Ytdlp } from './ytdlp.ts';

let scratch: string;
before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reelsight-status-'));
});
after(() => rm(scratch, { recursive: true }));

const at = '2026-11-20T10:00:00.000Z';
const release = (version: string, javascript: string | null = 'node-24.0.0, ejs'): Release => ({
  version,
  file: 'a/yt-dlp',
  sha256: 'a'.repeat(64),
  needsPython: true,
  javascript,
  installedAt: at,
});

let count = 0;
async function advice(
  version: string | null,
  origin: ProgramOrigin,
  state: Partial<ReleaseState> = {},
  options: Partial<StatusOptions> = {},
): Promise<string> {
  const releases = new ReleaseFolder(join(scratch, String(++count)));
  await releases.write(state);

  const ytdlp = {
    program: async () => ({ path: 'yt-dlp', before: [], origin }),
    tried: async () => ({
      version: version ?? assert.fail('missing'),
      sandbox: null,
      openBecause: 'bubblewrap is not installed',
    }),
  };
  const now = () => new Date('2026-11-21T10:00:00Z');
  const status = await sourceStatus(ytdlp as unknown as Ytdlp, { releases, now, ...options });
  assert.equal(status.ready, version !== null);
  assert.equal(status.sandbox?.kind ?? null, version === null ? null : 'none');

  return status.advice ?? '';
}

test('a fresh one needs nothing, whatever the last look said', async () => {
  const state = { current: release('2026.11.10'), failure: { at, text: 'away' } };
  assert.equal(await advice('2026.11.10', 'data folder', state), '');
});

test('an old one is to be updated; why it was not is told', async () => {
  assert.match(
    await advice('2023.03.04', 'system'),
    /^yt-dlp 2023\.03\.04 \(of the system\) is 1358 days old .*run `reelsight links update`\.$/,
  );

  const failed = { failure: { at, text: 'github.com does not answer.' } };
  assert.match(await advice('2023.03.04', 'system', failed), /failed: github\.com does not answer/);

  const off = await advice('2023.03.04', 'system', {}, { updates: 'off' });
  assert.match(off, /REELSIGHT_LINKS_UPDATE is off/);
  assert.match(await advice('2023.03.04', 'setting'), /leave REELSIGHT_YTDLP out.*yt-dlp -U/);
});

test('where there is nothing newer, another look is not advised', async () => {
  const state = { current: release('2026.08.19'), checkedAt: at, triedAt: at };
  const said = await advice('2026.08.19', 'data folder', state);
  assert.match(said, /nothing newer was there on 2026-11-20; if REELSIGHT_LINKS_MIRROR/);
  assert.doesNotMatch(said, /links update/);
});

test('a release that lost its Python, one without JavaScript and one taken back are told', async () => {
  const state = { current: release('2026.11.10') };
  assert.match(await advice(null, 'system', state), /missing.*needs Python 3\.10 or newer/);

  const bare = { current: release('2026.11.10', null) };
  assert.match(await advice('2026.11.10', 'data folder', bare), /no JavaScript runtime/);

  const back = { current: release('2026.10.01'), note: { at, text: 'Went back from 2026.11.10.' } };
  assert.match(await advice('2026.10.01', 'data folder', back), /Went back/);

  const long = { ...back, note: { at: '2026-10-20T10:00:00.000Z', text: 'Went back.' } };
  assert.equal(await advice('2026.10.01', 'data folder', long), '');
});
