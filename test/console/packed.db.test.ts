/** Answers to the console's pages are compressed; answers to programs with a key are sent uncompressed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { accepted } from '../interface/subject.ts';
import { Visitor } from './visitor.ts';

const names = Array.from({ length: 8 }, (_, index) => `Brand number ${index}`);

describe('compressed answers', () => {
  let service: TestService;
  let visitor: Visitor;
  let home: string;
  before(async () => {
    service = await startTestService();
    visitor = new Visitor(service.apiUrl);
    const person = { name: 'Ada', email: 'ada@example.com', password: 'a quiet walk in town' };
    await visitor.post('/console/auth/sign-up/email', { ...person, code: service.firstCode });
    home = `/console/v1/workspaces/${(await visitor.session()).workspaces[0].workspace_id}`;
    for (const name of names) accepted(await visitor.post(`${home}/v1/brands`, { name }), 201);
  });
  after(() => service.close());

  /** Bytes and headers as they are transferred. */
  async function raw(path: string, headers: Record<string, string>) {
    const [answer] = (await once(get(service.apiUrl + path, { headers }), 'response')) as [
      IncomingMessage,
    ];
    const bytes = Buffer.concat(await answer.toArray());
    return { encoding: answer.headers['content-encoding'], vary: answer.headers.vary, bytes };
  }

  test('a page gets the form its browser takes, and the same text in each', async () => {
    const ask = (taken: string) =>
      raw(`${home}/v1/brands`, { Cookie: visitor.cookie, 'Accept-Encoding': taken });
    const data = (bytes: Buffer) => JSON.parse(bytes.toString()).data;
    const plain = await ask('identity');
    assert.equal(plain.encoding, undefined);
    assert.equal(plain.vary, 'Accept-Encoding');

    const brotli = await ask('gzip, deflate, br');
    assert.equal(brotli.encoding, 'br');
    assert.deepEqual(data(brotliDecompressSync(brotli.bytes)), data(plain.bytes));
    assert.ok(brotli.bytes.length < plain.bytes.length / 2);

    const gzip = await ask('gzip, br;q=0');
    assert.equal(gzip.encoding, 'gzip');
    assert.deepEqual(data(gunzipSync(gzip.bytes)), data(plain.bytes));
  });

  test('a short answer, and one to a key, is sent as it is', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' };
    const short = await raw('/console/v1/session', headers);
    assert.equal(short.encoding, undefined);

    const { apiKey, client } = await service.workspace();
    for (const name of names) await client.call('createBrand', { body: { name } });

    const byKey = await raw('/v1/brands', { ...headers, 'X-Api-Key': apiKey });
    assert.equal(byKey.encoding, undefined);
    assert.ok(byKey.bytes.length > 1000, String(byKey.bytes));
  });
});
