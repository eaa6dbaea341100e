/**
 * Tests the remote client against a server that refuses, sends wrong data, hangs, sends too much, or stops half-way.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import fc from 'fast-check';
import { z } from 'zod';
import {
  openLoopback,
  type Received,
  type Reply,
  refuses,
  says,
  textOf,
} from '../../../testing/engines/model-server.ts';
import type { CallContext, MeterItem } from '../engine.ts';
import { apiRoot } from './api-root.ts';
import { type ChatRequest, openRemote, type RemoteOptions } from './client.ts';
import { parseAnswer } from './json-answer.ts';

const schema = z.object({ colour: z.string(), sure: z.number().nullable() });
const request: ChatRequest<z.infer<typeof schema>> = {
  name: 'colour',
  model: 'small',
  system: 'Be brief.',
  user: 'Which colour?',
  schema,
  maxTokens: 200,
};
const answer = { colour: 'red', sure: 0.5 };
const key = 'sk-secret-0123456789';

function open(url: string, options: Partial<RemoteOptions> = {}) {
  return openRemote({
    url,
    apiKey: key,
    models: { language: 'small', vision: null, speech: null },
    timeoutMs: 2000,
    maxRetries: 1,
    maxTokensPerJob: 100_000,
    ...options,
  });
}

function watch(signal = new AbortController().signal) {
  const used = new Map<MeterItem, number>();
  const logged: unknown[] = [];
  const context: CallContext = {
    signal,
    meter: (item, amount) => used.set(item, (used.get(item) ?? 0) + amount),
    log: (...line) => logged.push(line),
  };

  return { context, used, logged };
}

/** Sends one request, and returns the result with everything that was sent over the wire. */
async function ask(
  respond: (request: Received, before: number) => Reply,
  options: Partial<RemoteOptions> = {},
) {
  await using server = await openLoopback(respond);
  const seen = watch();
  const started = performance.now();
  const outcome = await open(server.url, options)
    .chatJson(request, seen.context)
    .then(
      (value) => ({ value, fault: undefined }),
      (fault: unknown) => ({ value: undefined, fault }),
    );
  const elapsedMs = performance.now() - started;

  return { ...outcome, ...seen, elapsedMs, received: server.received };
}

function assertFails(fault: unknown, detail: RegExp): void {
  assert.ok(fault instanceof Fault, String(fault));
  assert.equal(fault.code, 'ANALYSIS_FAILED');
  assert.match(fault.detail, detail);
}

describe('a server that works', () => {
  test('gets the key, the model and a strict schema, and its answer and usage count', async () => {
    const { value, received, used } = await ask(() => says(answer));
    assert.deepEqual(value, answer);
    assert.deepEqual(
      [...used],
      [
        ['tokens_in', 100],
        ['tokens_out', 20],
      ],
    );

    const [only] = received;
    assert.equal(received.length, 1);
    assert.equal(only?.path, '/v1/chat/completions');
    assert.equal(only?.headers.authorization, `Bearer ${key}`);
    assert.equal(only?.body.model, 'small');
    assert.equal(only?.body.max_tokens, 200);
    assert.deepEqual(only?.body.response_format?.json_schema, {
      name: 'colour',
      strict: true,
      schema: {
        type: 'object',
        properties: {
          colour: { type: 'string' },
          sure: { type: ['number', 'null'] },
        },
        required: ['colour', 'sure'],
        additionalProperties: false,
      },
    });
  });

  test('without a key gets no authorization header', async () => {
    const { value, received } = await ask(() => says(answer), { apiKey: null });
    assert.deepEqual(value, answer);
    assert.equal(received[0]?.headers.authorization, undefined);
  });

  test('is found with or without /v1', () => {
    assert.equal(apiRoot('http://h:1'), 'http://h:1/v1');
    assert.equal(apiRoot('http://h:1/v1/'), 'http://h:1/v1');
    assert.equal(apiRoot('https://h/openai'), 'https://h/openai/v1');
    assert.equal(apiRoot('https://h/v1beta/openai'), 'https://h/v1beta/openai');
  });

  test('gets pictures as JPEG data', async () => {
    await using server = await openLoopback(() => says(answer));
    const user = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image' as const, jpeg: new Uint8Array([1, 2, 3]) },
    ];
    await open(server.url).chatJson({ ...request, user }, watch().context);
    assert.match(textOf(server.received[0], 'user'), /data:image\/jpeg;base64,AQID/);
  });
});

describe('what an answer may be wrapped in', () => {
  for (const [wrapping, text] of [
    ['a fence', `Sure!\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``],
    ['prose', `The answer is ${JSON.stringify(answer)}. Anything else?`],
    ['thinking', `<think>{"colour": maybe}</think>${JSON.stringify(answer)}`],
  ] as const) {
    test(wrapping, async () => {
      const { value, received } = await ask(() => says(text));
      assert.deepEqual(value, answer);
      assert.equal(received.length, 1);
    });
  }

  test('any text gives a value of the schema or a short problem, never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => `x ${json} y`),
        ),
        (text) => {
          const parsed = parseAnswer(text, schema);
          assert.ok(
            parsed.ok ? schema.safeParse(parsed.value).success : parsed.problem.length <= 400,
          );
        },
      ),
    );
  });
});

describe('a server that understands less', () => {
  test('without schemas is asked in simpler forms, which are remembered', async () => {
    await using server = await openLoopback(({ body }) =>
      body.response_format ? refuses(400, 'response_format is not supported') : says(answer),
    );
    const remote = open(server.url);
    assert.deepEqual(await remote.chatJson(request, watch().context), answer);
    assert.deepEqual(await remote.chatJson(request, watch().context), answer);

    const formats = server.received.map(({ body }) => body.response_format?.type);
    assert.deepEqual(formats, ['json_schema', 'json_object', undefined, undefined]);
    assert.match(textOf(server.received[2], 'system'), /"colour"/);
  });

  test('with other names of limits and a fixed temperature is asked its way', async () => {
    const { value, received } = await ask(({ body }) => {
      if (body.max_tokens)
        return refuses(400, "Use 'max_completion_tokens' instead of max_tokens.");
      return 'temperature' in body ? refuses(400, 'temperature must be 1') : says(answer);
    });
    assert.deepEqual(value, answer);

    const last = received.at(-1)?.body;
    assert.equal(last?.max_completion_tokens, 200);
    assert.equal(last?.response_format?.type, 'json_schema');
  });

  test('that refuses everything is not remembered as simple', async () => {
    await using server = await openLoopback((_, before) =>
      before < 3 ? refuses(400, 'out of memory') : says(answer),
    );
    const remote = open(server.url);
    await assert.rejects(remote.chatJson(request, watch().context), Fault);
    assert.deepEqual(await remote.chatJson(request, watch().context), answer);
    assert.equal(server.received.at(-1)?.body.response_format?.type, 'json_schema');
  });
});

describe('a server that is busy or broken', () => {
  test('429 is repeated after the time it names', async () => {
    const { value, elapsedMs } = await ask((_, before) =>
      before === 0 ? refuses(429, 'slow down', { headers: { 'retry-after': '1' } }) : says(answer),
    );
    assert.deepEqual(value, answer);
    assert.ok(elapsedMs >= 950, `${elapsedMs} ms`);
  });

  test('429 for an hour fails at once, without a second try', async () => {
    const { fault, received, elapsedMs } = await ask(() =>
      refuses(429, 'come back later', { headers: { 'retry-after': '3600' } }),
    );
    assertFails(fault, /429/);
    assert.equal(received.length, 1);
    assert.ok(elapsedMs < 60_000);
  });

  test('500 is repeated as often as allowed, then fails, and costs nothing', async () => {
    const { fault, received, used } = await ask(() => refuses(500, 'oops'));
    assertFails(fault, /500 oops/);
    assert.equal(received.length, 2);
    assert.equal(used.size, 0);
  });

  test('a dropped connection is repeated', async () => {
    const { value } = await ask((_, before) => (before === 0 ? { drop: true } : says(answer)));
    assert.deepEqual(value, answer);
  });

  for (const hang of ['before headers', 'in the body'] as const) {
    test(`silence ${hang} ends at the limit`, async () => {
      const limits = { timeoutMs: 150, maxRetries: 0 };
      const { fault, elapsedMs } = await ask(() => ({ ...says(answer), hang }), limits);
      assertFails(fault, /./);
      assert.ok(elapsedMs < 20_000, `${elapsedMs} ms`);
    });
  }

  test('a server that is down is left alone after three calls', async () => {
    await using server = await openLoopback(() => refuses(500, 'down'));
    const remote = open(server.url, { maxRetries: 0 });
    for (let i = 0; i < 3; i += 1) await assert.rejects(remote.chatJson(request, watch().context));
    const fault: unknown = await remote.chatJson(request, watch().context).catch((error) => error);
    assertFails(fault, /not asked again after 3/);
    assert.equal(server.received.length, 3);
  });

  test('a flood is cut off and not asked for again', async () => {
    const { fault, received } = await ask(() => says('x'.repeat(8_000_000)));
    assertFails(fault, /larger than allowed/);
    assert.equal(received.length, 1);
  });

  test('cancelling ends a call that hangs and one that waits to repeat', async () => {
    for (const reply of [
      { hang: 'before headers' as const },
      refuses(429, 'wait', { headers: { 'retry-after': '30' } }),
    ]) {
      await using server = await openLoopback(() => reply);
      const cancel = new AbortController();
      setTimeout(() => cancel.abort(new Error('cancelled')), 100);

      const started = performance.now();
      await assert.rejects(
        open(server.url).chatJson(request, watch(cancel.signal).context),
        /cancelled/,
      );
      assert.ok(performance.now() - started < 20_000);
    }
  });
});

describe('a server that answers something else', () => {
  test('another schema is told what is wrong, once', async () => {
    const { value, received, used } = await ask((_, before) =>
      says(before === 0 ? { color: 'red' } : answer),
    );
    assert.deepEqual(value, answer);
    assert.match(textOf(received[1], 'user'), /colour: .*\n?.*JSON Schema/);
    assert.match(textOf(received[1], 'assistant'), /"color"/);

    assert.deepEqual(
      [...used],
      [
        ['tokens_in', 200],
        ['tokens_out', 40],
      ],
    );
  });

  for (const [what, reply] of [
    ['another schema', says({ color: 'red' })],
    ['half of the JSON', says('{"colour": "re')],
    ['half of the response', { body: '{"choices": [{"mess' }],
    ['no choices', { body: { choices: [], usage: null } }],
    ['no content', { body: { choices: [{ message: { content: null } }] } }],
    ['a web page', { body: '<html>hello</html>', headers: { 'content-type': 'text/html' } }],
    ['a JSON null', { body: 'null' }],
    ['nothing', { body: '' }],
  ] as const) {
    test(`${what} twice fails`, async () => {
      const { fault, received } = await ask(() => reply);
      assertFails(fault, /remote colour: .*, twice/);
      assert.equal(received.length, 2);
    });
  }
});

describe('money and secrets', () => {
  const unbelievable = { prompt_tokens: 1e15, completion_tokens: 9e15 };
  for (const usage of [null, {}, { prompt_tokens: -5, completion_tokens: 'many' }, unbelievable]) {
    test(`usage ${JSON.stringify(usage)} is estimated instead`, async () => {
      const { used } = await ask(() => says(answer, usage));
      assert.ok((used.get('tokens_in') ?? 0) >= 5 && (used.get('tokens_in') ?? 0) < 100);
      assert.ok((used.get('tokens_out') ?? 0) >= 5 && (used.get('tokens_out') ?? 0) < 50);
    });
  }

  test('no job is charged for more than its budget, whatever a server reports', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 5000 };
    await using server = await openLoopback(() => says(answer, usage));
    const remote = open(server.url, { maxTokensPerJob: 1000 });
    const { context, used } = watch();
    await remote.chatJson(request, context);
    assert.deepEqual([used.get('tokens_in'), used.get('tokens_out')], [900, 100]);
  });

  test('a call the budget does not cover is not sent', async () => {
    await using server = await openLoopback(() => says(answer));
    const remote = open(server.url, { maxTokensPerJob: 320 });
    const { context } = watch();
    await remote.chatJson(request, context);
    const fault: unknown = await remote.chatJson(request, context).catch((error) => error);
    assertFails(fault, /token budget .*120 of 320/);
    assert.equal(server.received.length, 1);
  });

  test('calls side by side share the budget', async () => {
    await using server = await openLoopback(() => says(answer));
    const remote = open(server.url, { maxTokensPerJob: 500 });
    const calls = [1, 2, 3].map(() => remote.chatJson(request, watch().context));
    const outcomes = await Promise.allSettled(calls);

    assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), [
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });

  test('the key stands in no error and no log line, even when the server repeats it', async () => {
    const { fault, logged } = await ask(() => refuses(401, `Incorrect API key provided: ${key}.`));
    assertFails(fault, /401 Incorrect API key provided: \[key\]/);

    const error = fault as Fault;
    const all = [
      error.message,
      error.detail,
      error.stack,
      error.cause,
      JSON.stringify(logged),
    ].join();
    assert.ok(!all.includes(key));
  });

  test('other calls end in the fault of their stage', async () => {
    await using server = await openLoopback(() => refuses(404, 'no such model'));
    const transcribe = open(server.url).call(
      'TRANSCRIPTION_FAILED',
      watch().context,
      (api, limits) => api.models.retrieve('whisper', limits),
    );
    await assert.rejects(transcribe, { code: 'TRANSCRIPTION_FAILED' });
  });
});
