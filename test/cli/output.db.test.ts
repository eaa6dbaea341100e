/** What the command line prints, and where: closed pipes, full disks, transcripts, lists, CSV, completion. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { batchStatuses, jobStatuses } from '@reelsight/contract';
import { batchStates } from '../../cli/src/batches.ts';
import { jobStates } from '../../cli/src/jobs.ts';
import type { TestService, TestWorkspace } from '../../server/testing/service.ts';
import { sharedService } from '../../server/testing/shared-service.ts';
import { builtProgram, reelsight, startReelsight, writeHollowMp4 } from './harness.ts';

let service: TestService;
let owner: TestWorkspace;
let folder: string;
before(async () => {
  service = await sharedService();
  owner = await service.workspace();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-output-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const variables = () => ({ REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey });
const run = (...args: string[]) => reelsight(args, { home: folder, env: variables() });

/** Runs a line of bash in which `reelsight` is the program. */
async function bash(line: string) {
  const bin = join(folder, 'bin');
  if (!existsSync(bin)) {
    await mkdir(bin);
    await symlink(process.execPath, join(bin, 'node'));
    const built = await builtProgram(folder);
    const script = `#!/bin/sh\nexec node ${built} "$@"\n`;
    await writeFile(join(bin, 'reelsight'), script, { mode: 0o755 });
  }

  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, ...variables() };
  const child = spawn('bash', ['-c', line], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';

  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });

  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

test('who reads no further ends the command without a word', async () => {
  for (const command of ['--help', 'account', 'usage --csv']) {
    const { code, stderr } = await bash(`set -o pipefail; reelsight ${command} | true`);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '', command);
  }

  const { stdout, stderr } = await bash('reelsight account --json | head -1');
  assert.equal(stdout, '{\n');
  assert.equal(stderr, '');
});

const noFull = !existsSync('/dev/full') && 'there is no /dev/full';

test('a full disk is told, with exit code 1', { skip: noFull }, async () => {
  for (const command of ['--help', 'account', 'usage --csv']) {
    const { code, stderr } = await bash(`reelsight ${command} > /dev/full`);
    assert.equal(code, 1, stderr);
    assert.equal(stderr, 'The output could not be written: no space is left on the disk.\n');
  }
});

describe('help and version come first, everywhere', () => {
  const commands = [
    '',
    'analyze',
    'jobs',
    'jobs list',
    'batch create',
    'start',
    'doctor',
    'models pull',
    'links update',
    'admin workspaces create',
    'profile add',
  ];
  for (const command of commands) {
    test(`reelsight ${command}`, async () => {
      const words = command.split(' ').filter(Boolean);
      const help = await run(...words, '--help');
      assert.equal(help.code, 0, help.stderr);
      assert.ok(
        help.stdout.startsWith(`Usage: ${['reelsight', ...words].join(' ')} [options]`),
        help.stdout,
      );
      assert.equal(help.stderr, '');
      assert.equal((await run('help', ...words)).stdout, help.stdout);

      const version = await run(...words, '--version');
      assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
      assert.equal(version.code, 0);
    });
  }
});

test('what is not there suggests the nearest', async () => {
  const cases: [string[], RegExp][] = [
    [['anlyze', 'x.mp4'], /unknown command 'anlyze'\n\(Did you mean analyze\?\)/],
    [['jobs', 'lst'], /unknown command 'lst'\n\(Did you mean list\?\)/],
    [['help', 'jobs', 'lst'], /unknown command 'jobs lst'\n\(Did you mean list\?\)/],
    [['jobs', 'list', '--limt', '3'], /unknown option '--limt'\n\(Did you mean --limit\?\)/],
    [['jobs', 'list', '--status', 'done'], /Allowed choices are pending, /],
    [['start', '--port', '1'], /unknown option '--port'/],
  ];
  for (const [args, expected] of cases) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
  }
});

test('the states are those of the interface', () => {
  assert.deepEqual([...jobStates].sort(), [...jobStatuses].sort());
  assert.deepEqual([...batchStates].sort(), [...batchStatuses].sort());
});

test('jobs list: every filter reaches the service, --all reads every page', async () => {
  const mine = await service.workspace();
  const url = (n: number) =>
    `https://www.youtube.com/watch?v=dQw4w9Wg${String(n).padStart(3, '0')}`;
  for (let n = 0; n < 3; n += 1) {
    await mine.client.jobs.create({
      url: url(n),
      capabilities: ['metadata'],
      external_id: `x${n}`,
    });
  }

  const ids = async (...args: string[]) => {
    const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: mine.apiKey };
    const { stdout, stderr } = await reelsight(['jobs', 'list', '--json', ...args], {
      home: folder,
      env,
    });
    return JSON.parse(stdout || assert.fail(stderr)).length;
  };
  assert.equal(await ids(), 3);
  assert.equal(await ids('--limit', '2'), 2);
  assert.equal(await ids('--limit', '2', '--all'), 3);
  assert.equal(await ids('--external-id', 'x1'), 1);
  assert.equal(await ids('--status', 'completed'), 0);
  assert.equal(await ids('--follow', 'any'), 0);
  assert.equal(await ids('--created-after', '2099-01-01'), 0);
  assert.equal(await ids('--created-before', '2099-01-01'), 3);
  assert.equal(await ids('--updated-after', '2099-01-01'), 0);
});

test('usage --csv is every entry of the period', async () => {
  for (const amount of [5, 7]) {
    const description = `said "${amount}", twice`;
    await service.admin.workspaces.addCredits(owner.tenantId, {
      type: 'purchase',
      amount,
      description,
    });
  }

  const { stdout, code } = await run('usage', '--csv');
  assert.equal(code, 0);

  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines[0], 'id,created_at,type,amount,job_id,description');
  assert.match(stdout, /^txn_\w+,\d{4}-\S+Z,purchase,7,,"said ""7"", twice"$/m);

  let count = 0;
  for await (const _one of owner.client.transactions()) count += 1;
  assert.equal(lines.length - 1, count);
});

test('jobs wait waits, Ctrl-C says how to come back, and a job without speech leaves no file', async () => {
  const path = await writeHollowMp4(join(folder, 'clip.mp4'), 5);
  const created = await run('analyze', path, '--no-wait', '--json');
  const { job_id: id } = JSON.parse(created.stdout);
  const { child, output, ended } = startReelsight(['jobs', 'wait', id], {
    home: folder,
    env: variables(),
  });
  let interrupted = false;
  child.stderr?.on('data', () => {
    if (!interrupted && output().includes('pending')) interrupted = child.kill('SIGINT');
  });

  const left = await ended;
  assert.equal(left.code, 130, left.stderr);
  assert.ok(left.stderr.includes(`${id} continues. To return to it: reelsight jobs wait ${id}.`));

  const out = join(folder, 'none.srt');
  const early = await run('jobs', 'get', id, '--out', out);
  assert.match(early.stderr, /none\.srt was not written: the job is pending/);
  assert.equal(early.code, 1);
  await run('jobs', 'cancel', id);

  const waited = await run('jobs', 'wait', id, '--out', out);
  assert.equal(waited.code, 1);
  assert.match(waited.stdout, /cancelled/);
  assert.equal(existsSync(out), false);
});

test('a transcript of a finished job is written; without speech it is told and ends with 1', async (t) => {
  const segments = [{ start: 0, end: 1.5, text: 'Hello there.' }];
  const transcription = (spoken: boolean) => ({
    text: '',
    segments: spoken ? segments : [],
    language: 'en',
    duration_seconds: 2,
    word_count: 2,
    speakers_detected: null,
  });
  const asked: string[] = [];
  const read: (string | null)[] = [];
  const stand = createServer((request, response) => {
    const { pathname: url, searchParams } = new URL(request.url ?? '', 'http://stand');
    if (url.includes('/exports/')) {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'application/x-subrip' });
      response.end('1\n00:00:00,000 --> 00:00:01,500\nHello there.\n');
      return;
    }

    read.push(searchParams.get('results'));
    const spoken = url.endsWith('job_spoken');
    const results = {
      transcription: transcription(spoken === true),
      meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
    };
    const job = {
      job_id: spoken ? 'job_spoken' : 'job_silent',
      status: 'completed',
      url: null,
      platform: 'upload',
      capabilities: ['transcription'],
      video_title: 't',
      video_duration_seconds: 2,
      credits_charged: 1,
      processing_seconds: 1,
      results,
    };

    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: job, meta: { request_id: 'req_1' } }));
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  t.after(() => stand.close());

  const { port } = stand.address() as { port: number };
  const env = { REELSIGHT_URL: `http://127.0.0.1:${port}`, REELSIGHT_API_KEY: 'rs_live_x' };

  for (const command of ['get', 'wait']) {
    const out = join(folder, `${command}.srt`);
    const spoken = await reelsight(['jobs', command, 'job_spoken', '--out', out], {
      home: folder,
      env,
    });
    assert.equal(spoken.code, 0, spoken.stderr);
    assert.match(await readFile(out, 'utf8'), /^1\n00:00:00,000 --> 00:00:01,500\nHello there\.\n/);

    const silent = await reelsight(
      ['jobs', command, 'job_silent', '--out', join(folder, 'silent.vtt')],
      { home: folder, env },
    );
    assert.equal(silent.code, 1, silent.stderr);
    assert.match(silent.stderr, /silent\.vtt was not written: no speech was found/);
    assert.match(silent.stdout, /No speech/);
  }

  assert.deepEqual(asked, Array(2).fill('/v1/jobs/job_spoken/exports/srt'));
  assert.deepEqual(new Set(read), new Set(['without_frames']), 'a report shows no single frame');

  for (const command of ['get', 'wait']) {
    await reelsight(['jobs', command, 'job_spoken', '--json'], { home: folder, env });
    assert.equal(read.at(-1), 'full');
  }

  if (existsSync('/dev/full')) {
    const full = join(folder, 'full.srt');
    await symlink('/dev/full', full);

    const args = ['jobs', 'get', 'job_spoken', '--out', full];
    const { code, stderr } = await reelsight(args, { home: folder, env });
    assert.equal(code, 1);
    assert.match(stderr, /full\.srt could not be written: no space is left on the disk\.\n$/);
  }

  const noPlace = await reelsight(['jobs', 'get', 'job_spoken', '--out', '/nowhere/x.srt'], {
    home: folder,
    env,
  });
  assert.equal(noPlace.code, 2);
});

test('while the service does not answer, waiting says so, and goes on once it is back', async (t) => {
  let reads = 0;
  const stand = createServer((request, response) => {
    reads += 1;

    if (reads === 2) {
      request.socket.destroy();
      return;
    }

    const job = {
      job_id: 'job_1',
      status: reads > 3 ? 'cancelled' : 'pending',
      url: null,
      platform: 'upload',
      capabilities: ['metadata'],
      video_title: 't',
      progress: null,
      video_duration_seconds: 2,
      credits_charged: null,
      processing_seconds: null,
    };

    response.writeHead(reads === 3 ? 503 : 200, { 'content-type': 'application/json' });
    const error = { code: 'INTERNAL_ERROR', message: 'away' };
    response.end(JSON.stringify(reads === 3 ? { error } : { data: job, meta: {} }));
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  t.after(() => stand.close());

  const url = `http://127.0.0.1:${(stand.address() as { port: number }).port}`;
  const env = { REELSIGHT_URL: url, REELSIGHT_API_KEY: 'rs_live_x' };
  const { code, stdout, stderr } = await reelsight(['jobs', 'wait', 'job_1'], {
    home: folder,
    env,
  });
  assert.equal(code, 1, stderr);
  assert.match(stdout, /cancelled/);
  assert.ok(stderr.includes(`No answer from ${url}; trying again in 1 s\n`), stderr);
  assert.match(stderr, new RegExp(`^${url} answers 503; trying again in \\d s$`, 'm'));
});

test('keys list shows the keys of the workspace without their secrets', async (t) => {
  const key = {
    key_id: 'key_1',
    name: 'Nightly',
    scopes: ['jobs:read', 'account:read'],
    created_at: '2026-01-02T03:04:05.000Z',
    created_by: null,
    last_used_at: null,
    revoked_at: null,
  };
  const stand = createServer((request, response) => {
    assert.equal(request.url, '/v1/keys');
    assert.equal(request.headers['x-api-key'], 'rs_live_x');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [key], meta: { request_id: 'req_1' } }));
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  t.after(() => stand.close());

  const { port } = stand.address() as { port: number };
  const env = { REELSIGHT_URL: `http://127.0.0.1:${port}`, REELSIGHT_API_KEY: 'rs_live_x' };
  const { stdout, code } = await reelsight(['keys', 'list'], { home: folder, env });
  assert.equal(code, 0);
  assert.match(stdout, /^key_1 +Nightly +jobs:read, account:read +2026-01-0\d \d\d:\d\d +never$/m);
});

describe('completion', () => {
  /** What bash suggests for the incomplete last word of a line. */
  async function offered(line: string): Promise<string[]> {
    const words = line.split(' ');
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const script = `source <(reelsight completion bash)
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
_reelsight; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await bash(script);
    assert.equal(stderr, '');

    return stdout.split('\n').filter(Boolean);
  }

  test('bash completes commands, options and values', async () => {
    assert.deepEqual(await offered('reelsight an'), ['analyze']);
    assert.ok((await offered('reelsight ')).includes('profile'));
    assert.ok(!(await offered('reelsight ')).includes('__complete'));
    assert.deepEqual(await offered('reelsight jobs '), [
      'list',
      'get',
      'wait',
      'export',
      'export-many',
      'proof-frames',
      'cancel',
      'tag',
      'rerun',
      'delete',
    ]);

    assert.deepEqual(await offered('reelsight jobs list --created'), [
      '--created-after',
      '--created-before',
    ]);
    assert.deepEqual(await offered('reelsight jobs list --status c'), ['completed', 'cancelled']);
    assert.deepEqual(await offered('reelsight analyze talk.mp4 -c tr'), ['transcription']);
    assert.deepEqual(await offered('reelsight batch export batch_1 '), [
      'csv',
      'shots.csv',
      'on-screen-text.csv',
      'paid-segments.csv',
      'disclosures.csv',
      'answers.csv',
      'answers-by-video.csv',
      'jsonl',
    ]);
    assert.deepEqual(await offered('reelsight admin keys re'), ['revoke']);
    assert.deepEqual(await offered('reelsight analyze ta'), [], 'files are left to bash');
    assert.deepEqual(await offered('reelsight completion '), ['bash', 'zsh', 'fish']);
  });

  test('bash completes the names of profiles, and has the function bound', async () => {
    await run('profile', 'add', 'acme', '--url', service.apiUrl, '--api-key', owner.apiKey);
    assert.deepEqual(await offered('reelsight account --profile a'), ['acme']);
    assert.deepEqual(await offered('reelsight profile use '), ['acme']);
    const { stdout } = await bash('source <(reelsight completion bash); complete -p reelsight');
    assert.equal(stdout, 'complete -o default -F _reelsight reelsight\n');
    await run('profile', 'remove', 'acme');
  });

  for (const shell of ['zsh', 'fish']) {
    test(`${shell} gets a script that asks the program`, async () => {
      const { stdout, code } = await run('completion', shell);
      assert.equal(code, 0);
      assert.match(stdout, /reelsight __complete -- /);
      const there = await promisify(execFile)('sh', ['-c', `command -v ${shell} || true`]);
      if (there.stdout.trim()) execFileSync(shell, ['-n'], { input: stdout });
    });
  }
});
