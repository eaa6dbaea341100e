/** Tests vectors from a server that works, sends wrong data, hangs, or stops half-way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { embeds, openEmbeddingServer } from '../../../testing/engines/embedding-server.ts';
import { type Reply, refuses } from '../../../testing/engines/model-server.ts';
import { openRemoteEmbedding, type RemoteEmbeddingOptions } from './embedding.ts';

const key = 'sk-secret-0123456789';
const never = new AbortController().signal;

function open(url: string, options: Partial<RemoteEmbeddingOptions> = {}) {
  return openRemoteEmbedding({
    url,
    apiKey: key,
    model: 'small',
    timeoutMs: 2000,
    maxRetries: 1,
    queryTimeoutMs: 300,
    prefixes: { query: null, passage: null },
    ...options,
  });
}

async function faultOf(reply: Reply): Promise<Fault> {
  await using server = await openEmbeddingServer();
  server.respond(() => reply);

  const engine = open(server.url, { maxRetries: 0, timeoutMs: 300 });
  return await engine.embed(['one', 'two'], 'passage', never).then(
    () => assert.fail('it answered'),
    (fault: unknown) => {
      assert.ok(fault instanceof Fault, String(fault));
      return fault;
    },
  );
}

describe('embeddings of an OpenAI-compatible server', () => {
  test('a vector for each text, in their order, whatever the order of the answer', async () => {
    await using server = await openEmbeddingServer();
    server.respond(() => ({
      body: {
        data: [
          { index: 1, embedding: [0, 1] },
          { index: 0, embedding: [1, 0] },
        ],
      },
    }));

    const vectors = await open(server.url).embed(['a', 'b'], 'passage', never);
    assert.deepEqual(
      vectors.map((vector) => [...vector]),
      [
        [1, 0],
        [0, 1],
      ],
    );

    const [sent] = server.received;
    assert.equal(sent?.headers.authorization, `Bearer ${key}`);
    assert.equal(sent?.body.model, 'small');
  });

  test('prefixes stand before what is looked for and before passages, and are part of its name', async () => {
    await using server = await openEmbeddingServer();
    const prefixes = { query: 'query: ', passage: 'passage: ' };
    const engine = open(server.url, { prefixes });
    await engine.embed(['dogs'], 'query', never);
    await engine.embed(['dogs'], 'passage', never);
    assert.deepEqual(server.texts, ['query: dogs', 'passage: dogs']);
    assert.notEqual(engine.model, open(server.url).model);
  });

  test('passages are tried again, a query is not', async () => {
    await using server = await openEmbeddingServer();
    let asked = 0;
    server.respond(() => {
      asked += 1;
      return asked === 1 ? refuses(503, 'busy', { headers: { 'retry-after-ms': '1' } }) : null;
    });

    const engine = open(server.url);
    assert.equal((await engine.embed(['a'], 'passage', never)).length, 1);
    asked = 0;
    await assert.rejects(engine.embed(['a'], 'query', never), ({ detail }: Fault) =>
      detail.includes('503'),
    );
    assert.equal(asked, 1);
  });

  test('after many failures it is asked again', async () => {
    await using server = await openEmbeddingServer();
    server.respond(() => refuses(500, 'broken'));
    const engine = open(server.url, { maxRetries: 0 });
    for (let n = 0; n < 5; n += 1) await assert.rejects(engine.embed(['a'], 'passage', never));
    server.respond(null);
    assert.equal((await engine.embed(['a'], 'passage', never)).length, 1);
  });

  test('a query waits no longer than it may', async () => {
    await using server = await openEmbeddingServer();
    server.respond(() => ({ hang: 'before headers' }));
    const startMs = performance.now();
    await assert.rejects(open(server.url, { timeoutMs: 60_000 }).embed(['a'], 'query', never));
    assert.ok(performance.now() - startMs < 30_000);
  });

  const wrong: readonly (readonly [what: string, reply: Reply, told: RegExp])[] = [
    ['no JSON', { body: 'hello' }, /remote/],
    ['another shape', { body: { vectors: [] } }, /no list of vectors/],
    ['too few', embeds([[1, 2]]), /one vector for each/],
    ['lengths that differ', embeds([[1, 2], [1]]), /different lengths/],
    [
      'no direction',
      embeds([
        [0, 0],
        [1, 2],
      ]),
      /without a direction/,
    ],
    ['nothing in them', embeds([[], []]), /no list of vectors/],
    ['text in them', { body: { data: [{ index: 0, embedding: 'AAAA' }] } }, /no list of vectors/],
    [
      'half an answer',
      {
        ...embeds([
          [1, 2],
          [3, 4],
        ]),
        hang: 'in the body',
      },
      /remote/,
    ],
    ['a connection cut', { drop: true }, /remote/],
    ['a key refused', refuses(401, `wrong key ${key}`), /wrong key \[key\]/],
  ];
  for (const [what, reply, told] of wrong)
    test(`${what}: a fault that says so`, async () => {
      const fault = await faultOf(reply);
      assert.equal(fault.code, 'ANALYSIS_FAILED');
      assert.match(fault.detail, told);
    });
});
