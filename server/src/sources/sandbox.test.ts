/**
 * What a compromised yt-dlp can reach: a script in place of yt-dlp tries, from inside the sandbox and through its
 * forwarded ports.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { testNames } from '../../testing/network/test-names.ts';
import { startMediaServer } from '../../testing/sources/media-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { possibleSandboxes } from './sandbox.ts';
import { Sources, type SourcesOptions } from './sources.ts';

const searchPath = process.env.PATH ?? '';
const skip = sandboxFault();

/** Why there is no sandbox on this machine; false if there is one. */
function sandboxFault(): string | false {
  if (possibleSandboxes(searchPath).length === 0) return 'bubblewrap is not installed';
  try {
    execFileSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' });
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'bubblewrap or Python does not work here';
  }
}

const workspaceId = 'ws_a';
const asking = () => ({ workspaceId, signal: AbortSignal.timeout(120_000) });
const link = 'https://youtu.be/dQw4w9WgXcQ';

/** Path of Python itself, not of a script that finds it. */
const python = skip
  ? ''
  : execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
    }).trim();

/** A Python program in place of yt-dlp; it outputs the object `said` as the title of the video. */
const script = (body: string): string => `#!${python}
import json, os, socket, subprocess, sys, time, urllib.request
args = sys.argv[1:]
if '--version' in args:
    print('2026.11.01')
    sys.exit()

def attempt(work):
    try:
        return str(work())
    except BaseException as error:
        return 'no: ' + type(error).__name__

said = {}
${body}
print('info ' + json.dumps({'id': 'x', 'title': json.dumps(said), 'direct': True}))
`;

describe('the sandbox of yt-dlp', { skip }, () => {
  let scratch: string;
  let programs = 0;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'reelsight-sandbox-'));
  });
  after(() => rm(scratch, { recursive: true, force: true }));

  async function open(body: string, options: Partial<SourcesOptions> = {}): Promise<Sources> {
    const folder = join(scratch, `program-${++programs}`);
    await mkdir(folder);
    await writeFile(join(folder, 'yt-dlp'), script(body), { mode: 0o755 });

    return new Sources({
      program: join(folder, 'yt-dlp'),
      searchPath,
      lookup: testNames,
      sandbox: 'required',
      directHosts: [],
      pausedPlatforms: [],
      now: () => new Date(),
      ...options,
    });
  }

  async function saidBy(from: Sources, url = link): Promise<Record<string, string>> {
    const info = await from.resolve(from.parse(url), asking());
    return JSON.parse(info.title ?? '{}');
  }

  test('it reads no file of the service, sees no process, and reaches no port of this machine', async () => {
    await using outside = await startMediaServer().then((server) => ({
      ...server,
      [Symbol.asyncDispose]: server.close,
    }));
    const port = new URL(outside.url).port;
    const secret = join(scratch, 'secret');
    await writeFile(secret, 'x');

    const ask = `require('net').connect(${port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', (error) => console.log('no: ' + error.code))`;
    const from = await open(`
node = args[args.index('--js-runtimes') + 1].split(':', 1)[1]
said['secret'] = attempt(lambda: open(${JSON.stringify(secret)}).read())
said['passwd'] = attempt(lambda: open('/etc/passwd').read())
said['tmp'] = attempt(lambda: os.listdir(${JSON.stringify(scratch)}))
said['service'] = attempt(lambda: os.listdir(${JSON.stringify(join(import.meta.dirname, '../db'))}))
said['loopback'] = attempt(lambda: socket.create_connection(('127.0.0.1', ${port}), 5))
said['node'] = subprocess.run([node, '-e', ${JSON.stringify(ask)}], capture_output=True, text=True).stdout.strip()
said['processes'] = attempt(lambda: len([name for name in os.listdir('/proc') if name.isdigit()]))
said['beside'] = attempt(lambda: open('/usr/reelsight-test', 'w'))
said['own'] = attempt(lambda: open(os.environ['HOME'] + '/own', 'w').write('fine'))
said['environment'] = ' '.join(sorted(os.environ))
`);
    const { processes, environment, ...said } = await saidBy(from);
    assert.deepEqual(said, {
      secret: 'no: FileNotFoundError',
      passwd: 'no: FileNotFoundError',
      tmp: said.tmp,
      service: 'no: FileNotFoundError',
      loopback: 'no: ConnectionRefusedError',
      node: 'no: ECONNREFUSED',
      beside: 'no: OSError',
      own: '4',
    });
    assert.doesNotMatch(said.tmp ?? '', /secret/);
    assert.ok(Number(processes) < 10 || processes === 'no: FileNotFoundError', processes);
    assert.doesNotMatch(environment ?? '', /SECRET|DATABASE|REELSIGHT/);
    assert.deepEqual(outside.requests, []);
  });

  test('its only way out is the guard, which refuses what is not public', async () => {
    const server = await startMediaServer();
    const body = `
import re
url = args[-1]
said['through'] = attempt(lambda: len(urllib.request.urlopen(url, timeout=20).read()))
`;
    const host = new URL(server.url).host;
    const own: Partial<SourcesOptions> = { directHosts: [host], allowAddress: () => true };
    const allowed = await saidBy(await open(body, own), `${server.url}/good/a.mp4`);
    assert.equal(allowed.through, '300000');

    const count = server.requests.length;
    const strict = await saidBy(await open(body, { directHosts: [host] }), `${server.url}/good/a`);
    assert.equal(strict.through, 'no: HTTPError');
    assert.equal(server.requests.length, count);
    await server.close();
  });

  test('the proxy of the operator and the provider of tokens are reached through doors', async () => {
    const asked: string[] = [];
    const proxy = createHttpServer((request, response) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      response.end('from the proxy');
    });
    const provider = createHttpServer(async (request, response) => {
      response.end(await text(request));
    });
    for (const server of [proxy, provider]) await once(server.listen(0, '127.0.0.1'), 'listening');

    const at = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
    const own = `http://user:secret@127.0.0.1:${at(proxy)}`;

    const from = await open(
      `
given = [one for one in args if one.startswith('youtubepot')][0].split('=', 1)[1]
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
said['platform'] = attempt(lambda: urllib.request.urlopen('http://youtube.test/a', timeout=20).read().decode())
said['tokens'] = attempt(lambda: direct.open(given + '/get_pot', json.dumps({'proxy': os.environ['http_proxy']}).encode(), timeout=20).read().decode())
said['through'] = attempt(lambda: direct.open(given.replace('//', '//127.0.0.1:1/'), timeout=5))
`,
      {
        proxy: own,
        platform: {
          extractorArguments: [],
          pluginsDir: null,
          tokenProvider: `http://127.0.0.1:${at(provider)}`,
        },
      },
    );
    const said = await saidBy(from);
    assert.equal(said.platform, 'from the proxy');

    const basic = `Basic ${Buffer.from('user:secret').toString('base64')}`;
    assert.deepEqual(asked, [`http://youtube.test/a ${basic}`]);
    assert.deepEqual(JSON.parse(said.tokens ?? ''), { proxy: own });
    assert.match(said.through ?? '', /^no: /);
    proxy.close();
    provider.close();
  });

  test('a socks proxy gets the bytes as they are, and names instead of addresses', async () => {
    const bytes: string[] = [];
    const proxy = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          bytes.push(data.toString('latin1'));
          socket.end('answer');
        });
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');

    const { port } = proxy.address() as AddressInfo;
    const from = await open(
      `
from urllib.parse import urlparse
given = urlparse(os.environ['https_proxy'])
said['scheme'] = given.scheme
way = socket.create_connection((given.hostname, given.port), 10)
way.send(b'hello')
said['answer'] = way.recv(100).decode()
`,
      { proxy: `socks5://127.0.0.1:${port}` },
    );
    assert.deepEqual(await saidBy(from), { scheme: 'socks5h', answer: 'answer' });
    assert.deepEqual(bytes, ['hello']);
    proxy.close();
  });

  test('what it leaves is taken only if it is a file of its own', async () => {
    const secret = join(scratch, 'secret.mp4');
    await writeFile(secret, 'the secret of the service');

    const tell = (path: string) => `
print('info ' + json.dumps({'id': 'x', 'title': 'x', 'direct': True}))
print('file ' + json.dumps(${path}))
sys.exit()
`;
    for (const body of [
      tell(JSON.stringify(secret)),
      `os.symlink(${JSON.stringify(secret)}, 'video.mp4')${tell("os.path.abspath('video.mp4')")}`,
    ]) {
      const from = await open(body);
      const folder = await mkdtemp(join(scratch, 'job-'));
      const video = from.parse(link);
      const wanted = { video, folder, ...asking(), looks: true, maxBytes: 1000 };
      const isFault = (error: unknown) =>
        error instanceof Fault && /no file of its own/.test(error.detail);
      await assert.rejects(from.download(wanted), isFault);
    }
  });

  test('what an earlier attempt left is resumed only if it is a file of its own', async () => {
    const secret = join(scratch, 'secret.part');
    await writeFile(secret, 'the secret of the service');

    const folder = await mkdtemp(join(scratch, 'job-'));
    const earlier = join(folder, 'attempt-1');
    await mkdir(join(earlier, 'folder.part'), { recursive: true });
    await symlink(secret, join(earlier, 'video.part'));
    await writeFile(join(earlier, 'own.part'), 'own');

    const from = await open(`
files = {name: open(name).read() for name in os.listdir('.')}
open('video.mp4', 'w').write(json.dumps(files))
print('info ' + json.dumps({'id': 'x', 'title': json.dumps(files), 'direct': True}))
print('file ' + json.dumps(os.path.abspath('video.mp4')))
sys.exit()
`);
    const wanted = { video: from.parse(link), folder, ...asking(), looks: true, maxBytes: 1000 };
    const { info } = await from.download(wanted);
    assert.deepEqual(JSON.parse(info.title ?? ''), { 'own.part': 'own' });
  });

  test('it ends with all it started', async () => {
    const from = await open(`
print('progress {"status": "downloading", "downloaded_bytes": 1}', flush=True)
subprocess.run(['sleep', '2718.28'])
`);
    const stop = new AbortController();
    const folder = await mkdtemp(join(scratch, 'job-'));
    const downloading = from.download({
      video: from.parse(link),
      folder,
      workspaceId,
      looks: true,
      maxBytes: 1000,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('cancelled')),
    });

    await assert.rejects(downloading, /cancelled/);
    await waitFor(() => assert.equal(running('2718.28'), ''));
    assert.equal((await readdir(tmpdir())).filter((name) => name === 'guard').length, 0);
  });

  test('a program that fails in it is never started without it, and says why', async () => {
    const marker = join(scratch, 'broken');
    const breaks = `#!/bin/sh
[ -e ${marker} ] && exit 1
[ "$2" = --version ] && echo 2026.11.01
exit 0
`;
    const program = join(scratch, 'yt-dlp-that-breaks');
    await writeFile(program, breaks, { mode: 0o755 });

    const outside = join(scratch, 'started-outside');
    const needsFiles = join(scratch, 'yt-dlp-that-needs-files');
    await writeFile(
      needsFiles,
      `#!/bin/sh\n[ -e ${program} ] && touch ${outside} && echo 2026.11.01 || { echo 'where am I' >&2; exit 1; }\n`,
      { mode: 0o755 },
    );

    const status = async (sandbox: SourcesOptions['sandbox'], path: string) =>
      (await open('', { sandbox, program: path })).status();

    assert.equal((await status('auto', program)).sandbox?.kind, 'bwrap');

    for (const sandbox of ['auto', 'required'] as const) {
      const refused = await status(sandbox, needsFiles);
      assert.equal(refused.ready, false);
      assert.match(refused.advice ?? '', /must run in the sandbox.*where am I/);
      assert.ok(!existsSync(outside), `${sandbox} lets it out`);
    }

    const missing = await status('auto', join(scratch, 'no-such-program'));
    assert.equal(missing.ready, false);
    assert.doesNotMatch(missing.advice ?? '', /must run in the sandbox/);
    assert.equal((await status('off', needsFiles)).sandbox?.kind, 'none');
    assert.ok(existsSync(outside));
  });

  test('where bubblewrap itself does not work, programs start without it and say so', async () => {
    const folder = join(scratch, 'broken-bubblewrap');
    await mkdir(folder);

    const refuses = "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";
    await writeFile(join(folder, 'bwrap'), refuses, { mode: 0o755 });

    const own = { searchPath: `${folder}:${searchPath}` };
    const fallen = await (await open('', { ...own, sandbox: 'auto' })).status();
    assert.deepEqual([fallen.ready, fallen.sandbox?.kind], [true, 'none']);
    assert.match(fallen.sandbox?.about ?? '', /No permissions to create new namespace/);

    const refused = await (await open('', { ...own, sandbox: 'required' })).status();
    assert.equal(refused.ready, false);
    assert.match(refused.advice ?? '', /No permissions to create new namespace/);
  });
});

/** Lists the processes that run `sleep` with this argument. */
function running(argument: string): string {
  const found = globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').startsWith(`sleep\0${argument}`);
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
  return found.join(' ');
}
