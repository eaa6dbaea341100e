/**
 * Programs started from another process: their output arrives, and none of them outlives the process that requested
 * it.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { waitFor } from '../../testing/wait-for.ts';
import { Launcher, type Program } from './launcher.ts';

const shell = (text: string): Program => ({
  path: 'sh',
  args: ['-c', text],
  cwd: tmpdir(),
  niceness: 7,
  env: { PATH: process.env.PATH ?? '', GIVEN: 'yes' },
});
const signal = new AbortController().signal;

async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
  return /\) [ZX]/.test(stat);
}

test('lines, exit code and the end of stderr arrive; several run at once', async () => {
  const launcher = new Launcher();
  const run = async (name: string) => {
    const lines: string[] = [];
    const text = `echo ${name}; echo $GIVEN; sleep 0.2; printf last; echo why >&2; exit 3`;
    const ended = await launcher.run(shell(text), { signal, onLine: (line) => lines.push(line) });
    return { lines, ended };
  };
  const names = ['one', 'two', 'three'];

  for (const [index, { lines, ended }] of (await Promise.all(names.map(run))).entries()) {
    assert.deepEqual(lines, [names[index], 'yes', 'last']);
    assert.deepEqual(ended, { code: 3, missing: false, stderr: 'why\n' });
  }
});

test('a program that is not there is missing', async () => {
  const program = { ...shell(''), path: '/nowhere/program' };
  const ended = await new Launcher().run(program, { signal, onLine: () => undefined });
  assert.deepEqual(ended, { code: null, missing: true, stderr: 'ENOENT' });
});

test('a line without end, too much memory and an error of the reader end the program', async () => {
  const launcher = new Launcher();
  const broken = async (text: string) =>
    (await launcher.run(shell(text), { signal, onLine: () => undefined })).broken;
  assert.match((await broken('yes | tr -d "\\n"')) ?? '', /line without end/);

  // Only a little more than the limit, because the memory used until the next check would be missing elsewhere.
  const eats = `exec ${process.execPath} -e "const kept = Array.from({ length: 23 }, () => Buffer.alloc(5e7, 1)); setInterval(() => kept, 1e6)"`;
  assert.match((await broken(eats)) ?? '', /more than 1024 MB/);

  const onLine = () => {
    throw new Error('no such line');
  };
  await assert.rejects(launcher.run(shell('yes'), { signal, onLine }), /no such line/);
});

test('an argument that no program can be given is that run alone', async () => {
  const launcher = new Launcher();
  const onLine = () => undefined;
  const other = launcher.run(shell('sleep 0.5'), { signal, onLine });
  const wrong = await launcher.run({ ...shell(''), args: ['a\0b'] }, { signal, onLine });
  assert.match(wrong.stderr, /null bytes/);
  assert.equal((await other).code, 0);
});

test('programs give way as they are told to', async () => {
  const seen: number[] = [];
  const onLine = (line: string) => void seen.push(getPriority(Number(line)));
  await new Launcher().run(shell('sleep 0.1; echo $$; sleep 0.3'), { signal, onLine });
  assert.deepEqual(seen, [constants.priority.PRIORITY_LOW - 12]);
});

test('a launcher that was killed takes its runs along, and another one does the next', async () => {
  const launcher = new Launcher();
  const pids: number[] = [];
  const onLine = (line: string) => void pids.push(...line.split(' ').map(Number));
  const under = launcher.run(shell('echo $PPID $$; sleep 60'), { signal, onLine });
  const failed = assert.rejects(under, /launcher ended: SIGKILL/);

  await waitFor(() => assert.equal(pids.length, 2));
  process.kill(pids[0] as number, 'SIGKILL');
  await failed;
  await waitFor(async () => assert.ok(await isGone(pids[1] as number)));

  const lines: string[] = [];
  await launcher.run(shell('echo again'), { signal, onLine: (line) => lines.push(line) });
  assert.deepEqual(lines, ['again']);
});

test('when the service is killed, nothing it started goes on', async () => {
  const code = `
    import { Launcher } from ${JSON.stringify(new URL('./launcher.ts', import.meta.url).href)};
    const args = ['-c', 'sleep 60 & echo $PPID $$ $!; wait'];
    const program = { path: 'sh', args, cwd: '/tmp', niceness: 1, env: { PATH: process.env.PATH } };
    await new Launcher().run(program, { signal: new AbortController().signal, onLine: console.log });`;
  const service = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const [line] = await once(createInterface({ input: service.stdout }), 'line');
  const pids = String(line).split(' ').map(Number);

  assert.equal(pids.length, 3);
  service.kill('SIGKILL');
  await waitFor(async () => {
    for (const pid of pids) assert.ok(await isGone(pid), `${pid} still runs`);
  });
});
