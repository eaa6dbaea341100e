/**
 * Tests of the real yt-dlp, with a local server, and with prepared video descriptions where a platform would otherwise
 * be contacted.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type ErrorCode, Fault } from '@reelsight/contract';
import { testNames } from '../../testing/network/test-names.ts';
import { startFtpServer } from '../../testing/sources/ftp-server.ts';
import { body, type MediaServer, startMediaServer } from '../../testing/sources/media-server.ts';
import { leastRateFor, rendition } from './download.ts';
import { ownPlatformStates } from './platform-states.ts';
import { Sources, type SourcesOptions } from './sources.ts';

const run = promisify(execFile);
const searchPath = process.env.PATH ?? '';

function has(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const missing = has('yt-dlp', '--version') ? false : 'yt-dlp is not installed';
const noFfmpeg = missing || (has('ffmpeg', '-version') ? false : 'ffmpeg is not installed');

const isFault = (code: ErrorCode, detail?: RegExp) => (error: unknown) => {
  if (!(error instanceof Fault)) return false;
  assert.equal(error.code, code, error.detail);
  if (detail) assert.match(error.detail, detail);
  return true;
};

const workspaceId = 'ws_a';
const common: SourcesOptions = {
  lookup: testNames,
  program: 'yt-dlp',
  searchPath,
  sandbox: 'auto',
  directHosts: [],
  pausedPlatforms: [],
  allowAddress: (address) => address === '127.0.0.1',
  now: () => new Date('2026-11-21T10:00:00.000Z'),
  previewMs: 60_000,
};

describe('sources', { skip: missing }, () => {
  let scratch: string;
  let server: MediaServer;
  let sources: Sources;
  let folders = 0;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'reelsight-sources-'));
    server = await startMediaServer();
    sources = open();
  });

  after(async () => {
    await server.close();
    await rm(scratch, { recursive: true, force: true });
  });

  function open(options: Partial<SourcesOptions> = {}): Sources {
    const directHosts = [new URL(server.url).host];
    return new Sources({ ...common, directHosts, extraReadable: [scratch], ...options });
  }

  /**
   * Opens sources that use a script in place of yt-dlp. There is no sandbox, because the script writes next to itself.
   */
  const openScript = (options: Partial<SourcesOptions>) => open({ sandbox: 'off', ...options });

  async function newFolder(): Promise<string> {
    const folder = join(scratch, `job-${++folders}`);
    await mkdir(folder);
    return folder;
  }

  const signal = () => AbortSignal.timeout(240_000);
  const asking = () => ({ workspaceId, signal: signal() });
  const base = { workspaceId, looks: true, maxBytes: 10_000_000, stallMs: 20_000 };

  async function download(path: string, options = {}, from = sources) {
    const folder = await newFolder();
    const video = from.parse(`${server.url}${path}`);
    const downloading = from.download({ ...base, video, folder, signal: signal(), ...options });
    return { folder, downloading };
  }

  /** Asserts that a download fails with the documented code and leaves no files behind. */
  async function assertFails(
    path: string,
    code: ErrorCode,
    detail: RegExp,
    options = {},
    from = sources,
  ): Promise<void> {
    const { folder, downloading } = await download(path, options, from);
    await assert.rejects(downloading, isFault(code, detail), path);
    assert.deepEqual(await readdir(folder), [], path);
  }

  const previewed = (path: string, from = sources) =>
    from.preview(from.parse(`${server.url}${path}`), workspaceId);

  test('tells its version and what to do about an old or missing one', async () => {
    const status = await sources.status();
    assert.equal(status.ready, true);
    assert.match(status.version ?? '', /^\d{4}\.\d{2}\.\d{2}/);

    const released = Date.parse((status.version ?? '').slice(0, 10).replaceAll('.', '-'));
    const late = open({ now: () => new Date(released + 61 * 86_400_000) });
    assert.match((await late.status()).advice ?? '', /61 days old.*yt-dlp -U/);

    const fresh = open({ now: () => new Date(released + 60 * 86_400_000) });
    assert.equal((await fresh.status()).advice, undefined);

    const none = await open({ program: 'no-such-program' }).status();
    assert.deepEqual([none.ready, none.version], [false, null]);
    assert.match(none.advice ?? '', /missing/);
  });

  test('resolves without downloading', async () => {
    const before = server.requests.length;
    const info = await previewed('/good/bread.mp4');
    assert.equal(info?.title, 'bread');
    assert.equal(info?.metadata.container, 'mp4');
    assert.equal(info?.durationSeconds, null);
    assert.ok(server.requests.length - before <= 2);
  });

  test('downloads, with progress, to one file', async () => {
    const seen: { bytes: number; fraction: number | null }[] = [];
    const titles: (string | null)[] = [];
    const { folder, downloading } = await download('/good/bread.mp4?token=1', {
      onProgress: (progress: (typeof seen)[0]) => seen.push(progress),
      onInfo: (info: { title: string | null }) => titles.push(info.title),
    });
    const done = await downloading;

    assert.match(done.path, /\.mp4$/);
    assert.equal(done.sizeBytes, body.length);
    assert.ok(body.equals(await readFile(done.path)));
    assert.deepEqual(
      await readdir(folder, { recursive: true }),
      [dirname(done.path), done.path].map((path) => relative(folder, path)),
    );
    assert.deepEqual(titles, ['bread']);
    assert.deepEqual(seen.at(-1), { bytes: body.length, fraction: 1 });
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a.bytes - b.bytes),
    );
  });

  test('goes on where the connection was cut', async () => {
    const { downloading } = await download('/cut/bread.mp4');
    const done = await downloading;
    assert.ok(body.equals(await readFile(done.path)));
    const resumed = server.requests.filter((line) => /\/cut\/.*bytes=[1-9]\d*-/.test(line));
    assert.ok(resumed.length > 0, 'the rest was asked for');
  });

  test('a download that was stopped goes on where it was, in the next attempt', async () => {
    const folder = await newFolder();
    const video = sources.parse(`${server.url}/slow/bread.mp4`);
    const stop = new AbortController();
    const first = sources.download({
      ...base,
      video,
      folder,
      signal: stop.signal,
      onProgress: ({ bytes }) => bytes > 60_000 && stop.abort(new Error('closing')),
    });
    await assert.rejects(first, /closing/);

    const [left] = await readdir(folder);
    server.requests.length = 0;

    const done = await sources.download({ ...base, video, folder, signal: signal() });
    assert.ok(body.equals(await readFile(done.path)));

    const [, from] = server.requests.map((line) => /bytes=(\d+)-/.exec(line)?.[1]);
    assert.ok(Number(from) >= 60_000, `went on at ${from}`);
    assert.ok(
      !(await readdir(folder)).includes(left ?? ''),
      'the first attempt left no second copy',
    );
    // A complete file is not downloaded again: the one request only asks for the video's description.
    server.requests.length = 0;

    const again = await sources.download({ ...base, video, folder, signal: signal() });
    assert.ok(body.equals(await readFile(again.path)));
    assert.equal(server.requests.length, 1);
  });

  test('what is left of a fragmented download is not gone on with', async () => {
    const folder = await newFolder();
    const left = join(folder, 'attempt-1');
    await mkdir(left);
    await writeFile(join(left, 'video.mp4-0.mp4.part'), 'torn');
    await writeFile(join(left, 'video.mp4-0.mp4.ytdl'), '{}');

    const video = sources.parse(`${server.url}/good/bread.mp4`);
    const done = await sources.download({ ...base, video, folder, signal: signal() });
    assert.ok(body.equals(await readFile(done.path)));
  });

  test('what the server answers decides the code', async () => {
    await assertFails('/status/403', 'PLATFORM_403', /^forbidden/);
    await assertFails('/status/401', 'PLATFORM_403', /^signIn/);
    await assertFails('/status/404', 'EXTRACTION_FAILED', /^gone/);
    await assertFails('/status/410', 'EXTRACTION_FAILED', /^gone/);
    await assertFails('/status/500', 'PLATFORM_UNAVAILABLE', /^unreachable/);
    await assertFails('/status/429', 'PLATFORM_RATE_LIMITED', /^rateLimited/, {}, open());
  });

  test('a server that is not there is unreachable', async () => {
    const gone = await startMediaServer();
    await gone.close();
    const from = open({ directHosts: [new URL(gone.url).host] });
    const video = from.parse(`${gone.url}/good/a.mp4`);
    const options = { ...base, video, folder: await newFolder(), signal: signal() };
    await assert.rejects(from.download(options), isFault('PLATFORM_UNAVAILABLE', /^unreachable/));
    assert.equal(await from.preview(video, workspaceId), null, 'a submit goes on without');
  });

  test('a server that lies about the size fails in the end', async () => {
    await assertFails('/liar/a.mp4', 'PLATFORM_UNAVAILABLE', /^unreachable/);
  });

  test('a download that stands still is given up', async () => {
    await assertFails('/stall/a.mp4', 'PLATFORM_UNAVAILABLE', /^stalled/, { stallMs: 1_500 });
  });

  test('a download that is slower than the minimum rate is given up', async () => {
    const leastRate = { bytesPerSecond: 50_000, overMs: 2_000 };
    const slow = { leastRate, signal: AbortSignal.timeout(30_000) };
    await assertFails('/trickle/a.mp4', 'PLATFORM_UNAVAILABLE', /^tooSlow/, slow);
  });

  test('a download that never ends, or announces too much, is cut at the limit', async () => {
    const options = { maxBytes: 1_000_000 };
    await assertFails('/endless/a.mp4', 'EXTRACTION_FAILED', /^tooLarge/, options);
    await assertFails('/huge/a.mp4', 'EXTRACTION_FAILED', /^tooLarge/, options);
    await assertFails('/good/a.mp4', 'EXTRACTION_FAILED', /^tooLarge/, { maxBytes: 299_999 });
  });

  test('pages and playlists are no media files', async () => {
    for (const path of ['/page/a.html', '/playlist/a.m3u8']) {
      await assertFails(path, 'EXTRACTION_FAILED', /^notMedia/);
      await assert.rejects(previewed(path), isFault('INVALID_URL', /^notMedia/));
    }
  });

  test('addresses that are not public are refused, redirects included', async () => {
    const inside = await startMediaServer({}, '127.0.0.2');
    const redirect = `/redirect/${encodeURIComponent(`${inside.url}/good/a.mp4`)}`;
    await assertFails(redirect, 'EXTRACTION_FAILED', /^privateAddress: .*127\.0\.0\.2/);
    await assert.rejects(previewed(redirect), isFault('INVALID_URL', /^privateAddress/));
    assert.deepEqual(inside.requests, []);
    await inside.close();

    const { allowAddress: _, ...rest } = common;
    const strict = new Sources({ ...rest, directHosts: [new URL(server.url).host] });
    const before = server.requests.length;

    await assertFails('/good/a.mp4', 'EXTRACTION_FAILED', /^privateAddress/, {}, strict);
    assert.equal(server.requests.length, before, 'not even asked');
  });

  test('a redirect to another scheme than http is refused, and reaches nothing', async () => {
    await using ftp = await startFtpServer(body);
    const redirect = `/redirect/${encodeURIComponent(`ftp://127.0.0.1:${ftp.port}/secret.mp4`)}`;
    await assertFails(redirect, 'EXTRACTION_FAILED', /^otherScheme: ftp:/);
    await assert.rejects(previewed(redirect), isFault('INVALID_URL', /^otherScheme/));
    assert.deepEqual(ftp.commands, []);
  });

  test('a submit refuses what is definitely not there, and goes on without an answer', async () => {
    await assert.rejects(previewed('/status/404'), isFault('INVALID_URL', /^gone/));
    assert.equal(await previewed('/status/403'), null);
    assert.equal(await previewed('/status/500'), null);
    const startedMs = performance.now();
    const hurried = open({ previewMs: 700 });
    assert.equal(await previewed('/silent/a.mp4', hurried), null);
    assert.ok(performance.now() - startedMs < 20_000);
  });

  test('many previews wait for each other and keep to the limit all together', async () => {
    const beganMs = performance.now();
    await previewed('/good/a.mp4', open({ previewMs: 120_000 }));
    const aloneMs = performance.now() - beganMs;
    // Enough time for some previews, one after the other, but not for all.
    const previewMs = Math.ceil(5 * aloneMs);
    const some = open({ previewMs });
    const one = () => previewed('/good/a.mp4', some);
    const startedMs = performance.now();
    const all = await Promise.all(Array.from({ length: 30 }, one));

    assert.ok(performance.now() - startedMs < 3 * previewMs);
    assert.ok(all.filter((info) => info?.title === 'a').length >= 2);
    assert.equal((await one())?.title, 'a', 'every place was given back');
  });

  test('previews and looks take the turns of the group of their workspace', async () => {
    const groups: string[] = [];
    const states = {
      ...ownPlatformStates(),
      groupOf: async (id: string) => {
        groups.push(id);
        return 'jo';
      },
    };
    const grouped = open({ states });
    assert.equal((await previewed('/good/a.mp4', grouped))?.title, 'a');
    await grouped.resolve(grouped.parse(`${server.url}/good/a.mp4`), asking());
    assert.deepEqual(groups, [workspaceId, workspaceId]);
  });

  test('slow looks of other workspaces hold up no look of one that has none', async () => {
    const crowded = open();
    const silent = crowded.parse(`${server.url}/silent/a.mp4`);
    const stop = new AbortController();
    const slowLooks = Array.from({ length: Math.max(2, availableParallelism()) }, (_, index) => {
      const asked = { workspaceId: `ws_slow_${index}`, signal: stop.signal };
      return crowded.resolve(silent, asked);
    });
    const startedMs = performance.now();
    const info = await crowded.resolve(crowded.parse(`${server.url}/good/a.mp4`), asking());

    assert.equal(info.title, 'a');
    assert.ok(performance.now() - startedMs < 20_000, 'not after the limit of a look, 30 s');
    stop.abort(new Error('enough'));
    for (const look of await Promise.allSettled(slowLooks)) assert.equal(look.status, 'rejected');
  });

  test('after a 429 the platform is left alone for ten minutes', async () => {
    let now = new Date('2026-11-21T10:00:00.000Z');
    const from = open({ now: () => now });

    await assert.rejects(
      previewed('/status/429', from),
      isFault('PLATFORM_RATE_LIMITED', /^rateL/),
    );
    await assert.rejects(previewed('/good/a.mp4', from), isFault('PLATFORM_RATE_LIMITED', /^back/));
    now = new Date(now.getTime() + 10 * 60_000);
    assert.equal((await previewed('/good/a.mp4', from))?.title, 'a');
  });

  test('a paused platform is refused at submit only', async () => {
    const paused = open({ pausedPlatforms: ['direct'] });
    await assert.rejects(
      previewed('/good/a.mp4', paused),
      isFault('PLATFORM_UNAVAILABLE', /pause/),
    );
    const { downloading } = await download('/good/a.mp4', {}, paused);
    assert.equal((await downloading).sizeBytes, body.length);
  });

  test('a caller may stop it by its signal or when it hears what it is', async () => {
    const stop = new AbortController();
    const { downloading } = await download('/stall/a.mp4', {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('cancelled')),
    });
    await assert.rejects(downloading, /cancelled/);

    const late = await download('/good/a.mp4', {
      onInfo: () => {
        throw new Fault('VIDEO_TOO_LONG', 'ten hours');
      },
    });
    await assert.rejects(late.downloading, isFault('VIDEO_TOO_LONG'));
    assert.deepEqual(await readdir(late.folder), []);
  });

  test('a missing program is the service lacking, not the link', async () => {
    const none = open({ program: 'no-such-program' });
    await assertFails('/good/a.mp4', 'PLATFORM_UNAVAILABLE', /^toolMissing/, {}, none);
    assert.equal(await previewed('/good/a.mp4', none), null);
  });

  test('every process it started is gone, whatever stopped it', async () => {
    const program = join(scratch, 'yt-dlp-that-lingers');
    const pids = join(scratch, 'pids');
    const script = [
      '#!/bin/sh',
      '[ "$2" = --version ] && echo 2026.11.01 && exit 0',
      `sleep 60 & echo $! $$ > ${pids}`,
      'wait',
    ];
    await writeFile(program, script.join('\n'));
    await chmod(program, 0o755);

    const { downloading } = await download(
      '/good/a.mp4',
      { stallMs: 1_000 },
      openScript({ program }),
    );
    await assert.rejects(downloading, isFault('PLATFORM_UNAVAILABLE', /^stalled/));

    for (const pid of (await readFile(pids, 'utf8')).trim().split(' ')) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') gone');
      assert.match(stat, /\) (Z|gone)/, `${pid} still runs`);
    }
  });

  test('it sees no environment and no configuration', async () => {
    const program = join(scratch, 'yt-dlp-that-tells');
    const told = join(scratch, 'told');
    const script = [
      '#!/bin/sh',
      '[ "$2" = --version ] && echo 2026.11.01 && exit 0',
      `{ env; echo "ARGS $*"; } > ${told}`,
    ];
    await writeFile(program, script.join('\n'));
    await chmod(program, 0o755);

    const proxy = 'http://user:secret@127.0.0.1:9';
    const cacheDir = join(scratch, 'cache');
    const from = openScript({ program: relative('.', program), proxy, cacheDir });
    await assert.rejects(from.resolve(from.parse('https://youtu.be/dQw4w9WgXcQ'), asking()));

    const text = await readFile(told, 'utf8');
    const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name).sort();
    const proxies = ['all_proxy', 'ftp_proxy', 'http_proxy', 'https_proxy'];
    const own = ['HOME', 'LANG', 'PATH', ...proxies];
    // The shell adds the first four of these; Node passes the last one on to every child while it measures coverage.
    const added = ['PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_V8_COVERAGE'];
    assert.deepEqual(
      names.filter((name) => !added.includes(name ?? '')),
      own,
    );
    assert.match(text, new RegExp(`^https_proxy=${proxy}$`, 'm'));

    const args = /^ARGS (.*)$/m.exec(text)?.[1] ?? '';
    assert.match(args, /^--ignore-config .* -- https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ$/);
    assert.match(args, /--js-runtimes node:/);
    assert.match(args, /--use-extractors youtube /);
    assert.ok(!args.includes('secret'));

    await assert.rejects(previewed('/good/a.mp4', from).then((info) => assert.ok(info)));

    const direct = await readFile(told, 'utf8');
    assert.doesNotMatch(direct, /127\.0\.0\.1:9\b/, 'direct links get no proxy');
  });

  describe('cookies of the operator', () => {
    const cookiesText = '# Netscape HTTP Cookie File\n';
    let cookiesFile: string;
    let told: string;
    let from: Sources;

    /**
     * Installs a script in place of yt-dlp that fails with `words` unless it is given cookies, and that changes the
     * cookie file.
     */
    async function refusedWith(words: string, info: object = {}): Promise<void> {
      const program = join(scratch, 'yt-dlp-that-is-refused');
      const script = [
        '#!/bin/sh',
        '[ "$2" = --version ] && echo 2026.11.01 && exit 0',
        `case "$*" in *--cookies*) echo with >> ${told}; echo changed >> "$HOME/cookies.txt"`,
        `  echo 'info ${JSON.stringify({ id: 'x', title: 'Rye', direct: true, ...info })}'; exit 0;; esac`,
        `echo without >> ${told}; echo "ERROR: [x] ${words}" >&2; exit 1`,
      ];

      await writeFile(program, script.join('\n'));
      await chmod(program, 0o755);
      await writeFile(told, '');
      from = openScript({ program, cookiesFile });
    }

    const asked = async () => (await readFile(told, 'utf8')).trim().split('\n');
    const resolved = (link = 'https://youtu.be/dQw4w9WgXcQ') =>
      from.resolve(from.parse(link), asking());

    before(async () => {
      cookiesFile = join(scratch, 'cookies.txt');
      told = join(scratch, 'told-of-cookies');
      await writeFile(cookiesFile, cookiesText);
    });

    test('are tried second, and only for what a platform shows to who has signed in', async () => {
      for (const words of [
        'Sign in to confirm your age. This video may be inappropriate for some users.',
        'Sign in to confirm you are not a bot. Use --cookies for the authentication.',
      ]) {
        await refusedWith(words);
        assert.equal((await resolved()).title, 'Rye', words);
        assert.deepEqual(await asked(), ['without', 'with']);
      }
      assert.equal(await readFile(cookiesFile, 'utf8'), cookiesText, 'never written back');
    });

    test('open nothing that is not public', async () => {
      for (const words of [
        'Private video. Sign in if you have been granted access to this video',
        'Join this channel to get access to members-only content like this video',
        'HTTP Error 429: Too Many Requests',
        'Video unavailable',
        'HTTP Error 403: Forbidden',
      ]) {
        await refusedWith(words);
        await assert.rejects(resolved(), Fault, words);
        assert.deepEqual(await asked(), ['without'], words);
      }
      for (const availability of ['private', 'subscriber_only', 'premium_only']) {
        await refusedWith('Sign in to confirm your age', { availability });
        await assert.rejects(resolved(), isFault('PLATFORM_403'), availability);
      }
    });

    test('are never given for a list, nor to another host', async () => {
      await refusedWith('Sign in to confirm you are not a bot');

      for (const link of ['https://www.youtube.com/@one', 'https://www.instagram.com/one/']) {
        await assert.rejects(
          from.list(from.parseFollow(link), 5, asking()),
          isFault('PLATFORM_403'),
        );
      }

      await assert.rejects(resolved(`${server.url}/good/a.mp4`), isFault('PLATFORM_403'));
      assert.deepEqual(await asked(), ['without', 'without', 'without']);
    });
  });

  test('lists are read by the extractors of public pages alone', async () => {
    const program = join(scratch, 'yt-dlp-that-lists');
    const said = join(scratch, 'said');
    const version = '[ "$2" = --version ] && echo 2026.11.01 && exit 0';
    await writeFile(program, ['#!/bin/sh', version, `echo "$*" > ${said}`].join('\n'));
    await chmod(program, 0o755);
    const from = openScript({ program });

    for (const [link, extractors] of Object.entries({
      'https://www.youtube.com/@one': 'youtube:tab,youtube:playlist,youtube:search:date',
      'https://www.tiktok.com/@one': 'tiktok:user,tiktok:tag',
      'https://www.instagram.com/one/': 'instagram:user,instagram:tag',
    })) {
      await from.list(from.parseFollow(link), 5, asking());
      const args = await readFile(said, 'utf8');
      assert.ok(args.includes(`--use-extractors ${extractors} `), link);
    }
  });

  test('a workspace that is slowed waits for its turn, or is told so', async () => {
    let waits = [30, 0];
    const states = {
      read: async () => ({ paused: false, backOffUntil: null }),
      take: async () => waits.shift() ?? 0,
      groupOf: async (id: string) => id,
      backOff: async () => undefined,
    };
    const from = open({ states });
    const video = from.parse(`${server.url}/good/a.mp4`);

    assert.equal((await from.resolve(video, asking())).title, 'a');
    assert.deepEqual(waits, []);
    waits = [30];
    assert.equal(await from.preview(video, workspaceId), null, 'a submit does not wait');
    waits = [3_600_000];
    await assert.rejects(from.resolve(video, asking()), isFault('PLATFORM_RATE_LIMITED', /slowed/));
  });

  test('a full disk is a fault of the service', async (t) => {
    const folder = await newFolder();
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    } catch {
      t.skip('needs the right to mount a small file system');
      return;
    }

    try {
      const video = sources.parse(`${server.url}/endless/a.mp4`);
      const downloading = sources.download({ ...base, video, folder, signal: signal() });
      await assert.rejects(downloading, isFault('STORAGE_FULL', /^diskFull/));
      assert.deepEqual(await readdir(folder), []);
    } finally {
      await run('umount', [folder]);
    }
  });

  describe('a platform with many renditions', { skip: noFfmpeg }, () => {
    let media: MediaServer;
    let fixture: string;

    before(async () => {
      const files: Record<string, string> = {};
      const formats: Record<string, unknown>[] = [];
      const make = async (name: string, args: readonly string[], format: object) => {
        files[name] = join(scratch, name);
        await run('ffmpeg', ['-v', 'error', ...args, '-y', files[name]]);

        const { length } = await readFile(files[name]);
        formats.push({
          format_id: name,
          ext: 'mp4',
          protocol: 'http',
          filesize: length,
          url: name,
          ...format,
        });
      };
      const sound = ['-f', 'lavfi', '-i', 'sine=duration=1'];

      for (const height of [240, 720, 1080]) {
        const size = `${(height * 16) / 9 - (((height * 16) / 9) % 2)}x${height}`;
        const picture = ['-f', 'lavfi', '-i', `testsrc=duration=1:rate=5:size=${size}`];
        const video = {
          height,
          width: Number(size.split('x')[0]),
          fps: 5,
          vcodec: 'avc1',
          acodec: 'none',
        };
        await make(
          `v${height}.mp4`,
          [...picture, '-c:v', 'libx264', '-preset', 'ultrafast'],
          video,
        );
      }

      for (const abr of [24, 48, 128]) {
        const audio = { abr, vcodec: 'none', acodec: 'mp4a', ext: 'm4a' };
        await make(`a${abr}.m4a`, [...sound, '-c:a', 'aac', '-b:a', `${abr}k`], audio);
      }

      media = await startMediaServer(files);
      for (const format of formats) format.url = `${media.url}/file/${format.url}`;

      const info = JSON.parse(
        await readFile(
          join(import.meta.dirname, '../../testing/sources/youtube-info.json'),
          'utf8',
        ),
      );
      fixture = join(scratch, 'info.json');

      const { width, height, fps, ext, vcodec, acodec, ...rest } = info;
      const page = {
        webpage_url: 'https://www.youtube.com/watch?v=AbCdEfGhIjK',
        extractor: 'youtube',
      };
      await writeFile(fixture, JSON.stringify({ ...rest, ...page, formats }));
    });
    after(() => media.close());

    async function take(options: object, tool: Partial<SourcesOptions> = {}) {
      media.requests.length = 0;
      const extraArguments = ['--load-info-json', fixture];
      const from = open({ extraArguments, ...tool });
      const video = from.parse('https://youtu.be/AbCdEfGhIjK');
      const folder = await newFolder();
      const done = await from.download({ ...base, video, folder, signal: signal(), ...options });
      const taken = media.requests.map((line) => /\/file\/(\S+)/.exec(line)?.[1]);

      return { done, taken: [...new Set(taken)].sort() };
    }

    test('720 lines and sound, merged into one file', async () => {
      const fractions: (number | null)[] = [];
      const { done, taken } = await take({
        onProgress: ({ fraction }: { fraction: number | null }) => fractions.push(fraction),
      });
      assert.deepEqual(taken, ['a48.m4a', 'v720.mp4']);
      assert.equal(done.info.title, 'How we bake bread');
      assert.equal(done.info.durationSeconds, 48);
      assert.deepEqual(done.info.metadata.chapters[0], { start: 0, end: 20, title: 'Dough' });

      const probe = [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_type',
        '-of',
        'csv=p=0',
        done.path,
      ];
      const streams = (await run('ffprobe', probe)).stdout.trim().split('\n').sort();
      assert.deepEqual(streams, ['audio', 'video']);
      assert.ok(fractions.every((fraction) => fraction === null || fraction <= 1));
    });

    test('only sound where nothing is looked at, and not so little that speech suffers', async () => {
      const { done, taken } = await take({ looks: false });
      assert.deepEqual(taken, ['a48.m4a']);
      assert.match(done.path, /\.m4a$/);
    });

    /** Prepares a description of the same video that lists captions on the local server, in the platform's format. */
    async function captioned(lists: object): Promise<Partial<SourcesOptions>> {
      const info = JSON.parse(await readFile(fixture, 'utf8'));
      const file = join(scratch, `captioned-${++folders}.json`);
      const formats = info.formats.map((format: object) => ({ ...format, language: 'en' }));
      await writeFile(file, JSON.stringify({ ...info, formats, ...lists }));
      return { extraArguments: ['--load-info-json', file] };
    }

    const vtt = 'WEBVTT\n\n00:00.500 --> 00:03.000\nBread needs <i>time</i>.\n';
    const wish = { language: null, automatic: () => false };

    test('captions by people come with the video, in the language that is spoken', async () => {
      const path = join(scratch, 'en.vtt');
      await writeFile(path, vtt);

      const texts = await startMediaServer({ 'en.vtt': path });
      try {
        const at = (name: string) => [{ ext: 'vtt', url: `${texts.url}/file/${name}` }];
        const lists = { subtitles: { de: at('de.vtt'), en: at('en.vtt'), live_chat: at('x') } };
        const { done } = await take({ captions: wish }, await captioned(lists));
        assert.deepEqual(done.captions, {
          platform: 'youtube',
          language: 'en',
          automatic: false,
          cues: [{ start: 0.5, end: 3, text: 'Bread needs time.' }],
        });
        assert.equal(texts.requests.length, 1, 'the platform is not asked again');
        // Only the video is left in the folder.
        assert.equal((await readdir(dirname(done.path))).length, 1);
      } finally {
        await texts.close();
      }
    });

    test('captions that the platform lists but does not give cost nothing but themselves', async () => {
      const gone = { subtitles: { en: [{ ext: 'vtt', url: `${media.url}/file/none.vtt` }] } };
      const { done } = await take({ captions: wish }, await captioned(gone));
      assert.equal(done.captions, null);
      assert.ok(done.sizeBytes > 0);
    });

    test('another height can be asked for', async () => {
      assert.ok((await take({ heightPixels: 240 })).taken.includes('v240.mp4'));
    });

    test('a size that is known beforehand is refused before a byte', async () => {
      await assert.rejects(take({ maxBytes: 100 }), isFault('EXTRACTION_FAILED', /^tooLarge/));
      assert.deepEqual(media.requests, []);
    });

    test('a live stream is refused, at submit and in a job', async () => {
      const live = join(scratch, 'live.json');
      const info = JSON.parse(await readFile(fixture, 'utf8'));
      await writeFile(live, JSON.stringify({ ...info, live_status: 'is_live', is_live: true }));

      const tool = { extraArguments: ['--load-info-json', live] };
      await assert.rejects(take({}, tool), isFault('EXTRACTION_FAILED', /^live/));

      const from = open(tool);
      const preview = from.preview(from.parse('https://youtu.be/AbCdEfGhIjK'), workspaceId);
      await assert.rejects(preview, isFault('INVALID_URL', /^live/));
    });
  });

  test('a channel is listed without a request for each video', async () => {
    const entry = (url: string, more: object = {}) => ({
      _type: 'url',
      ie_key: 'Youtube',
      url,
      ...more,
    });
    const list = join(scratch, 'channel.json');
    const channel = {
      _type: 'playlist',
      id: 'UC1',
      title: 'Bakers',
      webpage_url: 'https://www.youtube.com/@bakers/videos',
      extractor: 'youtube:tab',
      extractor_key: 'YoutubeTab',
      entries: [
        entry('https://www.youtube.com/watch?v=AAAAAAAAAAA', { title: 'One', duration: 61 }),
        entry('https://www.youtube.com/shorts/BBBBBBBBBBB', { title: 'Two' }),
        entry('https://www.youtube.com/watch?v=CCCCCCCCCCC', { live_status: 'is_upcoming' }),
        entry('https://www.youtube.com/watch?v=AAAAAAAAAAA', { title: 'One again' }),
        entry('https://example.com/elsewhere', { ie_key: 'Generic' }),
      ],
    };
    await writeFile(list, JSON.stringify(channel));

    const from = open({ extraArguments: ['--load-info-json', list, '--no-clean-info-json'] });
    const followed = from.parseFollow('https://www.youtube.com/@bakers');
    const videos = await from.list(followed, 50, asking());
    const none = { title: null, durationSeconds: null, publishedAt: null, live: false };
    const bakers = { ...none, sourceTitle: 'Bakers' };
    assert.deepEqual(
      videos.map(({ video, ...rest }) => ({ id: video.videoId, ...rest })),
      [
        { ...bakers, id: 'AAAAAAAAAAA', title: 'One', durationSeconds: 61 },
        { ...bakers, id: 'BBBBBBBBBBB', title: 'Two' },
        { ...bakers, id: 'CCCCCCCCCCC', live: true },
      ],
    );
    assert.equal((await from.list(followed, 1, asking())).length, 1);
  });

  test('a list that is refused says so in a code, and a limited platform is left alone', async () => {
    const from = open();
    const followed = (path: string) => from.parseFollow(server.url + path);
    const listed = (path: string) => from.list(followed(path), 10, asking());
    await assert.rejects(listed('/status/403'), isFault('PLATFORM_403'));
    await assert.rejects(listed('/status/404'), isFault('EXTRACTION_FAILED', /^gone/));
    await assert.rejects(listed('/status/429'), isFault('PLATFORM_RATE_LIMITED', /^rateL/));
    await assert.rejects(listed('/status/403'), isFault('PLATFORM_RATE_LIMITED', /^back/));
  });

  test('a feed that drips is given up long before a list of a platform', async () => {
    const from = open({ feedMs: 3_000 });
    const feed = from.parseFollow(`${server.url}/drip/feed.xml`);
    const asked = { workspaceId, signal: AbortSignal.timeout(10_000) };
    await assert.rejects(from.list(feed, 10, asked), isFault('PLATFORM_UNAVAILABLE', /^no answer/));
  });

  test('a short link is told its video', async () => {
    const file = join(scratch, 'short.json');
    const info = JSON.parse(
      await readFile(join(import.meta.dirname, '../../testing/sources/youtube-info.json'), 'utf8'),
    );
    await writeFile(
      file,
      JSON.stringify({
        ...info,
        id: '7212345678901234567',
        formats: [{ url: server.url, format_id: '1' }],
      }),
    );

    const from = open({ extraArguments: ['--load-info-json', file] });
    const short = await from.resolve(from.parse('https://vm.tiktok.com/ZMabcdef/'), asking());
    assert.equal(short.videoId, '7212345678901234567');

    const long = await from.resolve(
      from.parse('https://www.tiktok.com/@b/video/7212345678901234567'),
      asking(),
    );
    assert.equal(long.videoId, null);
  });

  test('without ffmpeg only renditions that come whole are asked for', async () => {
    const video = sources.parse('https://youtu.be/AbCdEfGhIjK');
    assert.doesNotMatch(rendition({ video, looks: true }, false).format, /\+/);
    assert.match(rendition({ video, looks: true }, true).format, /^bv\*\+ba/);
  });
});

test('what plays at few bytes a second may be sent at half of them', () => {
  const leastRate = { bytesPerSecond: 16_384, overMs: 60_000 };
  const rateOf = (size_bytes: number | null, duration_seconds: number | null) =>
    leastRateFor({ size_bytes, duration_seconds }, leastRate).bytesPerSecond;

  assert.equal(rateOf(6_000 * 600, 600), 3_000);
  assert.equal(rateOf(100_000 * 600, 600), 16_384);
  assert.equal(rateOf(null, 600), 16_384);
  assert.equal(rateOf(6_000, null), 16_384);
});
