/** Tests that a redirected upload fails, because the redirect's target has not received the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data, type Scripted, startScripted } from '../../server/testing/sdk/scripted-server.ts';
import { createClient, UnexpectedAnswerError } from './index.ts';

const file = new Blob(['abc'], { type: 'video/mp4' });
const stored: Scripted = (response) => response.writeHead(200).end();

/** A server that presigns its own address for the upload, and answers the upload as given. */
async function startHost(put: Scripted) {
  const server = await startScripted((response, seen) => {
    const put_url = `http://${seen.headers.host}/put`;
    const answer = seen.method === 'POST' ? data({ put_url, key: 'uploads/1' }) : put;
    (seen.path === '/elsewhere' ? stored : answer)(response, seen);
  });
  const { uploads } = createClient({ baseUrl: server.url, apiKey: 'k' });
  return { server, uploads };
}

for (const status of [301, 302, 303, 307, 308])
  test(`a ${status} ends an upload with an error`, async () => {
    const { server, uploads } = await startHost((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    await using _ = server;

    await assert.rejects(uploads.put(file), (error) => {
      assert.ok(error instanceof UnexpectedAnswerError, String(error));
      assert.match(error.message, /a redirect to \/elsewhere, which is not followed/);
      return true;
    });

    const puts = server.seen.filter(({ method }) => method !== 'POST').map(({ path }) => path);
    assert.deepEqual(puts, ['/put']);
  });

/** A substitute for the browser's XMLHttpRequest, which follows redirects on its own. */
class BrowserRequest {
  upload = { onprogress: null };
  status = 0;
  responseText = '';
  responseURL = '';
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  #method = '';
  #url = '';
  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(): void {}
  getResponseHeader = () => null;
  abort(): void {
    this.onabort?.();
  }
  async send(body: Blob): Promise<void> {
    const response = await fetch(this.#url, { method: this.#method, body });
    this.status = response.status;
    this.responseURL = response.url;
    this.onload?.();
  }
}

test('nor does a browser, which follows by itself, take it for one', async () => {
  Object.assign(globalThis, { XMLHttpRequest: BrowserRequest });
  try {
    const moved = await startHost((response) =>
      response.writeHead(303, { location: '/elsewhere' }).end(),
    );
    await using _moved = moved.server;

    await assert.rejects(moved.uploads.put(file), UnexpectedAnswerError);
    const plain = await startHost(stored);
    await using _plain = plain.server;
    assert.equal(await plain.uploads.put(file), 'uploads/1');
  } finally {
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  }
});
