/** The command `reelsight`: its output, where it writes it, and how it ends. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../server/testing/service.ts';
import {
  type Ended,
  launcher as program,
  reelsight as runReelsight,
  startReelsight,
  writeHollowMp4,
} from './cli/harness.ts';
import { codeOf } from './console/authenticator.ts';
import { Visitor } from './console/visitor.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-command-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const reelsight = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  runReelsight(args, { home: folder, env });

/** Runs the command as a separate process. `onOutput` gets all output so far. */
function asProcess(
  args: readonly string[],
  env: Record<string, string> = {},
  onOutput: (child: ChildProcess, output: string) => void = () => undefined,
): Promise<Ended> {
  const { child, output, ended } = startReelsight(args, { home: folder, env });
  const told = () => onOutput(child, output());
  child.stdout?.on('data', told);
  child.stderr?.on('data', told);
  return ended;
}

const withKey = async (plan: 'free' | 'pro' = 'pro') => {
  const { apiKey } = await service.workspace(plan);
  return { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: apiKey };
};

const clip = () => writeHollowMp4(join(folder, 'clip.mp4'), 60);

test('help tells of commands, environment and exit codes, and is no error', async () => {
  const { code, stdout } = await asProcess(['--help']);
  assert.equal(code, 0);
  for (const text of ['analyze', 'REELSIGHT_URL', 'Exit codes', '130']) {
    assert.ok(stdout.includes(text), text);
  }
});

test('wrong usage ends with 2 and a line that says what is right', async () => {
  const env = await withKey();
  const cases: [string[], RegExp][] = [
    [['frobnicate'], /unknown command/],
    [['analyze'], /Name a file or a link/],
    [['jobs', 'get'], /missing required argument/],
    [['analyze', 'no-such-file.mp4'], /no-such-file\.mp4 is neither a file nor an address/],
    [['analyze', program], /the service reads no files of this kind/],
    [['analyze', await clip(), '--out', 'transcript.doc'], /\.srt, \.vtt or \.txt/],
    [['analyze', await clip(), '--fps', 'two'], /whole number/],
    [['jobs', 'list', '--url', 'localhost'], /not an http address/],
    [['admin', 'workspaces', 'delete', 'ws_1'], /--yes/],
  ];
  for (const [args, expected] of cases) {
    const { code, stderr, stdout } = await reelsight(args, env);
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, expected);
    assert.equal(stdout, '');
  }
});

test('a service that does not answer ends with 3', async () => {
  const { code, stderr } = await asProcess(['account', '--url', 'http://127.0.0.1:59999'], {
    REELSIGHT_API_KEY: 'x',
  });
  assert.equal(code, 3);
  assert.match(stderr, /No answer from http:\/\/127\.0\.0\.1:59999/);
});

test('a refusal ends with 4 and names its code', async () => {
  const env = await withKey('free');
  const brands = await reelsight(['analyze', await clip(), '-c', 'brands', '--quiet'], env);
  assert.equal(brands.code, 4);
  assert.match(brands.stderr, /^PLAN_REQUIRED: .+\(request req_/);
  const stranger = await reelsight(['account'], { ...env, REELSIGHT_API_KEY: 'rs_live_no' });
  assert.equal(stranger.code, 4);
  assert.match(stranger.stderr, /^INVALID_API_KEY/);
});

test('flags win over the environment', async () => {
  const env = await withKey();
  const { apiKey } = await service.workspace();
  const { code } = await reelsight(['account', '--api-key', apiKey, '--url', service.apiUrl], {
    ...env,
    REELSIGHT_API_KEY: 'rs_live_no',
    REELSIGHT_URL: 'http://127.0.0.1:59999',
  });

  assert.equal(code, 0);
});

test('upload prints the key, analyze --no-wait the job, jobs reads, lists, cancels and deletes it', async () => {
  const env = await withKey();
  const uploaded = await reelsight(['upload', await clip()], env);
  assert.match(uploaded.stdout, /^uploads\/.+\/video\.mp4\n$/);
  assert.equal(uploaded.stderr, 'uploading clip.mp4\nuploaded clip.mp4\n');

  const created = await reelsight(['analyze', await clip(), '--no-wait', '--quiet'], env);
  assert.equal(created.code, 0, created.stderr);
  assert.equal(created.stderr, '');

  const id = created.stdout.trim();
  assert.match(id, /^job_/);

  const read = JSON.parse((await reelsight(['jobs', 'get', id, '--json'], env)).stdout);
  assert.deepEqual(read.capabilities, ['transcription', 'summary', 'metadata', 'brands']);
  assert.match((await reelsight(['jobs', 'list'], env)).stdout, new RegExp(`${id}\\s+pending`));
  assert.equal((await reelsight(['jobs', 'cancel', id], env)).stdout, `${id} cancelled\n`);
  assert.equal((await reelsight(['jobs', 'cancel', id], env)).code, 4);
  assert.equal((await reelsight(['jobs', 'delete', id], env)).code, 0);
  assert.equal((await reelsight(['jobs', 'list'], env)).stdout, 'No jobs.\n');
});

test('without a target brands are left out where the plan needs one, and the person is told', async () => {
  const env = await withKey('free');
  const { stdout, stderr } = await reelsight(
    ['analyze', await clip(), '--estimate', '--json'],
    env,
  );
  assert.match(stderr, /Brands are left out/);
  assert.equal(JSON.parse(stdout).capabilities.includes('brands'), false);
});

test('a cancelled job ends with 1', async () => {
  const env = await withKey();
  const { code, stdout } = await asProcess(
    ['analyze', await clip(), '--json'],
    env,
    (_child, output) => {
      if (/^pending/m.test(output)) void cancelNewest(env.REELSIGHT_API_KEY);
    },
  );

  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).status, 'cancelled');
});

let cancelling = false;
async function cancelNewest(apiKey: string): Promise<void> {
  if (cancelling) return;

  cancelling = true;
  const { createClient } = await import('../sdk/src/index.ts');
  const client = createClient({ baseUrl: service.apiUrl, apiKey });
  for await (const job of client.jobs.list()) {
    await client.jobs.cancel(job.job_id);
    return;
  }
}

test('Ctrl-C ends with 130; the job continues and the person is told how to end it', async () => {
  const env = await withKey();
  let sent = false;
  const { code, stderr } = await asProcess(['analyze', await clip()], env, (child, output) => {
    if (/^pending/m.test(output) && !sent) {
      sent = true;
      child.kill('SIGINT');
    }
  });
  assert.equal(code, 130);

  const [, id] = /^(job_\w+) {2}\(to return to it: reelsight jobs wait \1\)$/m.exec(stderr) ?? [];
  const hint = `${id} continues. To return to it: reelsight jobs wait ${id}. To end it: reelsight jobs cancel ${id}`;
  assert.ok(id && stderr.includes(hint), stderr);

  const { stdout } = await reelsight(['jobs', 'get', id, '--json'], env);
  assert.equal(JSON.parse(stdout).status, 'pending');
});

test('a batch of files', async () => {
  const env = await withKey();
  const args = ['batch', 'create', await clip(), '-c', 'summary', '--quiet', '--json'];
  const created = JSON.parse((await reelsight(args, env)).stdout);
  const shown = await reelsight(['batch', 'get', created.batch_id], env);
  assert.match(shown.stdout, /processing: 1 pending of 1/);
  const cancelled = await reelsight(['batch', 'cancel', created.batch_id], env);
  assert.match(cancelled.stdout, /cancelled, 1 job cancelled/);
});

test('the operator finds the link of the first account, replaces a forgotten password and turns a second step off', async () => {
  await writeFile(join(folder, 'admin-token'), `${service.adminToken}\n`);
  const env = { REELSIGHT_URL: service.apiUrl };
  const sign = (path: string, body: unknown) =>
    fetch(`${service.apiUrl}/console/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: service.apiUrl },
      body: JSON.stringify(body),
    });
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
  const shown = await reelsight(['admin', 'first-account'], env);
  assert.equal(shown.stdout, `${service.firstAccountUrl}\n`, shown.stderr);

  const first = { ...ada, code: service.firstCode };
  assert.equal((await sign('sign-up/email', first)).status, 200);

  const late = await reelsight(['admin', 'first-account'], env);
  assert.match(`${late.code} ${late.stderr}`, /made already/);

  const unknown = await reelsight(['admin', 'reset-password', 'nobody@example.com'], env);
  assert.equal(unknown.code, 2, unknown.stderr);

  const reset = await reelsight(['admin', 'reset-password', 'Ada@example.com'], env);
  assert.equal(reset.code, 0, reset.stderr);

  const { password } = JSON.parse(reset.stdout);
  assert.equal((await sign('sign-in/email', ada)).status, 401);
  assert.equal((await sign('sign-in/email', { ...ada, password })).status, 200);

  const visitor = new Visitor(service.apiUrl);
  assert.equal((await visitor.signIn(ada.email, password)).status, 200);

  const begun = await visitor.post('/console/v1/totp', { password });
  const code = codeOf(begun.json.data.secret);
  assert.equal((await visitor.post('/console/v1/totp/confirm', { code })).status, 200);
  assert.equal((await visitor.signIn(ada.email, password)).status, 401);

  const off = ['admin', 'reset-second-step', ada.email];
  const turned = await reelsight(off, env);
  assert.equal(turned.code, 0, turned.stderr);
  assert.equal((await visitor.signIn(ada.email, password)).status, 200);
  assert.notEqual((await reelsight(off, env)).code, 0, 'there is none any more');
});

test('the operator works with the token of the data folder, and a key is found by it', async () => {
  const token = service.adminToken;
  await writeFile(join(folder, 'admin-token'), `${token}\n`);

  const env = { REELSIGHT_URL: service.apiUrl };
  const args = ['admin', 'workspaces', 'create', '--name', 'n', '--email', 'n@example.com'];
  const made = JSON.parse((await reelsight([...args, '--plan', 'free'], env)).stdout);
  const listed = await reelsight(['admin', 'workspaces', 'list'], env);
  assert.ok(listed.stdout.includes(made.tenant_id));

  const credits = await reelsight(['admin', 'credits', made.tenant_id, '5'], env);
  assert.equal(JSON.parse(credits.stdout).transaction.amount, 5);

  const key = ['admin', 'keys', 'create', made.tenant_id, '--name', 'k', '--scopes', 'jobs:read'];
  const { api_key: reader, key_id: id } = JSON.parse((await reelsight(key, env)).stdout);
  assert.equal((await reelsight(['account', '--api-key', reader], env)).code, 4);
  assert.equal((await reelsight(['admin', 'keys', 'revoke', id], env)).code, 0);

  const wrong = await reelsight(['admin', 'workspaces', 'list', '--admin-token', 'no'], env);
  assert.equal(wrong.code, 4);

  const account = await reelsight(['account'], env);
  assert.equal(account.code, 0, account.stderr);
  assert.match(account.stdout, /local <local@localhost>, scale plan/);

  const kept = (await readFile(join(folder, 'local-key'), 'utf8')).trim();
  const usage = await reelsight(['usage', '--api-key', kept], env);
  assert.match(usage.stdout, /purchase\s+1000000/);
});

test('nothing a service says moves the cursor, colours the terminal or turns text round', async (t) => {
  const { createServer } = await import('node:http');
  const evil = 'x\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egpj.exe\r\b\u007f';
  const hostile = createServer((request, response) => {
    const meta = { request_id: `req_${evil}` };
    const isAccount = request.url?.includes('account');
    response.writeHead(isAccount ? 418 : 200, { 'content-type': 'application/json' });

    const job = { job_id: evil, status: evil, url: evil, platform: evil, video_title: evil };
    const transcription = { text: evil, segments: [{ start: 0, end: 1, text: evil }] };
    const data = request.url?.endsWith('/jobs')
      ? [{ ...job, credits_estimated: 1, created_at: evil }]
      : {
          ...job,
          error: { code: evil, message: evil },
          results: { transcription, meta: { engines: {} } },
        };
    const error = { code: `BAD_${evil}`, message: evil };
    const pagination = { has_more: false, next_cursor: null };
    response.end(JSON.stringify(isAccount ? { error, meta } : { data, meta, pagination }));
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    hostile.closeAllConnections();
    hostile.close();
  });

  const { port } = hostile.address() as { port: number };
  const env = {
    REELSIGHT_URL: `http://127.0.0.1:${port}`,
    REELSIGHT_API_KEY: 'rs_live_x',
    REELSIGHT_ADMIN_TOKEN: 'x'.repeat(32),
  };

  const calls = [
    ...[['account'], ['jobs', 'list']],
    ...[['jobs', 'get', 'job_1'], ['usage'], ['admin', 'workspaces', 'list']],
  ];
  let shown = 0;

  for (const call of calls) {
    const { stdout, stderr } = await reelsight(call, env);
    assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    if (/u001b\[2J/.test(stdout + stderr)) shown += 1;
  }

  const { printable } = await import('../cli/src/printable.ts');
  assert.equal(JSON.parse(printable(JSON.stringify(evil))), evil, 'JSON stays what it was');
  assert.ok(shown >= 2, `${shown} showed what was said`);
});
