/**
 * The isolation of the process that opens a video: each kind that works on this machine restricts the process, and a
 * kind that does not work is reported.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compileCache } from '../../../testing/compile-cache.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { descendants, WatchedProcess } from '../processes/watched-process.ts';
import { type FromIngestion, parseFromIngestion, type ToIngestion } from './ingestion-messages.ts';
import {
  countsApart,
  type Isolation,
  type IsolationKind,
  ingestionScript,
  openIsolation,
  slotPaths,
} from './isolation.ts';

const workFolder = mkdtempSync(join(tmpdir(), 'reelsight-isolation-'));
chmodSync(workFolder, 0o700);
after(() => rmSync(workFolder, { recursive: true, force: true }));

const options = {
  userId: 64_738,
  memoryLimitMb: 1024,
  cpuSeconds: 600,
  fileMb: 100,
  workFolder,
  environment: { ...compileCache, PATH: process.env.PATH ?? '', HOME: '/root', SECRET: 'x' },
};

/** One isolation of each kind, opened once and then shared by the tests. */
const opened = new Map<IsolationKind, Promise<Isolation>>();
function isolationOf(kind: IsolationKind): Promise<Isolation> {
  const isolation = opened.get(kind) ?? openIsolation({ ...options, wanted: kind });
  opened.set(kind, isolation);
  return isolation;
}

const noBwrap = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status !== 0;
const noLandlock =
  spawnSync('setpriv', [
    ...['--no-new-privs', '--landlock-access', 'fs'],
    ...['--landlock-rule', 'path-beneath:read-file,truncate,read-dir,execute:/', '--', 'true'],
  ]).status !== 0;
const skips: Record<IsolationKind, string | false> = {
  bwrap: noBwrap && 'bubblewrap does not work here',
  landlock: noLandlock && 'this system is older than util-linux 2.40, or than Linux 6.2',
  user: process.getuid?.() !== 0 && 'only root can start as another user',
  none: false,
};

for (const kind of ['bwrap', 'user', 'landlock', 'none'] as const) {
  test(`${kind}: the process starts, limited, gives way, and is ended wholly`, {
    skip: skips[kind],
  }, async () => {
    const isolation = await isolationOf(kind);
    assert.equal(isolation.kind, kind);

    const slot = await isolation.openSlot(workFolder);
    const child = new WatchedProcess<ToIngestion, FromIngestion>({
      script: ingestionScript,
      memoryLimitMb: 1024,
      tmpDir: slotPaths.out,
      parse: parseFromIngestion,
      environment: isolation.environment,
      launch: isolation.launch(slot),
    });
    await child.ready(AbortSignal.timeout(120_000));

    const all = [child.pid as number, ...descendants(child.pid)];
    const pid = all.at(-1) as number;
    const file = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    assert.equal(file('oom_score_adj').trim(), '700');
    assert.equal(Number(file('stat').split(') ')[1]?.split(' ')[16]), 5, 'nice');

    const environment = file('environ')
      .split('\0')
      .map((one) => one.split('=')[0]);
    assert.ok(!environment.includes('SECRET') && !environment.includes('HOME'));

    const limits = file('limits');
    assert.match(limits, /Max core file size +0 /);
    assert.match(limits, /Max open files +256 /);
    assert.match(limits, new RegExp(`Max data size +${2048 * 2 ** 20} `));
    assert.match(limits, new RegExp(`Max file size +${100 * 2 ** 20} `));

    if (kind !== 'none') assert.match(file('status'), /CapEff:\t0+\n/);
    if (kind === 'user') assert.match(file('status'), /Uid:\t64738\t64738/);
    if (kind === 'bwrap') assert.equal(file('net/dev').trim().split('\n').length, 3, 'only lo');

    await child.close();
    for (const one of all) assert.throws(() => process.kill(one, 0), `${one} is gone`);
  });
}

/** Runs a shell script in the sandbox in which ingestion processes run. */
async function inSandbox(script: string) {
  const isolation = await isolationOf('bwrap');
  const slot = await isolation.openSlot(workFolder);
  const { command, cwd } = isolation.launch(slot);
  const [program = '', ...rest] = [...command, 'sh', '-c', script];
  return spawnSync(program, rest, { cwd, encoding: 'utf8', timeout: 30_000 });
}

test('bwrap: nothing can be written but what is left, as the rest would be memory nobody counts', {
  skip: skips.bwrap,
}, async () => {
  const places = ['/', '/tmp', '/dev', '/dev/shm', '/dev/pts', '/usr', '/proc', 'in', 'out'];
  const { stdout, stderr } = await inSandbox(
    `for place in ${places.join(' ')}; do (echo x > $place/written) 2>/dev/null && echo $place; done
    echo x > /dev/null && head -c 1 /dev/urandom > out/random && echo devices`,
  );
  assert.equal(stdout, 'out\ndevices\n', stderr);
});

test('bwrap: processes are limited where the kernel counts those in the sandbox alone', {
  skip: skips.bwrap,
}, async () => {
  const kernels = [
    '4.18.0-553.el8',
    '5.4.0',
    '5.10.0-28-amd64',
    '5.14.0-70.el9',
    '6.1.0',
    '6.18.4-x',
  ];
  assert.deepEqual(kernels.map(countsApart), [false, false, false, true, true, true]);

  const { stdout } = await inSandbox('grep processes /proc/self/limits');
  const limited = /Max processes +512 +512/.test(stdout);
  assert.equal(limited, countsApart(release()), stdout);
});

test('bwrap: in a container, where parts of /proc are hidden, it works without', {
  skip: skips.bwrap,
}, () => {
  const code = `import { openIsolation } from '${import.meta.resolve('./isolation.ts')}';
    const { kind, text } = await openIsolation({ ...${JSON.stringify(options)}, wanted: 'auto' });
    console.log(JSON.stringify({ kind, text }));`;
  // The /proc that bubblewrap mounts hides as much as the /proc of a container engine.
  const container = ['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--'];
  const inside = [process.execPath, '--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync('bwrap', [...container, ...inside], { encoding: 'utf8' });

  assert.match(stdout, /^\{"kind":"bwrap"/, stderr);
  assert.match(stdout, /without \/proc\): no network.*Can't mount proc/);
});

test('landlock: only its own folder is written, and only it and the system are read', {
  skip: skips.landlock,
}, async () => {
  const isolation = await isolationOf('landlock');
  assert.match(isolation.text, /the network is open to it/);

  const slot = await isolation.openSlot(workFolder);
  const other = await isolation.openSlot(workFolder);

  writeFileSync(join(slot.path, slotPaths.source), 'video');
  writeFileSync(join(other.path, slotPaths.source), 'of somebody else');

  const { command, cwd } = isolation.launch(slot);
  const [program = '', ...rest] = command;
  const script = `
    for place in / /tmp /dev/shm /usr ${workFolder} ${slot.path} in out out/new; do
      mkdir -p out/new; (echo x > $place/written) 2>/dev/null && echo "writes $place"; done
    for file in in/source ${other.in}/source /etc/passwd /proc/1/environ /proc/self/root/etc/passwd ${process.cwd()}/README.md; do
      (cat $file >/dev/null) 2>/dev/null && echo "reads $file"; done
    (ls /proc >/dev/null) 2>/dev/null && echo lists
    ln -s /etc/passwd out/link 2>/dev/null; (cat out/link >/dev/null) 2>/dev/null && echo follows
    mv in/source out/moved 2>/dev/null && echo moves
    mount -t tmpfs none /mnt 2>/dev/null && echo mounts; true`;
  const { stdout, stderr } = spawnSync(program, [...rest, 'sh', '-c', script], {
    cwd,
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.equal(stdout, 'writes out\nwrites out/new\nreads in/source\n', stderr);
});

test('landlock: where Linux does not have it, it does not work, and says so', async () => {
  const folder = mkdtempSync(join(workFolder, 'path-'));
  const refuses = "#!/bin/sh\necho 'setpriv: landlock_create_ruleset failed' >&2\nexit 1\n";
  writeFileSync(join(folder, 'setpriv'), refuses, { mode: 0o755 });

  const environment = { ...compileCache, PATH: `${folder}:${process.env.PATH}` };
  const given = { ...options, environment, wanted: 'landlock' } as const;
  await assert.rejects(openIsolation(given), /REELSIGHT_SANDBOX=landlock.*create_ruleset failed/);

  // This setpriv only runs the command after `--`: a program that restricts nothing must not be accepted as Landlock.
  const holdsNothing = '#!/bin/sh\nwhile [ "$1" != "--" ]; do shift; done; shift; exec "$@"\n';
  writeFileSync(join(folder, 'setpriv'), holdsNothing, { mode: 0o755 });
  await assert.rejects(openIsolation(given), /does not keep off files/);
});

test('auto takes the best there is', { skip: skips.bwrap }, async () => {
  assert.equal((await openIsolation({ ...options, wanted: 'auto' })).kind, 'bwrap');
});

/**
 * A search path with a `bwrap` that runs the given script, for example to fail as in a container without user
 * namespaces.
 */
function withBroken(script: string): string {
  const folder = mkdtempSync(join(workFolder, 'path-'));
  writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}

test('where bubblewrap fails, auto falls back and says so, and who named it is told', async () => {
  const Path = withBroken('echo "No permissions to create new namespace" >&2; exit 1');
  const given = { ...options, environment: { ...compileCache, PATH: Path } };
  const isolation = await openIsolation({ ...given, wanted: 'auto' });

  assert.notEqual(isolation.kind, 'bwrap');
  assert.match(isolation.text, /bwrap: .*No permissions/);
  await assert.rejects(openIsolation({ ...given, wanted: 'bwrap' }), /REELSIGHT_SANDBOX=bwrap/);
  assert.deepEqual(
    readdirSync(workFolder).filter((name) => name.startsWith('trial-')),
    [],
  );
});

/**
 * Opens an isolation in a service process started by `way`, where bubblewrap does not work. Returns the outcome and
 * the files left in its folder.
 */
function inService(way: readonly string[], wanted: 'auto' | IsolationKind) {
  const folder = mkdtempSync(join(workFolder, 'service-'));
  const Path = withBroken('exit 1');
  const given = {
    ...options,
    wanted,
    workFolder: folder,
    environment: { ...compileCache, PATH: Path },
  };
  const script = `
    import { statSync } from 'node:fs';
    const { openIsolation } = await import(${JSON.stringify(new URL('./isolation.ts', import.meta.url))});
    const { kind, text, openSlot } = await openIsolation(${JSON.stringify(given)});
    const slot = kind === 'user' ? await openSlot(${JSON.stringify(join(workFolder, 'slots'))}) : {};
    const modes = Object.values(slot).map((path) => statSync(path).mode & 0o777);
    console.log(JSON.stringify({ kind, text, modes }));`;
  const command = [...way, process.execPath, '--input-type=module', '-e', script];
  const ended = spawnSync(command[0] as string, command.slice(1), {
    timeout: 60_000,
    encoding: 'utf8',
  });
  assert.equal(ended.status, 0, `${ended.error ?? ''} ${ended.stderr}`);

  const told: { kind: string; text: string; modes: number[] } = JSON.parse(ended.stdout);
  return { ...told, left: readdirSync(folder) };
}

const noSetpriv = spawnSync('setpriv', ['--version']).status !== 0;

for (const [capability, what] of [
  ['chown', 'may not give files away'],
  ['setuid', 'may not start anything as another user'],
]) {
  test(`a service of root that ${what} starts without a user of its own for videos`, {
    skip: skips.user || (noSetpriv && 'setpriv is not installed'),
  }, () => {
    const { kind, text, left } = inService(['setpriv', `--bounding-set=-${capability}`], 'auto');
    assert.ok(kind === 'landlock' || kind === 'none', kind);
    assert.match(text, /user: .*EPERM/);
    assert.deepEqual(left, []);
  });
}

test('user: the process reads its video whatever files the service makes for itself alone', {
  skip: skips.user,
}, () => {
  const { modes, left } = inService(['sh', '-c', 'umask 077; exec "$@"', 'sh'], 'user');
  assert.deepEqual(modes, [0o755, 0o755, 0o700]);
  assert.deepEqual(left, []);
});

test('an isolation whose process cannot read its video or write what it makes of it does not work', async () => {
  // This bwrap runs the command after `--` without a sandbox, in another folder.
  const Path = withBroken('while [ "$1" != "--" ]; do shift; done; shift; cd /; exec "$@"');
  const given = { ...options, environment: { ...compileCache, PATH: Path } };
  await assert.rejects(openIsolation({ ...given, wanted: 'bwrap' }), /cannot read its video/);
});

test('a trial that was too slow is done once more', { skip: skips.bwrap }, async () => {
  const program = spawnSync('sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).stdout.trim();
  const once = join(workFolder, 'once');
  const Path = withBroken(
    `[ -e ${once} ] || { touch ${once}; exec sleep 600; }; exec ${program} "$@"`,
  );
  const limits: AbortController[] = [];
  const isolation = openIsolation({
    ...options,
    wanted: 'auto',
    environment: { ...compileCache, PATH: Path },
    trialLimit: () => {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    },
  });

  await waitFor(() => assert.ok(existsSync(once)));
  limits[0]?.abort(new DOMException('the trial hangs', 'TimeoutError'));

  assert.equal((await isolation).kind, 'bwrap');
  assert.equal(limits.length, 2);
});

test('auto starts the service even where no limits can be set', async () => {
  const Path = withBroken('exit 1');
  const [folder = ''] = Path.split(':');
  writeFileSync(join(folder, 'prlimit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });

  const isolation = await openIsolation({
    ...options,
    wanted: 'auto',
    environment: { ...compileCache, PATH: Path },
  });
  assert.equal(isolation.kind, 'none');
  assert.match(isolation.text, /without limits.*none: /);

  const slot = await isolation.openSlot(workFolder);
  assert.deepEqual(isolation.launch(slot).command, []);
});

test('a sandbox that holds nothing back is not taken for one', async () => {
  // This bwrap runs the command after `--` without a sandbox.
  const Path = withBroken('while [ "$1" != "--" ]; do shift; done; shift; exec "$@"');
  const given = { ...options, environment: { ...compileCache, PATH: Path } };
  await assert.rejects(openIsolation({ ...given, wanted: 'bwrap' }), /does not keep off files/);
});

test('a sandbox ends with its worker', { skip: skips.bwrap }, async () => {
  const isolation = await isolationOf('bwrap');
  const slot = await isolation.openSlot(workFolder);
  const { command } = isolation.launch(slot);
  const [program, ...rest] = command;
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(${JSON.stringify(program)}, ${JSON.stringify([...rest, 'sleep', '300'])}, { detached: true, stdio: 'ignore' });
    console.log(child.pid); setInterval(() => {}, 1000);`;
  const { spawn } = await import('node:child_process');
  const worker = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) =>
    worker.stdout.once('data', (text) => resolve(Number(text))),
  );
  await waitFor(() => assert.equal(descendants(pid).length, 2));

  const all = [pid, ...descendants(pid)];
  worker.kill('SIGKILL');
  await waitFor(() => {
    for (const one of all) assert.throws(() => process.kill(one, 0));
  });
});
