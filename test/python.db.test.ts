/**
 * The Python client as it would be published: the wheel, the client's own tests against a real service, its types, and
 * its README.
 */
import assert from 'node:assert/strict';
import { type ExecFileOptions, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { type CodeBlock, codeBlocks } from '../server/testing/code-blocks.ts';
import { copyEmbeddedDatabase } from '../server/testing/database.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { serviceProcesses } from '../server/testing/service-process.ts';
import { waitFor } from '../server/testing/wait-for.ts';

/** Time limit for each program, which none exceeds even on a busy machine. */
const limit = { timeout: 300_000, killSignal: 'SIGKILL' } as const;
const execute = promisify(execFile);
const run = (program: string, args: readonly string[], options: ExecFileOptions = {}) =>
  execute(program, args, { ...limit, ...options, encoding: 'utf8' });
const root = fileURLToPath(new URL('..', import.meta.url));

const works = (program: string, ...options: string[]): Promise<boolean> =>
  run(program, options).then(
    () => true,
    () => false,
  );

/**
 * Python 3.9 or later with the packages that build a wheel. setuptools can build wheels without `wheel` from 70.1 on.
 */
const canBuild = `
import sys, setuptools, pip
assert sys.version_info >= (3, 9)
if tuple(map(int, setuptools.__version__.split(".")[:2])) < (70, 1): import wheel
`;

async function firstOf(
  programs: readonly string[],
  ...options: string[]
): Promise<string | undefined> {
  for (const program of programs) if (await works(program, ...options)) return program;
  return undefined;
}

const python = await firstOf(
  [process.env.REELSIGHT_TEST_PYTHON ?? 'python3', '/usr/bin/python3'],
  '-c',
  canBuild,
);
const mypy = await firstOf(['mypy', '/usr/bin/mypy'], '--version');

/** Installs the wheel into an empty environment, which sees none of the system's packages. */
async function install(folder: string): Promise<{ wheel: string; program: string }> {
  assert.ok(python);
  // A copy, because the build leaves files next to the sources.
  await cp(`${root}python`, join(folder, 'source'), { recursive: true });

  const offline = ['--no-index', '--no-deps', '--disable-pip-version-check', '--quiet'];
  const build = ['wheel', '--no-build-isolation', ...offline, '-w', folder, './source'];
  await run(python, ['-m', 'pip', ...build], { cwd: folder });

  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  assert.ok(wheel);
  await run(python, ['-m', 'venv', '--without-pip', 'venv'], { cwd: folder });

  const program = join(folder, 'venv/bin/python');
  const where = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const { stdout } = await run(program, ['-c', where]);
  await run(python, ['-m', 'pip', 'install', ...offline, '--target', stdout.trim(), wheel], {
    cwd: folder,
  });

  return { wheel, program };
}

/** Test vectors from the project's own signer, and the ones on the page about webhooks. */
async function webhookVectors(): Promise<unknown[]> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbXVpP0aN5cE=';
  const bodies = ['{"event":"job.completed"}', '{"title":"„Füße“ 🎬"}'];
  const vector = async (body: string) => {
    const now = new Date(1_794_480_038_000);
    const headers = await signatureHeaders({ secret, eventId: 'evt_1', now, body });
    const timestamp = headers['webhook-timestamp'];
    return { name: body, secret, previous_secret: null, timestamp, body, headers };
  };
  const made = await Promise.all(bodies.map(vector));
  if (!existsSync(`${root}docs/webhooks.md`)) return made;

  const page = await readFile(`${root}docs/webhooks.md`, 'utf8');
  const shown = /```json vectors\n(.*?)```/s.exec(page)?.[1];

  return [...made, ...(shown === undefined ? [] : (JSON.parse(shown) as unknown[]))];
}

/** What each snippet of the README prints, by the snippet's heading. */
const printed: Readonly<Record<string, RegExp>> = {
  'Reelsight for Python': /^100 %\n(\w+\n)*completed 27\.8\d*\n$/,
  Lists: /^job_\w+\n1 None\n$/,
  // Without a network, this job fails at once.
  Waiting: /^(Ended as failed|Stopped waiting; the job goes on\.)\n$/,
  Events: /^job\.created\njob\.started\njob\.completed\njob\.created\n(.*\n)*job\.failed\n$/,
  Exports: /^talk\.jsonl\n$/,
  'Errors and repeats': /^JOB_NOT_FOUND 404 req_\w+ 1\n$/,
  'Any call': /^True \d+ req_\w+\n$/,
  Webhooks: /^$/,
  'Exposure, corrections, reports, clips, search, links':
    /^((?!Toyota)\S+ \d+(\.\d+)?\n)+ready 3(\.0)?\n(\d\S* .*\n)*http\S+\/shared\/[\w-]{32}\n$/,
  'Follows, brand library, deliveries, keys': /^Apex \['Apex'\]\n\['[^']+'\]\n$/,
  asyncio: /^scale scale\n$/,
};

interface Follower {
  /** Position and id of each event so far, one event per line. */
  readonly lines: string[];
  /** Number of events so far, and the program's error output. */
  said(): string;
  end(): Promise<void>;
}

/** A separate program that follows all events after a position. */
function followEvents(program: string, after: string, env: NodeJS.ProcessEnv): Follower {
  const child = spawn(program, ['follow.py', after], { ...limit, cwd: `${root}python/tests`, env });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines: string[] = [];
  let trouble = '';

  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.on('data', (text) => {
    trouble += text;
  });

  return {
    lines,
    said: () => `${lines.length} events ${trouble}`,
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const skip = python === undefined && 'no python3 of 3.9 or newer with pip, setuptools and wheel';

describe('the Python client', { skip, concurrency: 3 }, () => {
  /** `working` analyses jobs; in `idle`, jobs stay as they are. */
  let working: TestService;
  let idle: TestService;
  let folder: string;
  let wheel: string;
  let program: string;
  let env: NodeJS.ProcessEnv;
  let snippets: CodeBlock[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-python-'));
    ({ wheel, program } = await install(folder));
    working = await startTestService({ REELSIGHT_ROLE: 'all' });
    idle = await startTestService();

    const paying = await idle.workspace('scale', 1000);
    await idle.admin.workspaces.addCredits(paying.tenantId, { type: 'grant', amount: 10 });

    const free = await idle.workspace('free');
    const worker = await working.workspace('scale', 1000);
    const reader = await working.workspace('scale', 1000);
    const vectors = { webhooks: await webhookVectors() };
    await writeFile(join(folder, 'vectors.json'), JSON.stringify(vectors));
    env = {
      PATH: process.env.PATH,
      PYTHONDONTWRITEBYTECODE: '1',
      REELSIGHT_URL: working.apiUrl,
      REELSIGHT_API_KEY: reader.apiKey,
      REELSIGHT_TEST_URL: idle.apiUrl,
      REELSIGHT_TEST_KEY: paying.apiKey,
      REELSIGHT_TEST_WORKING_URL: working.apiUrl,
      REELSIGHT_TEST_WORKING_KEY: worker.apiKey,
      REELSIGHT_TEST_FREE_KEY: free.apiKey,
      REELSIGHT_TEST_VIDEO: `${root}media/sample.mp4`,
      REELSIGHT_TEST_VECTORS: join(folder, 'vectors.json'),
    };

    const blocks = await codeBlocks('python/README.md');
    snippets = blocks.filter(({ language }) => language === 'python');
    await mkdir(join(folder, 'snippets'));
    await cp(`${root}media/sample.mp4`, join(folder, 'snippets/talk.mp4'));

    for (const [index, { text }] of snippets.entries())
      await writeFile(join(folder, `snippets/snippet_${index}.py`), text);
  });

  after(async () => {
    await working?.close();
    await idle?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the wheel has the version of the project, its licence, its types, and needs nothing', async () => {
    const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
    assert.equal(wheel, `reelsight-${version}-py3-none-any.whl`);

    const list = `
from importlib.metadata import distribution
found = distribution("reelsight")
print(found.version, found.requires, found.metadata["Requires-Python"])
print("\\n".join(sorted(str(one) for one in found.files if one.suffix != ".pyc")))
`;
    const { stdout } = await run(program, ['-c', list], { env });
    const [about = '', ...files] = stdout.trim().split('\n');
    assert.equal(about, `${version} None >=3.9`);
    assert.ok(files.some((name) => name.endsWith('LICENSE')));
    assert.ok(files.includes('reelsight/py.typed'));

    const others = files.filter((name) => !/^reelsight(-[\d.]+\.dist-info)?\//.test(name));
    assert.deepEqual(others, []);
  });

  /**
   * Runs unit tests of the package in an environment that contains only the wheel. The package's sources are not next
   * to the tests.
   */
  async function passes(...given: string[]): Promise<void> {
    const options = ['-W', 'error::DeprecationWarning', '-m', 'unittest', '-v', ...given];
    const said = await run(program, options, { cwd: `${root}python/tests`, env }).catch(
      (error: { stderr: string }) => error,
    );
    assert.match(said.stderr, /\nOK\n$/, said.stderr);
  }

  test('it does its work on a real service, through a network that fails', () =>
    passes('test_service'));

  test('its other tests pass on what was installed', async () => {
    const files = await readdir(`${root}python/tests`);
    const names = files.filter((name) => /^test_.*\.py$/.test(name) && name !== 'test_service.py');
    await passes(...names.map((name) => name.slice(0, -'.py'.length)));
    const { stdout } = await run(program, ['-c', 'import reelsight; print(reelsight.__file__)']);
    assert.match(stdout, /venv\/lib/);
  });

  test('a stream of events goes on over a service that is killed and restarted', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-python-killed-'));
    await copyEmbeddedDatabase(join(dataDir, 'database'));

    const killed = await serviceProcesses({
      dataDir,
      env: { REELSIGHT_YTDLP: 'no-such-program' },
    });
    const followers: Follower[] = [];
    try {
      await killed.start();
      const admin = createAdminClient({ baseUrl: killed.apiUrl, token: killed.adminToken });
      const made = await admin.workspaces.create({
        name: 'w',
        email: 'w@example.com',
        plan: 'scale',
        credits: 100,
      });
      const client = createClient({ baseUrl: killed.apiUrl, apiKey: made.api_key });
      const variables = { REELSIGHT_URL: killed.apiUrl, REELSIGHT_API_KEY: made.api_key };
      const follow = (after: string): Follower => {
        const started = followEvents(program, after, { ...env, ...variables });
        followers.push(started);
        return started;
      };

      const createJobs = async (): Promise<void> => {
        const url = 'https://youtu.be/dQw4w9WgXcQ';
        for (let n = 0; n < 3; n += 1)
          await client.jobs.create({ url, capabilities: ['metadata'] });
      };
      const first = follow('0');

      await createJobs();
      await waitFor(() => assert.ok(first.lines.length >= 3, first.said()));
      await killed.kill(killed.parts);
      await killed.start();
      await createJobs();

      const all = await waitFor(async () => {
        const { events } = await client.events.list({ limit: 100 });
        assert.equal(events.filter(({ event }) => event === 'job.failed').length, 6);
        return events.map(({ event_id }) => event_id);
      });
      const idsOf = ({ lines }: Follower) => lines.map((line) => line.split(' ')[1]);

      await waitFor(() => assert.ok(first.lines.length >= all.length, first.said()));
      assert.deepEqual(idsOf(first), all);

      const second = follow(first.lines[3]?.split(' ')[0] ?? '');
      await waitFor(() => assert.ok(second.lines.length >= all.length - 4, second.said()));
      assert.deepEqual(idsOf(second), all.slice(4));
    } finally {
      await Promise.all(followers.map(({ end }) => end()));
      await killed.kill(killed.parts);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  });

  test('types hold under mypy --strict, of the package and of its README', {
    skip: mypy === undefined && 'no mypy',
  }, async () => {
    assert.ok(mypy);
    const files = snippets.map((_, index) => `snippet_${index}.py`);
    const options = ['--strict', '--cache-dir', join(folder, 'cache'), '--python-executable'];
    const said = await run(mypy, [...options, program, '-p', 'reelsight'], {
      cwd: join(folder, 'source/tests'),
    }).catch((error: { stdout: string }) => error);
    assert.match(said.stdout, /^Success/, said.stdout);

    const inReadme = await run(mypy, [...options, program, ...files], {
      cwd: join(folder, 'snippets'),
    }).catch((error: { stdout: string }) => error);
    assert.match(inReadme.stdout, /^Success/, inReadme.stdout);
  });

  test('each snippet of the README does what it says', async () => {
    assert.deepEqual(
      snippets.map(({ heading }) => heading),
      Object.keys(printed),
    );
    for (const [index, { heading }] of snippets.entries()) {
      const cwd = join(folder, 'snippets');
      const { stdout } = await run(program, [`snippet_${index}.py`], { cwd, env });
      assert.match(stdout, printed[heading] ?? /$^/, heading);
    }
  });
});
