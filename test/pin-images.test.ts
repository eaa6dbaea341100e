/** deploy/pin-images.mjs against a registry that uses the registries' protocol (Distribution, v2) over HTTP. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../deploy/pin-images.mjs', import.meta.url));
const listType = 'application/vnd.oci.image.index.v1+json';
const digestOf = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

let folder: string;
let server: Server;
let url: string;
/** Manifests by repository and tag. */
const manifests = new Map<string, string>();
const requests: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-pin-images-'));
  server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Answers as a registry does: a token for anybody, for one repository each, then digests in headers. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const asked = new URL(request.url ?? '', url);
  requests.push(`${request.method} ${asked.pathname}`);

  if (asked.pathname === '/token') {
    assert.equal(asked.searchParams.get('service'), 'registry.test');
    response.end(JSON.stringify({ token: `for ${asked.searchParams.get('scope')}` }));
    return;
  }

  const [, repository = '', tag = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(asked.pathname) ?? [];
  if (request.headers.authorization !== `Bearer for repository:${repository}:pull`) {
    const challenge = `Bearer realm="${url}/token",service="registry.test",scope="repository:${repository}:pull"`;
    response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
    return;
  }

  const manifest = manifests.get(`${repository}:${tag}`);
  if (manifest === undefined) {
    response.writeHead(404).end();
    return;
  }

  // A client that does not accept lists gets the image of one platform, which has another digest.
  const isList = String(request.headers.accept).includes(listType);
  const digest = digestOf(isList ? manifest : `${manifest} for amd64`);
  response.writeHead(200, {
    'Content-Type': isList ? listType : 'application/vnd.oci.image.manifest.v1+json',
    'Docker-Content-Digest': digest,
  });
  response.end();
}

interface Ran {
  readonly code: number;
  readonly said: string;
}

function run(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--registry', url, ...args], (error, out, problems) => {
      resolve({ code: error ? Number(error.code) : 0, said: out + problems });
    });
  });
}

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

test('digests of all platforms are written behind the tags, and nothing else is changed', async () => {
  manifests.set('library/postgres:17.11', 'all of postgres');
  manifests.set('nvidia/cuda:13', 'all of cuda');

  const old = `@sha256:${'0'.repeat(64)}`;
  const compose = (postgres: string, again = postgres) => `services:
  own:
    image: \${REELSIGHT_IMAGE:-reelsight:1.2.3}
  postgres:
    image: docker.io/library/postgres:17.11${postgres}
    command: [postgres] # not docker.io/library/postgres:17.11
  again:
    image: docker.io/library/postgres:17.11${again}
`;
  const first = await write('compose.yaml', compose('', old));
  const second = await write(
    'Dockerfile',
    `ARG CUDA_IMAGE=docker.io/nvidia/cuda:13${old}\nFROM x\n`,
  );

  const checked = await run('--check', first, second);
  assert.equal(checked.code, 1, checked.said);
  assert.match(checked.said, /postgres:17\.11: no digest, the registry says sha256:/);
  assert.equal(await readFile(first, 'utf8'), compose('', old), 'a check writes nothing');

  requests.length = 0;

  const pinned = await run(first, second);
  assert.equal(pinned.code, 0, pinned.said);
  assert.equal(await readFile(first, 'utf8'), compose(`@${digestOf('all of postgres')}`));

  const expected = `ARG CUDA_IMAGE=docker.io/nvidia/cuda:13@${digestOf('all of cuda')}\nFROM x\n`;
  assert.equal(await readFile(second, 'utf8'), expected);
  assert.deepEqual(requests, [
    'HEAD /v2/library/postgres/manifests/17.11',
    'GET /token',
    'HEAD /v2/library/postgres/manifests/17.11',
    'HEAD /v2/nvidia/cuda/manifests/13',
    'GET /token',
    'HEAD /v2/nvidia/cuda/manifests/13',
  ]);

  assert.deepEqual(await run('--check', first, second), {
    code: 0,
    said: '2 images, 0 to be pinned.\n',
  });
});

test('a tag that was pushed again is found', async () => {
  manifests.set('prom/prometheus:v3', 'before');
  const file = await write('moved.yaml', 'image: docker.io/prom/prometheus:v3\n');
  assert.equal((await run(file)).code, 0);
  assert.equal((await run('--check', file)).code, 0);
  manifests.set('prom/prometheus:v3', 'after');

  const { code, said } = await run('--check', file);
  assert.equal(code, 1);
  assert.ok(said.includes(`${digestOf('before')}, the registry says ${digestOf('after')}`), said);
});

test('what the registry does not have, or does not say, is a failure that changes nothing', async () => {
  const text = 'image: docker.io/none/such:1\n';
  const file = await write('missing.yaml', text);
  const missing = await run(file);
  assert.deepEqual([missing.code, await readFile(file, 'utf8')], [2, text]);
  assert.match(missing.said, /none\/such:1: the registry answers 404/);
  const nothing = await write('nothing.yaml', 'image: reelsight:1.2.3\n');
  assert.equal((await run(nothing)).code, 2);
});

test('the images of deploy/ are named in a way that it finds', async () => {
  const read = (name: string) => readFile(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
  const found = [...(await read('compose.yaml')).matchAll(/^ +image: docker\.io\/(\S+)$/gm)];
  assert.ok(found.length > 4);

  for (const [, name = ''] of found) {
    // The digest of this image is not known: see docs/install.md "Images by digest".
    if (name.startsWith('chrislusf/seaweedfs:')) continue;
    assert.match(name, /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  }
  const dockerfile = await read('Dockerfile');

  for (const argument of ['BASE_IMAGE', 'CUDA_IMAGE'])
    assert.match(
      dockerfile,
      new RegExp(`^ARG ${argument}=docker\\.io/\\S+@sha256:[0-9a-f]{64}$`, 'm'),
    );
});
