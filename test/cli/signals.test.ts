/**
 * Ctrl-C and SIGTERM through launchers and npm, sent to the whole process group, as a terminal does, and to the first
 * process alone.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Running, root, startReelsight } from './harness.ts';

/**
 * The system's Node, under which the launcher starts Node 24 as a second process. If the system has Node 24 too, there
 * is no second process.
 */
const systemNode = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path));

let folder: string;
let postgres: TestPostgres;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-signals-'));
  postgres = await startPostgres();
});
after(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function settings() {
  const port = await freePort();
  const uploadPort = await freePort();
  const env = {
    PORT: String(port),
    UPLOAD_PORT: String(uploadPort),
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_ROLE: 'api',
    REELSIGHT_DATA_DIR: join(folder, 'data'),
    // Otherwise, after SIGTERM, the service would wait for a load balancer.
    REELSIGHT_DRAIN_SECONDS: '0',
    // PostgreSQL, because the service starts twice as fast on it as on the embedded database.
    DATABASE_URL: postgres.url,
  };

  return { env, url: `http://127.0.0.1:${port}` };
}

/** Starts `reelsight start` in its own process group; resolves when it is ready. */
async function serving(node: string): Promise<Running & { readonly url: string }> {
  const { env, url } = await settings();
  const running = startReelsight(['start'], { home: folder, env, node, detached: true });
  await waitFor(async () => {
    assert.equal(running.child.exitCode, null, running.output());
    assert.ok((await fetch(`${url}/readyz`)).ok);
  });
  return { ...running, url };
}

/** Pids of a process's children, on systems that provide them; otherwise none. */
const childrenOf = (pid: number): number[] =>
  !existsSync('/proc/self/task')
    ? []
    : execFileSync('sh', ['-c', `cat /proc/${pid}/task/*/children`], { encoding: 'utf8' })
        .split(/\s+/)
        .filter(Boolean)
        .map(Number);

const nodes: Record<string, string> = {
  'this Node': process.execPath,
  ...(systemNode && { "the system's Node": systemNode }),
};

for (const [title, node] of Object.entries(nodes)) {
  describe(`under ${title}`, () => {
    // Without a second process, the launcher alone is the whole group.
    const receivers =
      node === process.execPath ? ['the group'] : ['the group', 'the launcher alone'];

    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const to of receivers) {
        test(`${signal} to ${to} ends the service in order`, async () => {
          const { child, ended, url } = await serving(node);
          const pid = child.pid ?? 0;
          process.kill(to === 'the group' ? -pid : pid, signal);
          const { code, stdout, stderr } = await ended;
          assert.equal(code, 0, stderr);
          assert.match(stdout, /stopping/);
          await assert.rejects(fetch(`${url}/healthz`));
        });
      }
    }

    test('a second Ctrl-C ends at once', async () => {
      const { child, ended } = await serving(node);
      process.kill(child.pid ?? 0, 'SIGINT');
      process.kill(child.pid ?? 0, 'SIGTERM');
      assert.ok([0, 130].includes((await ended).code ?? -1));
    });

    test('the exit code of the service is carried over', async () => {
      const env = { PORT: 'many' };
      const { code, stderr } = await startReelsight(['start'], { home: folder, env, node }).ended;
      assert.equal(code, 2, stderr);
      assert.match(stderr, /PORT: /);
    });

    if (node === process.execPath) return;
    test('a launcher that is killed leaves no service behind', async () => {
      const { child, url } = await serving(node);
      const pid = child.pid ?? 0;
      const below = childrenOf(pid);

      child.kill('SIGKILL');
      await waitFor(async () => {
        await assert.rejects(fetch(`${url}/healthz`));
        for (const one of below) assert.equal(existsSync(`/proc/${one}`), false);
      });
    });
  });
}

describe('below npm', () => {
  // SIGINT to npx alone is not tested: it ends npx's shell, which tells its command nothing.
  const cases = [
    [['npm', 'start'], 'SIGINT', 'npm alone'],
    [['npm', 'start'], 'SIGTERM', 'npm alone'],
    [['npx', 'reelsight', 'start'], 'SIGINT', 'the group'],
    [['npx', 'reelsight', 'start'], 'SIGTERM', 'npm alone'],
  ] as const;
  for (const [[program, ...args], signal, receiver] of cases) {
    test(`${signal} to ${receiver} ends what ${program} ${args.join(' ')} runs in order`, async () => {
      const { env, url } = await settings();
      const child = spawn(program, args, {
        cwd: root,
        env: { ...env, PATH: process.env.PATH, HOME: folder, npm_config_offline: 'true' },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });

      const closed = once(child.stdout, 'close');
      await waitFor(async () => {
        assert.equal(child.exitCode, null, output);
        assert.ok((await fetch(`${url}/readyz`)).ok);
      });

      const pid = child.pid ?? 0;
      process.kill(receiver === 'the group' ? -pid : pid, signal);
      // The output closes when no process that could write to it is left.
      await closed;
      assert.match(output, /stopping/);
      await assert.rejects(fetch(`${url}/healthz`));
    });
  }
});
