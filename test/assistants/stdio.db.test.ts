/** `reelsight mcp` as a program: the tools over standard input and output, the budget, and how the program ends. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compileCache } from '../../server/testing/compile-cache.ts';
import { sampleVideo } from '../../server/testing/sample-video.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from '../interface/shared-subject.ts';
import { type Owner, type Subject, videoUrl } from '../interface/subject.ts';
import { type Assistant, assistantOver, type Json } from './assistant.ts';

const program = fileURLToPath(new URL('../../cli/bin/reelsight.mjs', import.meta.url));

let subject: Subject;
let folder: string;
before(async () => {
  subject = await sharedSubject();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-assistants-'));
});
after(async () => {
  await subject.close();
  await rm(folder, { recursive: true, force: true });
});

type Variables = Readonly<Record<string, string>>;

const environmentOf = (owner: Owner, more: Variables = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  ...compileCache,
  HOME: folder,
  REELSIGHT_DATA_DIR: folder,
  REELSIGHT_URL: subject.service.apiUrl,
  REELSIGHT_API_KEY: owner.apiKey,
  ...more,
});

async function begin(more: Variables = {}): Promise<{ owner: Owner; assistant: Assistant }> {
  const owner = await subject.owner();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: environmentOf(owner, more),
  });
  return { owner, assistant: await assistantOver(transport) };
}

/** The program without a client, to send what a client would never send. */
class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  stderr = '';
  readonly ended: Promise<number | null>;

  constructor(env: Record<string, string>, args: readonly string[] = []) {
    this.child = spawn(process.execPath, [program, 'mcp', ...args], { env, stdio: 'pipe' });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.lines.push(line));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    // The program may end before everything is written.
    this.child.stdin.on('error', () => undefined);

    this.ended = new Promise((resolve) => {
      this.child.once('close', resolve);
    });
  }

  send(message: unknown): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  answer(id: number): Promise<Json> {
    return waitFor(async () => {
      const found = this.lines.map((line) => JSON.parse(line)).find((one: Json) => one.id === id);
      assert.ok(found, `no answer ${id}: ${this.stderr}`);
      return found;
    });
  }

  initialize(): Promise<Json> {
    this.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'a test', version: '1' },
      },
    });
    return this.answer(1);
  }

  call(id: number, name: string, args: object): void {
    this.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
  }
}

const video = { url: videoUrl, capabilities: ['transcription'] };

describe('what it does', () => {
  test('the same tools as over HTTP, with the key of the environment', async () => {
    const { owner, assistant } = await begin();
    const account = await assistant.ask('account');
    assert.equal(account.credits.balance, await owner.balance());
    assert.deepEqual(account.session_budget, { limit: 1000, left: 1000 });

    const { job_id } = await assistant.ask('analyze_video', { ...video, max_credits: 100 });
    assert.equal((await owner.read(job_id)).status, 'pending');
    assert.equal((await assistant.ask('job_status', { job_id })).status, 'pending');
    await assistant.close();
  });

  test('a video of this machine is uploaded by its path; other files stay here', async () => {
    const { assistant } = await begin();
    const { tools } = await assistant.client.listTools();
    assert.ok(!tools.some(({ name }) => name === 'start_upload'));
    assert.ok(Buffer.byteLength(JSON.stringify({ tools })) <= 20_000);

    const sent = await assistant.ask('upload_file', { path: sampleVideo });
    assert.equal(sent.upload_filename, 'sample.mp4');

    const estimate = await assistant.ask('estimate_analysis', {
      upload_key: sent.upload_key,
      capabilities: ['transcription'],
    });
    assert.equal(estimate.duration_assumed, false);

    const secret = join(folder, 'secret.mp4');
    await writeFile(secret, 'no video, whatever its name says');
    assert.equal((await assistant.refused('upload_file', { path: secret })).code, 'NO_VIDEO');

    const missing = await assistant.refused('upload_file', { path: join(folder, 'none.mp4') });
    assert.equal(missing.code, 'FILE_NOT_FOUND');
    assert.equal((await assistant.refused('upload_file', { path: folder })).code, 'FILE_NOT_FOUND');
    await assistant.close();
  });

  test('a process spends no more than its budget, whatever it is asked', async () => {
    const { owner, assistant } = await begin({ REELSIGHT_MCP_MAX_CREDITS: '250' });
    const analyze = (attempt: number, max_credits = 100) =>
      assistant.call('analyze_video', { ...video, max_credits, attempt });
    // All five requests at once: jobs are only created as long as the budget allows.
    const results = await Promise.all([1, 2, 3, 4, 5].map((attempt) => analyze(attempt)));
    const made = results.filter(({ isError }) => !isError);
    assert.equal(made.length, 2);

    const refused = await assistant.refused('analyze_video', {
      ...video,
      max_credits: 51,
      attempt: 9,
    });
    assert.equal(refused.code, 'MCP_BUDGET_EXCEEDED');
    assert.match(refused.what_to_do, /person/);
    assert.equal((await owner.get('/v1/jobs')).json.data.length, 2);

    // Repeating a call reserves no more credits.
    const attempt = results.findIndex(({ isError }) => !isError) + 1;
    assert.ok(!(await analyze(attempt)).isError);

    // Credits that a job did not use can be spent again.
    const job_id = (made[0]?.structuredContent as Json)?.job_id;
    const cancelled = await assistant.ask('cancel_job', { job_id });
    assert.equal(cancelled.cost.credits_charged, null);
    assert.equal((await assistant.ask('account')).session_budget.left, 150);

    // A call that the service refuses reserves no credits.
    const wrong = { url: 'nonsense', capabilities: ['summary'], max_credits: 150 };
    assert.equal((await assistant.refused('analyze_video', wrong)).code, 'INVALID_URL');
    assert.equal((await assistant.ask('account')).session_budget.left, 150);
    await assistant.close();
  });

  test('few calls are worked on at once, a bounded number waits', async () => {
    const { owner, assistant } = await begin();
    const { job_id } = await owner.job();
    const calls = Array.from({ length: 40 }, () =>
      assistant.call('job_status', { job_id, wait_seconds: 2 }),
    );
    const results = await Promise.all(calls);
    const codes = results.flatMap((result) =>
      result.isError && result.content[0]?.type === 'text'
        ? [JSON.parse(result.content[0].text).error.code]
        : [],
    );

    assert.deepEqual(new Set(codes), new Set(['TOO_MANY_CALLS']));
    assert.equal(codes.length, 20);
    await assistant.close();
  });

  test('a cancelled call is given up, and others go on', async () => {
    const { owner, assistant } = await begin();
    const { job_id } = await owner.job();
    const gone = new AbortController();
    const waits = Array.from({ length: 4 }, () =>
      assistant.client.callTool(
        { name: 'job_status', arguments: { job_id, wait_seconds: 30 } },
        { signal: gone.signal },
      ),
    );

    setTimeout(() => gone.abort(), 500);
    for (const one of await Promise.allSettled(waits)) assert.equal(one.status, 'rejected');

    const startMs = performance.now();
    await assistant.ask('account');
    assert.ok(performance.now() - startMs < 10_000);
    await assistant.close();
  });

  test('a service that went away is told as an error of the tool', async () => {
    const { assistant } = await begin({ REELSIGHT_URL: 'http://127.0.0.1:59999' });
    const error = await assistant.refused('account');
    assert.equal(error.code, 'SERVICE_UNREACHABLE');
    assert.match(error.what_to_do, /person/);
    await assistant.close();
  });
});

describe('which service and key', () => {
  const startLine = async (env: Record<string, string>, args: readonly string[] = []) => {
    const running = new Running(env, args);
    await running.initialize();
    running.child.stdin.end();
    assert.equal(await running.ended, 0, running.stderr);
    return running.stderr;
  };
  const lineOf = (keyFrom: string, credits = 1000) =>
    `Reelsight at ${subject.service.apiUrl}, API key from ${keyFrom}, at most ${credits} credits (REELSIGHT_MCP_MAX_CREDITS).\n`;

  test('it says on its standard error where both are from, never the key', async () => {
    const owner = await subject.owner();
    const env = environmentOf(owner, { REELSIGHT_MCP_MAX_CREDITS: '250' });
    assert.equal(await startLine(env), lineOf('REELSIGHT_API_KEY', 250));

    const option = ['--api-key', owner.apiKey];
    assert.equal(await startLine(env, option), lineOf('--api-key', 250));

    const home = await mkdtemp(join(folder, 'home-'));
    const { apiUrl } = subject.service;
    const profile = { url: apiUrl, api_key: owner.apiKey };

    await mkdir(join(home, 'reelsight'));
    await writeFile(
      join(home, 'reelsight', 'config.json'),
      JSON.stringify({ current: 'work', profiles: { work: profile } }),
    );

    const saved = environmentOf(owner, { XDG_CONFIG_HOME: home, REELSIGHT_API_KEY: '' });
    assert.equal(await startLine(saved), lineOf('the profile work'));

    const named = environmentOf(owner, { XDG_CONFIG_HOME: home });
    assert.equal(await startLine(named, ['--profile', 'work']), lineOf('the profile work'));
  });

  test('it uses a key kept in the data folder, and creates no workspace for want of one', async () => {
    const owner = await subject.owner();
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const token = subject.service.adminToken;
    await writeFile(join(dataDir, 'admin-token'), token);

    const env = environmentOf(owner, { REELSIGHT_DATA_DIR: dataDir, REELSIGHT_API_KEY: '' });
    const workspaces = async () =>
      (await subject.service.admin.workspaces.list()).map(({ name }) => name);
    const before = await workspaces();
    const running = new Running(env);
    running.child.stdin.end();
    assert.equal(await running.ended, 2);
    assert.match(running.stderr, /No API key: give --api-key, set REELSIGHT_API_KEY/);
    assert.deepEqual(await workspaces(), before);
    assert.deepEqual(await readdir(dataDir), ['admin-token']);
    await writeFile(join(dataDir, 'local-key'), owner.apiKey);
    assert.equal(await startLine(env), lineOf(`the data folder ${dataDir}`));
  });
});

describe('how it ends', () => {
  test('with its input, at once, even in the middle of a call', async () => {
    const owner = await subject.owner();
    const { job_id } = await owner.job();
    const running = new Running(environmentOf(owner));
    await running.initialize();
    running.call(2, 'job_status', { job_id, wait_seconds: 30 });
    await new Promise((resolve) => setTimeout(resolve, 500));

    const startMs = performance.now();
    running.child.stdin.end();
    assert.equal(await running.ended, 0, running.stderr);
    assert.ok(performance.now() - startMs < 20_000);
  });

  test('when nobody reads its output any more', async () => {
    const running = new Running(environmentOf(await subject.owner()));
    await running.initialize();
    running.child.stdout.destroy();
    running.call(2, 'account', {});
    assert.equal(await running.ended, 0, running.stderr);
  });

  test('by SIGTERM', async () => {
    const running = new Running(environmentOf(await subject.owner()));
    await running.initialize();
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0, running.stderr);
  });

  test('without a key, and with a wrong budget, with a line for people and nothing on its output', async () => {
    const owner = await subject.owner();
    const cases: [Variables, RegExp][] = [
      [{ REELSIGHT_API_KEY: '' }, /No API key/],
      [{ REELSIGHT_MCP_MAX_CREDITS: 'lots' }, /REELSIGHT_MCP_MAX_CREDITS is lots/],
    ];
    for (const [more, expected] of cases) {
      const running = new Running(environmentOf(owner, more));
      assert.equal(await running.ended, 2);
      assert.match(running.stderr, expected);
      assert.deepEqual(running.lines, []);
    }
  });

  test('what is no message is passed over; its output holds the protocol and nothing else', async () => {
    const running = new Running(environmentOf(await subject.owner()));
    await running.initialize();
    running.send('this is no JSON');
    running.send('[]');
    running.send({ jsonrpc: '2.0', id: 5, method: 'nothing/known' });
    running.call(6, 'account', {});
    assert.equal((await running.answer(5)).error.code, -32601);
    assert.ok((await running.answer(6)).result.structuredContent.credits);
    for (const line of running.lines) assert.equal(JSON.parse(line).jsonrpc, '2.0');
    running.child.stdin.end();

    assert.equal(await running.ended, 0);
  });

  test('a message without end is not kept', async () => {
    const running = new Running(environmentOf(await subject.owner()));
    await running.initialize();
    running.child.stdin.write('x'.repeat(400_000));
    assert.equal(await running.ended, 0);
    assert.match(running.stderr, /buffer/i);
  });
});
