/** A service updates yt-dlp automatically, and returns to the previous release if the new one breaks a platform. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testNames } from '../../../testing/network/test-names.ts';
import { type ReleaseHostServer, startReleaseHost } from '../../../testing/sources/release-host.ts';
import { breaksYoutube, readsYoutube, testProgram } from '../../../testing/sources/test-ytdlp.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { ownPlatformStates } from '../../sources/platform-states.ts';
import { Keeper } from '../../sources/releases/keeper.ts';
import type { Releases } from '../../sources/releases/releases.ts';
import { readConfig } from '../settings/config.ts';
import { openKeptSources, openReleases } from './source-ports.ts';

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const skip = has('yt-dlp') && has('python3') ? false : 'yt-dlp or Python is not installed';
const asking = () => ({ workspaceId: 'ws_a', signal: AbortSignal.timeout(60_000) });

describe('kept sources', { skip }, () => {
  let folder: string;
  let host: ReleaseHostServer;
  let count = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-kept-'));
    host = await startReleaseHost();
    await writeFile(join(folder, 'key'), host.signer.publicKey);
  });

  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  function open(updates = 'off') {
    const config = readConfig({
      PATH: process.env.PATH,
      REELSIGHT_DATA_DIR: join(folder, `data-${++count}`),
      REELSIGHT_LINKS_MIRROR: host.url,
      REELSIGHT_LINKS_KEY: join(folder, 'key'),
      REELSIGHT_LINKS_UPDATE: updates,
    });
    const lines: string[] = [];
    const states = ownPlatformStates();
    const log = (_level: string, line: string) => lines.push(line);
    const kept = openKeptSources(config, testNames, { states, log });
    const releases = openReleases(config, testNames) as Releases;
    assert.ok(kept.keeper);

    return { ...kept, keeper: kept.keeper, lines, releases };
  }

  const add = (version: string, extra: string) =>
    host.add({ version, files: { 'yt-dlp': testProgram({ version, extra }) } });

  /** Tries to read this many different links; returns how many were read. */
  async function tryLinks({ sources }: ReturnType<typeof open>, links: number, prefix: string) {
    let read = 0;
    for (let index = 0; index < links; index++) {
      const id = `${prefix}${String(index).padStart(3, '0')}`;
      const video = sources.parse(`https://www.youtube.com/watch?v=${id}`);
      read += await sources.resolve(video, asking()).then(
        () => 1,
        () => 0,
      );
    }

    return read;
  }

  const says = ({ lines }: ReturnType<typeof open>, words: RegExp) =>
    waitFor(() => assert.match(lines.join('\n'), words));

  test('a release that breaks a platform is taken back, the operator is told, links work', async () => {
    const kept = open();
    add('2026.10.01', readsYoutube);
    await kept.releases.update(asking().signal);
    assert.equal(await tryLinks(kept, 2, 'AAAAAAAA'), 2);
    add('2026.11.10', breaksYoutube);
    await kept.releases.update(asking().signal);
    assert.equal(await tryLinks(kept, 5, 'BBBBBBBB'), 0);
    await says(
      kept,
      /read by yt-dlp 2026\.10\.01 again, not 2026\.11\.10: 5 of the last 5 links of youtube failed/,
    );
    assert.equal(await tryLinks(kept, 2, 'CCCCCCCC'), 2);

    const status = await kept.sources.status();
    assert.equal(status.version, '2026.10.01');
    assert.match(status.advice ?? '', /Went back from 2026\.11\.10 to 2026\.10\.01/);

    const usage = await kept.releases.usage.recent(new Date(), 7);
    const bad = usage.find(({ version }) => version === '2026.11.10');
    assert.ok((bad?.broken ?? 0) >= 5);
    await kept.keeper.close();
  });

  test('a platform that both fail keeps the new one, and a newer one is looked for at once', async () => {
    const kept = open('weekly');

    for (const version of ['2026.10.01', '2026.10.20']) {
      add(version, breaksYoutube);
      await kept.releases.update(asking().signal);
    }

    add('2026.11.10', readsYoutube);
    assert.equal(await tryLinks(kept, 5, 'DDDDDDDD'), 0);
    await says(
      kept,
      /read by yt-dlp 2026\.11\.10 now, not 2026\.10\.20, as 5 of the last 5 links of youtube/,
    );
    assert.equal(await tryLinks(kept, 2, 'EEEEEEEE'), 2);
    await kept.keeper.close();
  });

  test('where nothing works better the operator is told so, once', async () => {
    const kept = open('weekly');
    add('2026.10.01', breaksYoutube);
    await kept.releases.update(asking().signal);
    assert.equal(await tryLinks(kept, 7, 'FFFFFFFF'), 0);
    await says(kept, /no version that works better.*docs\/links\.md/);
    assert.equal(kept.lines.length, 1);
    assert.equal((await kept.releases.folder.current())?.version, '2026.10.01');

    await kept.keeper.close();
  });

  test('it looks by itself: first soon, then after its interval, sooner after a failure', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { releases } = open();
    let nowMs = Date.parse('2026-11-21T10:00:00Z');
    const asked: number[] = [];
    let outcome: 'current' | 'fails' = 'fails';
    const state = { ...(await releases.folder.state()) };
    const stub = {
      folder: { state: async () => state },
      update: async () => {
        asked.push(nowMs);
        const at = new Date(nowMs).toISOString();
        state.triedAt = at;
        state.failure = outcome === 'fails' ? { at, text: 'away' } : null;
        if (outcome === 'fails') throw new Error('away');
        state.checkedAt = at;
        return { outcome, version: '2026.11.10', before: '2026.11.10' };
      },
    };
    const keeper = new Keeper({
      interval: 'weekly',
      reads: async () => true,
      log: () => undefined,
      random: () => 0,
      releases: stub as unknown as Releases,
      now: () => new Date(nowMs),
    });
    keeper.start();

    const start = nowMs;
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const hours = async (count: number) => {
      for (let minute = 0; minute < count * 60; minute++) {
        nowMs += 60_000;
        t.mock.timers.tick(60_000);
        for (let turn = 0; turn < 4; turn++) await settle();
      }
    };
    await hours(7);
    outcome = 'current';
    await hours(24 * 8);

    const after = asked.map((at) => (at - start) / 3_600_000);
    assert.equal(after.length, 4, after.join());
    assert.ok((after[0] ?? 9) < 0.1, after.join());
    assert.ok(Math.abs((after[1] ?? 0) - 6) < 1.1, after.join());
    assert.ok(Math.abs((after[2] ?? 0) - 12) < 2.1, after.join());
    assert.ok(Math.abs((after[3] ?? 0) - (after[2] ?? 0) - 168) < 1.1, after.join());
    await keeper.close();
  });
});
