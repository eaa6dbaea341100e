/** Profiles: readable only by their owner, chosen in a fixed order, never printed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestService } from '../../server/testing/service.ts';
import { sharedService } from '../../server/testing/shared-service.ts';
import { launcher, reelsight } from './harness.ts';

let service: TestService;
let home: string;
before(async () => {
  service = await sharedService();
});
after(() => service.close());

async function freshHome(): Promise<string> {
  home = await mkdtemp(join(tmpdir(), 'reelsight-profiles-'));
  return home;
}
after(() => rm(home, { recursive: true, force: true }));

const config = () => join(home, '.config', 'reelsight', 'config.json');
const run = (args: readonly string[], env: Record<string, string> = {}, stdin?: string) =>
  reelsight(args, { home, env, ...(stdin !== undefined && { stdin }) });

/** Creates a workspace. Its name shows later which key was used. */
async function workspace(name: string) {
  const made = await service.admin.workspaces.create({ name, email: 'a@example.com', plan: 'pro' });
  return { name, key: made.api_key };
}

const nameShown = async (args: string[], env: Record<string, string> = {}) =>
  JSON.parse((await run(['account', '--json', ...args], env)).stdout || '{}').name;

test('add, list, use, remove; the file is readable by its owner alone and no key is printed', async () => {
  await freshHome();
  const ada = await workspace('Ada');
  const bob = await workspace('Bob');
  const add = (name: string, key: string) =>
    run(['profile', 'add', name, '--url', service.apiUrl], {}, `${key}\n`);
  const printed = [await add('ada', ada.key), await add('bob', bob.key)];
  assert.match(
    printed[0]?.stdout ?? '',
    /^ada \(http.*\) is used from now on\. Workspace: Ada\.$/m,
  );
  assert.match(printed[1]?.stdout ?? '', /reelsight profile use bob/);
  assert.equal((await stat(config())).mode & 0o777, 0o600);
  assert.equal((await stat(join(home, '.config', 'reelsight'))).mode & 0o777, 0o700);

  assert.equal(await nameShown([]), 'Ada');
  assert.equal(await nameShown(['--profile', 'bob']), 'Bob');
  printed.push(await run(['profile', 'use', 'bob']), await run(['profile', 'list']));
  assert.match(printed.at(-1)?.stdout ?? '', /^\* +bob +http\S+ +yes +no$/m);
  assert.equal(await nameShown([]), 'Bob');
  printed.push(await run(['profile', 'remove', 'bob']), await run(['profile', 'list', '--json']));
  assert.deepEqual(
    JSON.parse(printed.at(-1)?.stdout ?? '').map((one: { name: string }) => one.name),
    ['ada'],
  );
  assert.equal((await run(['account'])).code, 2, 'none is chosen any more');

  for (const { stdout, stderr } of printed) {
    assert.ok(!(stdout + stderr).includes(ada.key) && !(stdout + stderr).includes(bob.key));
  }
});

test('flag before environment before profile', async () => {
  await freshHome();
  const [flag, env, chosen, named] = await Promise.all(
    ['Flag', 'Env', 'Chosen', 'Named'].map(workspace),
  );
  assert.ok(flag && env && chosen && named);

  const add = (name: string, key: string) =>
    run(['profile', 'add', name, '--url', service.apiUrl, '--api-key', key]);
  await add('chosen', chosen.key);
  await add('named', named.key);

  const variables = { REELSIGHT_API_KEY: env.key };
  assert.equal(await nameShown([]), 'Chosen');
  assert.equal(await nameShown([], { REELSIGHT_PROFILE: 'named' }), 'Named');

  const both = { ...variables, REELSIGHT_URL: service.apiUrl };
  assert.equal(await nameShown([], both), 'Env');
  assert.equal(await nameShown([], { ...both, REELSIGHT_PROFILE: 'named' }), 'Env');
  assert.equal(await nameShown(['--profile', 'named'], both), 'Named');
  assert.equal(await nameShown(['--url', service.apiUrl], variables), 'Env');
  // If the address comes from a profile, the key comes from the same profile.
  assert.equal(await nameShown([], variables), 'Chosen');
  assert.equal(await nameShown([], { ...variables, REELSIGHT_PROFILE: 'named' }), 'Named');
  assert.equal(await nameShown(['--profile', 'named'], variables), 'Named');
  assert.equal(await nameShown(['--profile', 'named', '--api-key', flag.key], variables), 'Flag');
  assert.equal(
    await nameShown(['--profile', 'named'], { REELSIGHT_URL: 'http://127.0.0.1:9' }),
    'Named',
  );
});

test("a profile's key and the data folder's token go nowhere else", async (t) => {
  await freshHome();
  const seen: string[] = [];
  const stranger: Server = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  t.after(() => stranger.close());

  const { port } = stranger.address() as { port: number };
  const { key } = await workspace('Ada');
  await run(['profile', 'add', 'ada', '--url', service.apiUrl, '--api-key', key]);
  await writeFile(join(home, 'local-key'), 'rs_live_local\n');
  await writeFile(join(home, 'admin-token'), `${'t'.repeat(40)}\n`);

  for (const url of [`http://127.0.0.1:${port}`, 'http://reelsight.invalid']) {
    const ended = await run(['account'], { REELSIGHT_URL: url });
    assert.notEqual(ended.code, 0);
    if (url.includes('invalid')) assert.match(ended.stderr, /No API key/, 'nothing is sent');
  }

  assert.equal(
    (await run(['admin', 'workspaces', 'list', '--url', 'http://reelsight.invalid'])).code,
    2,
  );
  assert.ok(seen.length > 0);
  assert.ok(!seen.join().includes(key));
});

test('the key and token of the environment go to REELSIGHT_URL, not to a profile of another service', async (t) => {
  await freshHome();
  const seen: string[] = [];
  const other: Server = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.writeHead(403, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());

  const url = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
  await run(['profile', 'add', 'token', '--url', url, '--admin-token', 't'.repeat(40)]);
  await run(['profile', 'add', 'key', '--url', url, '--api-key', 'rs_live_other']);

  const { key } = await workspace('Mine');
  const env = {
    REELSIGHT_URL: service.apiUrl,
    REELSIGHT_API_KEY: key,
    REELSIGHT_ADMIN_TOKEN: service.adminToken,
  };

  seen.length = 0;
  const account = await run(['account', '--profile', 'token'], env);
  assert.equal(account.code, 2);
  assert.match(
    account.stderr,
    /profile token has no API key for .*REELSIGHT_API_KEY is for REELSIGHT_URL.*reelsight profile add token --url/,
  );

  const list = ['admin', 'workspaces', 'list'];
  const admin = await run([...list, '--profile', 'key'], env);
  assert.equal(admin.code, 2);
  assert.match(
    admin.stderr,
    /profile key has no operator's token for .*REELSIGHT_ADMIN_TOKEN is for/,
  );
  await run(['account', '--url', url], { ...env, REELSIGHT_PROFILE: 'token' });

  const elsewhere = await run(['account', '--url', url], env);
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /REELSIGHT_API_KEY is for REELSIGHT_URL, which is another/);

  const operator = await run([...list, '--url', 'http://reelsight.invalid'], env);
  assert.match(operator.stderr, /REELSIGHT_ADMIN_TOKEN is for REELSIGHT_URL, which is another/);

  // A key in the environment, without an address in the environment, is not sent to a profile's address either.
  const keys = { REELSIGHT_API_KEY: key, REELSIGHT_ADMIN_TOKEN: service.adminToken };

  for (const [more, named] of [
    [['--profile', 'token'], {}],
    [[], { REELSIGHT_PROFILE: 'token' }],
    [[], {}],
  ] as [string[], Record<string, string>][]) {
    for (const command of [['account'], ['jobs', 'list'], ['mcp']]) {
      const ended = await run([...command, ...more], { ...keys, ...named });
      assert.equal(ended.code, 2, ended.stdout);
      assert.match(
        ended.stderr,
        /profile token has no API key for .*REELSIGHT_API_KEY is used with a profile only if .* profile add token --url/,
      );
    }
  }

  const tokenless = await run([...list, '--profile', 'key'], keys);
  assert.match(
    tokenless.stderr,
    /profile key has no operator's token.*REELSIGHT_ADMIN_TOKEN is used with/,
  );
  assert.deepEqual(seen, [], 'nothing was sent');
  await run(['account'], { ...keys, REELSIGHT_PROFILE: 'key' });
  await run(['account', '--profile', 'token', '--api-key', 'rs_live_given'], env);
  assert.deepEqual(
    seen.map((headers) => JSON.parse(headers)['x-api-key']),
    ['rs_live_other', 'rs_live_given'],
  );

  // This profile is for the service that REELSIGHT_URL names, so the key may be used.
  await run([
    'profile',
    'add',
    'mine',
    '--url',
    `${service.apiUrl}/`,
    '--admin-token',
    'x'.repeat(40),
  ]);
  assert.equal(await nameShown(['--profile', 'mine'], env), 'Mine');
  assert.equal(await nameShown([], { ...env, REELSIGHT_PROFILE: 'token' }), 'Mine');
});

test("without an operator's token all three ways to give it are named", async () => {
  await freshHome();
  const { code, stderr } = await run(['admin', 'workspaces', 'list', '--url', service.apiUrl]);
  assert.equal(code, 2);

  for (const way of [
    '--admin-token',
    'REELSIGHT_ADMIN_TOKEN',
    'REELSIGHT_DATA_DIR',
    `none was found in ${home})`,
  ])
    assert.ok(stderr.includes(way), stderr);
});

test('a key that the service refuses is not kept; one that cannot be tried is', async () => {
  await freshHome();
  const bad = await run([
    'profile',
    'add',
    'bad',
    '--url',
    service.apiUrl,
    '--api-key',
    'rs_live_no',
  ]);
  assert.equal(bad.code, 4, bad.stdout);
  await assert.rejects(stat(config()));

  const away = await run([
    'profile',
    'add',
    'away',
    '--url',
    'http://127.0.0.1:9',
    '--api-key',
    'rs_live_x',
  ]);
  assert.match(away.stdout, /The key was not tried: No answer/);
  assert.match(await readFile(config(), 'utf8'), /rs_live_x/);
});

test('wrong use is told', async () => {
  await freshHome();
  await run(['profile', 'add', 'acme', '--url', 'http://127.0.0.1:9', '--api-key', 'x']);

  const cases: [string[], RegExp][] = [
    [['profile', 'use', 'acne'], /no profile acne\. Did you mean acme\?/],
    [['account', '--profile', 'other'], /no profile other\. Existing profiles: acme\./],
    [['profile', 'add', '../x', '--url', 'http://a.example'], /consists of letters/],
    [['profile', 'add', 'x', '--url', 'ftp://a.example'], /not an http address/],
    [['profile', 'add', 'x', '--url', 'http://a.example'], /No API key was given/],
  ];
  for (const [args, expected] of cases) {
    const { code, stderr } = await run(args, {}, '');
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
  }

  await writeFile(config(), '{"profiles": 3}');
  assert.match((await run(['account'])).stderr, /config\.json does not contain reelsight profiles/);
});

const noScript =
  spawnSync('script', ['--version']).status === 0 ? false : 'script is not installed';

test('on a terminal the key is asked for and not shown', { skip: noScript }, async () => {
  await freshHome();
  const { key } = await workspace('Ada');
  const command = `${process.execPath} ${launcher} profile add tty --url ${service.apiUrl}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let typed = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (typed || !shown.includes('API key: ')) return;
    typed = true;
    child.stdin.write(`${key}x\u007f\r`);
  });
  await once(child, 'close');
  assert.match(shown, /API key: /);
  assert.match(shown, /tty .* Workspace: Ada/);

  assert.ok(!shown.includes(key.slice(0, 20)), shown);
});
