/**
 * Updates from a local server that hosts releases. The releases contain this machine's yt-dlp under other version
 * numbers.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testNames } from '../../../testing/network/test-names.ts';
import {
  type Manners,
  makeSigner,
  type ReleaseHostServer,
  startReleaseHost,
} from '../../../testing/sources/release-host.ts';
import {
  breaksYoutube,
  readsYoutube,
  type TestProgram,
  testProgram,
} from '../../../testing/sources/test-ytdlp.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { chooseBuild } from './build.ts';
import { ReleaseFault, type ReleaseTrouble } from './release-fault.ts';
import { compareVersions, Releases, type ReleasesOptions } from './releases.ts';

const searchPath = process.env.PATH ?? '';
function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const skip = has('yt-dlp') && has('python3') ? false : 'yt-dlp or Python is not installed';

const fails = (trouble: ReleaseTrouble, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ReleaseFault, String(error));
  assert.equal(error.trouble, trouble, error.message);
  assert.match(error.message, text);
  return true;
};

describe('releases', { skip }, () => {
  let scratch: string;
  let host: ReleaseHostServer;
  let count = 0;
  const signer = makeSigner();
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'reelsight-releases-'));
    await writeFile(join(scratch, 'key'), signer.publicKey);
  });
  beforeEach(async () => {
    await host?.close();
    host = await startReleaseHost(signer);
  });
  after(async () => {
    await host?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const signal = () => AbortSignal.timeout(120_000);
  const open = (options: Partial<ReleasesOptions> = {}): Releases =>
    new Releases({
      folder: join(scratch, `links-${++count}`),
      mirror: host.url,
      canary: null,
      keyFile: join(scratch, 'key'),
      idleMs: 2_000,
      now: () => new Date('2026-11-21T10:00:00.000Z'),
      searchPath,
      lookup: testNames,
      sandbox: 'auto',
      ...options,
    });
  const add = (program: TestProgram) =>
    host.add({ version: program.version, files: { 'yt-dlp': testProgram(program) } });
  const contents = async (releases: Releases) => (await readdir(releases.folder.path)).sort();

  test('the newest is fetched, checked, tried and used; the one before is kept', async () => {
    const releases = open();
    assert.equal((await releases.inUse()).origin, 'system');
    add({ version: '2026.10.01' });

    const first = await releases.update(signal());
    assert.deepEqual(first, { outcome: 'updated', version: '2026.10.01', before: null });

    const program = await releases.inUse();
    assert.equal(program.origin, 'data folder');
    assert.match(program.before[0] ?? '', /2026\.10\.01-[0-9a-f]{12}\/yt-dlp$/);

    const { current } = await releases.folder.state();
    assert.equal(current?.javascript, 'node-24.0.0, yt_dlp_ejs-0.8.0');

    const asked = host.requests.length;
    const again = await releases.update(signal());
    assert.equal(again.outcome, 'current');
    assert.ok(
      host.requests.slice(asked).every((path) => path.includes('SHA2-256SUMS')),
      'an update without news fetches the list alone',
    );

    for (const version of ['2026.10.22', '2026.11.10']) {
      add({ version });
      assert.equal((await releases.update(signal())).version, version);
    }

    const state = await releases.folder.state();
    assert.equal(state.previous?.version, '2026.10.22');
    assert.equal(state.checkedAt, '2026-11-21T10:00:00.000Z');

    const kept = await contents(releases);
    assert.equal(kept.length, 3, kept.join());
    assert.match(kept.join(), /^2026\.10\.22-\w+,2026\.11\.10-\w+,state\.json$/);
  });

  test('a mirror that is a plain folder of files does as well', async () => {
    host.manners = 'plain';
    add({ version: '2026.10.01' });
    assert.equal((await open().update(signal())).version, '2026.10.01');
  });

  const bad: readonly [Manners, ReleaseTrouble, RegExp][] = [
    ['limited', 'limited', /limits requests \(429\)/],
    ['html', 'noRelease', /is a web page/],
    ['missing', 'noRelease', /is not there \(404\)/],
    ['broken', 'unreachable', /answers 502/],
    ['silent', 'unreachable', /does not answer/],
    ['truncated', 'unreachable', /does not answer|ended early|other side closed|terminated/],
    ['wrongChecksum', 'forged', /does not match its checksum/],
    ['wrongSignature', 'forged', /not signed by the yt-dlp project: .*not match/],
    ['otherKey', 'forged', /not signed by the yt-dlp project: it is signed by another key/],
    ['elsewhere', 'noRelease', /redirects to 127\.0\.0\.1:9, which is not public/],
  ];
  test('a host with bad manners changes nothing, and is told', async () => {
    const releases = open();
    add({ version: '2026.10.01' });
    await releases.update(signal());
    add({ version: '2026.11.10' });

    for (const [manners, trouble, text] of bad) {
      host.manners = manners;
      await assert.rejects(releases.update(signal()), fails(trouble, text), manners);

      const { current, failure, checkedAt, triedAt } = await releases.folder.state();
      assert.equal(current?.version, '2026.10.01');
      assert.match(failure?.text ?? '', text);
      assert.ok(checkedAt && triedAt);
      assert.equal((await contents(releases)).length, 2, manners);
    }

    host.manners = 'good';
    assert.equal((await releases.update(signal())).version, '2026.11.10');
    assert.equal((await releases.folder.state()).failure, null);
  });

  test('a name that leads into the own network is refused as its address is', async () => {
    const inside = await startReleaseHost(signer, 'http://localhost:9/');
    inside.manners = 'elsewhere';
    const updating = open({ mirror: inside.url }).update(signal());
    await assert.rejects(updating, fails('noRelease', /^localhost is not public/));
    await inside.close();
  });

  test('a release that does not read the canary is not used, if the one in use does', async () => {
    const canary = 'https://www.youtube.com/watch?v=AAAAAAAAAAA';
    const releases = open({ canary });

    add({ version: '2026.10.01', extra: breaksYoutube });
    // The system's yt-dlp can't read the canary either, so the release is not at fault and is installed.
    await releases.update(signal());
    add({ version: '2026.10.20', extra: readsYoutube });
    await releases.update(signal());
    add({ version: '2026.11.10', extra: breaksYoutube });
    await assert.rejects(releases.update(signal()), fails('unfit', /REELSIGHT_LINKS_CANARY/));
    assert.equal((await releases.folder.state()).current?.version, '2026.10.20');
  });

  test('a release without the build for this machine is told', async () => {
    host.add({ version: '2026.10.01', files: { 'yt-dlp.exe': Buffer.from('MZ') } });
    await assert.rejects(open().update(signal()), fails('noRelease', /has no yt-dlp\b/));
  });

  test('an older release is not taken unless it is asked for by its version', async () => {
    const releases = open();
    add({ version: '2026.11.10' });
    await releases.update(signal());
    add({ version: '2026.10.01' });

    const older = fails(
      'older',
      /2026\.10\.01, older than 2026\.11\.10.*links update 2026\.10\.01/,
    );
    await assert.rejects(releases.update(signal()), older);
    assert.equal((await releases.update(signal(), '2026.10.01')).version, '2026.10.01');
  });

  test('a release older than the yt-dlp of the system is not taken either', async () => {
    add({ version: '2019.01.01' });
    await assert.rejects(open().update(signal()), fails('older', /older than \d{4}/));
  });

  const unfit: readonly [string, string, RegExp][] = [
    ['does not start', 'raise ImportError("Python 3.99 is needed")', /Python 3\.99 is needed/],
    [
      'lost a platform',
      'if "--list-extractors" in args:\n    print("generic\\ninstagram\\ntiktok")\n    sys.exit()',
      /no longer knows youtube/,
    ],
    [
      'lost an option',
      'if "--progress-template" in args:\n    sys.exit("yt-dlp: error: no such option: --progress-template")',
      /no such option: --progress-template/,
    ],
    ['fetches nothing', 'if args[-1].startswith("http"):\n    sys.exit(1)', /./],
  ];
  test('a release that does not work here is not used', async () => {
    const releases = open();
    add({ version: '2026.10.01' });
    await releases.update(signal());

    for (const [name, extra, text] of unfit) {
      add({ version: '2026.11.10', extra });
      await assert.rejects(releases.update(signal()), fails('unfit', text), name);
      assert.equal((await releases.folder.state()).current?.version, '2026.10.01');
      assert.equal((await contents(releases)).length, 2, name);
    }
  });

  test('one that hangs while it is tried does not hold up whoever stops', async () => {
    const releases = open();
    add({ version: '2026.11.10', extra: 'import time\ntime.sleep(300)' });
    const stop = new AbortController();
    const updating = releases.update(stop.signal);

    await waitFor(async () => {
      const [folder] = (await readdir(releases.folder.path)).filter((one) => /^new-/.test(one));
      assert.ok(folder && existsSync(join(releases.folder.path, folder, 'yt-dlp')));
    });
    await sleep(2000);

    const startedMs = performance.now();
    stop.abort(new Error('the service stops'));
    await assert.rejects(updating, /the service stops/);
    assert.ok(performance.now() - startedMs < 10_000);
    assert.deepEqual(await contents(releases), []);
  });

  test('a folder that cannot be written is said as such, not as a host that does not answer', async () => {
    add({ version: '2026.11.10' });
    const file = join(scratch, 'a-file');
    await writeFile(file, '');

    const nowhere = open({ folder: join(file, 'links') });
    await assert.rejects(
      nowhere.update(signal()),
      fails('disk', /cannot be written: .*not a dir/i),
    );

    const releases = open();
    const digest = createHash('sha256')
      .update(testProgram({ version: '2026.11.10' }))
      .digest('hex');
    // Writing the release's file fails as on a full disk.
    const folder = join(releases.folder.path, `new-${digest.slice(0, 12)}`);
    await mkdir(folder, { recursive: true });
    await symlink('/dev/full', join(folder, 'yt-dlp'));
    await assert.rejects(releases.update(signal()), fails('disk', /no space left/i));
    assert.match((await releases.folder.state()).failure?.text ?? '', /no space left/i);
  });

  test('a new Python is not asked for where a build carries its own', () => {
    const tooOld = [{ path: '/usr/bin/python3', version: '3.9' }];
    const without = (machine: string) => chooseBuild({ fit: null, tooOld }, machine);
    assert.deepEqual(without('linux-x64'), { asset: 'yt-dlp_linux', python: null });
    assert.deepEqual(without('linux-arm64-musl').asset, 'yt-dlp_musllinux_aarch64');
    assert.throws(
      () => without('freebsd-x64'),
      fails('noPython', /needs Python 3\.10 or newer on PATH \(\/usr\/bin\/python3 is 3\.9\)/),
    );

    const fit = { path: '/usr/bin/python3', version: '3.11' };
    assert.deepEqual(chooseBuild({ fit, tooOld }, 'linux-x64'), { asset: 'yt-dlp', python: fit });
  });

  test('with a Python that is too old, the build that carries its own is fetched and run', async () => {
    const bin = join(scratch, 'bin');
    await mkdir(bin, { recursive: true });

    const script = (text: string) => `#!/bin/sh\n${text}\n`;
    await writeFile(join(bin, 'python3'), script('echo 3.9'), { mode: 0o755 });

    for (const tool of ['sh', 'cat', 'env'])
      await symlink(`/bin/${tool}`, join(bin, tool)).catch(() => undefined);

    const releases = open({ searchPath: bin });
    const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'])
      .toString()
      .trim();
    const program = Buffer.concat([
      Buffer.from(`#!${python}\n`),
      testProgram({ version: '2026.11.10' }),
    ]);
    const assets = ['yt-dlp_linux', 'yt-dlp_linux_aarch64', 'yt-dlp_musllinux', 'yt-dlp_macos'];
    const files = Object.fromEntries(assets.map((name) => [name, program]));
    host.add({ version: '2026.11.10', files });
    assert.equal((await releases.update(signal())).version, '2026.11.10');

    const used = await releases.inUse();
    assert.deepEqual(used.before, []);
    assert.match(used.path, /2026\.11\.10-\w+\/yt-dlp_/);
  });

  test('a rollback uses the one before, and the one taken back only on request', async () => {
    const releases = open();
    const nothing = fails('nothingBefore', /no release before/);
    await assert.rejects(releases.rollback(signal(), 'a test'), nothing);

    for (const version of ['2026.10.01', '2026.11.10']) {
      add({ version });
      await releases.update(signal());
    }

    const went = await releases.rollback(signal(), 'a test');
    assert.deepEqual(went, { from: '2026.11.10', to: '2026.10.01' });
    assert.match((await releases.inUse()).before[0] ?? '', /2026\.10\.01/);

    const refused = await releases.update(signal());
    assert.deepEqual([refused.outcome, refused.version], ['refused', '2026.11.10']);
    assert.match((await releases.folder.state()).note?.text ?? '', /Went back from 2026\.11\.10/);
    add({ version: '2026.11.17' });
    assert.equal((await releases.update(signal())).version, '2026.11.17');
    assert.equal((await releases.folder.state()).note, null);
    host.latest = '2026.11.10';

    const again = await releases.update(signal(), '2026.11.10');
    assert.equal(again.outcome, 'updated');
    assert.deepEqual((await releases.folder.state()).refused, []);
  });

  test('two processes never update one folder at once', async () => {
    add({ version: '2026.10.01' });
    const folder = join(scratch, 'shared');
    const one = open({ folder });
    const two = open({ folder });
    const both = await Promise.allSettled([one.update(signal()), two.update(signal())]);
    const states = both.map(({ status }) => status).sort();
    assert.deepEqual(states, ['fulfilled', 'rejected']);

    const [failed] = both.filter((result) => result.status === 'rejected');
    fails('busy', /process \d+ on .* is updating yt-dlp/)(failed?.reason);
    assert.equal((await two.inUse()).origin, 'data folder');
    assert.equal((await two.update(signal())).outcome, 'current');
  });

  test('a file that was changed on disk is fetched again', async () => {
    const releases = open();
    add({ version: '2026.10.01' });
    await releases.update(signal());

    const [path = ''] = (await releases.inUse()).before;
    await chmod(path, 0o644);
    await writeFile(path, 'print("changed")');
    assert.equal((await releases.update(signal())).outcome, 'updated');
    assert.doesNotMatch(await readFile(path, 'utf8'), /changed/);
  });

  test('a state that can not be read, or a file that is gone, leads back to the system', async () => {
    const releases = open();
    add({ version: '2026.10.01' });
    await releases.update(signal());

    const [path = ''] = (await releases.inUse()).before;
    await rm(path);
    assert.equal((await releases.inUse()).origin, 'system');
    await writeFile(join(releases.folder.path, 'state.json'), '{"current": ');
    assert.equal((await releases.inUse()).origin, 'system');
    assert.equal((await releases.update(signal())).outcome, 'updated');
  });

  test('an update that is stopped leaves nothing behind', async () => {
    const releases = open({ idleMs: 60_000 });
    host.manners = 'silent';
    add({ version: '2026.10.01' });

    const stop = new AbortController();
    const updating = releases.update(stop.signal);

    setTimeout(() => stop.abort(new Error('enough')), 300);
    await assert.rejects(updating, /enough/);
    host.manners = 'good';
    assert.equal((await releases.update(signal())).outcome, 'updated');
  });
});

test('versions are compared by their numbers', () => {
  assert.ok(compareVersions('2026.09.30', '2026.10.01') < 0);
  assert.ok(compareVersions('2026.10.01.232912', '2026.10.01') > 0);
  assert.ok(compareVersions('2026.10.1', '2026.09.30') > 0);
  assert.equal(compareVersions('2026.10.01', '2026.10.01'), 0);
});
