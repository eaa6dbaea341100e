/** How runs of yt-dlp are counted and started, tested with a script in place of yt-dlp. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testNames } from '../../testing/network/test-names.ts';
import type { VideoUrl } from './video-url.ts';
import { type EndedRun, Ytdlp } from './ytdlp.ts';

let folder: string;
let program: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-ytdlp-test-'));
  program = join(folder, 'yt-dlp');

  const script = `#!/bin/sh
case "$*" in
  *--version*) echo 2026.11.10 ;;
  *private*) echo 'ERROR: [youtube] This is a private video' >&2; exit 1 ;;
  *--cookies*) echo fine ;;
  *) echo "ERROR: [youtube] Sign in to confirm you're not a bot" >&2; exit 1 ;;
esac
`;
  await writeFile(program, script, { mode: 0o755 });
  await writeFile(join(folder, 'cookies'), '# Netscape HTTP Cookie File\n');
});
after(() => rm(folder, { recursive: true }));

async function ended(url: string, cookies: boolean): Promise<EndedRun[]> {
  const runs: EndedRun[] = [];
  const ytdlp = new Ytdlp({
    program,
    searchPath: process.env.PATH ?? '',
    lookup: testNames,
    sandbox: 'off',
    cookiesFile: cookies ? join(folder, 'cookies') : null,
    onEnded: (run) => runs.push(run),
  });
  const video = { platform: 'youtube', url } satisfies Pick<VideoUrl, 'platform' | 'url'>;
  const signal = AbortSignal.timeout(60_000);
  const rest = { arguments: [], folder, moment: 'job', signal, onLine: () => undefined } as const;
  await ytdlp.run({ video, workspaceId: 'ws_a', ...rest }).catch(() => undefined);

  return runs;
}

test('a link is counted once, by how it ended, also if it needed cookies', async () => {
  const shown = async (url: string, cookies: boolean) =>
    (await ended(url, cookies)).map(({ version, failure }) => `${version} ${failure}`);
  assert.deepEqual(await shown('https://youtube.com/a', true), ['2026.11.10 null']);
  assert.deepEqual(await shown('https://youtube.com/a', false), ['2026.11.10 signIn']);
  assert.deepEqual(await shown('https://youtube.com/private', true), ['2026.11.10 private']);
});

test('any number of them is started by one small process', {
  skip: process.platform !== 'linux',
}, async () => {
  // Other test suites in this process may have started launchers of their own.
  await ended('https://youtube.com/a', true);
  const before = launchers();
  for (let count = 0; count < 3; count++) await ended('https://youtube.com/a', true);
  assert.ok(before.length > 0);
  assert.deepEqual(launchers(), before);
});

function launchers(): string[] {
  const children = globSync('/proc/self/task/*/children').flatMap((file) =>
    readFileSync(file, 'utf8').split(' ').filter(Boolean),
  );
  return children.filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launcher-process'),
  );
}
