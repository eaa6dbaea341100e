/** Tests that mistakes and unexpected answers give errors that say what to do. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cutShort,
  data,
  html,
  json,
  nowhere,
  refusal,
  type Scripted,
  startScripted,
} from '../../server/testing/sdk/scripted-server.ts';
import {
  type ClientOptions,
  ConfigurationError,
  ConnectionError,
  createAdminClient,
  createClient,
  RateLimitError,
  ReelsightError,
  UnexpectedAnswerError,
  version,
} from './index.ts';

const at = 'http://localhost:8080';

/** Runs `work` with these environment variables set, and all other Reelsight variables unset. */
function withEnvironment<T>(env: Record<string, string>, work: () => T): T {
  const names = ['REELSIGHT_URL', 'REELSIGHT_API_KEY', 'REELSIGHT_ADMIN_TOKEN'];
  const before = names.map((name) => [name, process.env[name]] as const);

  for (const name of names) delete process.env[name];
  Object.assign(process.env, env);

  try {
    return work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

async function errorFrom(answer: Scripted): Promise<ReelsightError> {
  await using server = await startScripted(answer);
  const client = createClient({ baseUrl: server.url, apiKey: 'k', maxRetries: 0 });
  const error = await client.account().then(
    () => assert.fail('no error'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ReelsightError, String(error));

  return error;
}

describe('making a client', () => {
  const refused = (options: ClientOptions, message: RegExp) =>
    withEnvironment({}, () =>
      assert.throws(
        () => createClient(options),
        (error) =>
          error instanceof ConfigurationError &&
          error.code === 'INVALID_OPTIONS' &&
          message.test(error.message),
      ),
    );

  test('an address that cannot work is refused', () => {
    refused({ apiKey: 'k' }, /give baseUrl, such as http:\/\/localhost:8080, or set REELSIGHT_URL/);
    refused({ apiKey: 'k', baseUrl: '' }, /no address/);
    refused({ apiKey: 'k', baseUrl: 'localhost:8080' }, /must begin with http/);
    refused({ apiKey: 'k', baseUrl: 'ftp://host' }, /must begin with http/);
    refused({ apiKey: 'k', baseUrl: 'http://' }, /is no address/);
    refused({ apiKey: 'k', baseUrl: `${at}/v1` }, /path of calls.*Give http:\/\/localhost:8080\./);
    refused({ apiKey: 'k', baseUrl: `${at}/v1/jobs/` }, /path of calls/);
    refused({ apiKey: 'k', baseUrl: `${at}/admin/v1` }, /path of calls/);
    refused({ apiKey: 'k', baseUrl: `${at}?key=1` }, /query/);

    refused({ apiKey: 'k', baseUrl: 'http://me:pw@host' }, /names a user/);
  });

  test('a slash at its end and a path of a proxy are fine', () => {
    assert.equal(createClient({ baseUrl: `${at}/`, apiKey: 'k' }).baseUrl, at);
    assert.equal(createClient({ baseUrl: `${at}/video/`, apiKey: 'k' }).baseUrl, `${at}/video`);
  });

  test('a key that no header can carry is refused, and not repeated', () => {
    refused({ baseUrl: at }, /give apiKey, or set REELSIGHT_API_KEY/);
    refused({ baseUrl: at, apiKey: '' }, /apiKey is empty/);
    refused({ baseUrl: at, apiKey: 'rs_live_x\n' }, /^(?!.*rs_live_x).*space or line break/s);
    refused({ baseUrl: at, apiKey: 'rs live' }, /space or line break/);
    refused({ baseUrl: at, apiKey: 'schlüssel' }, /no header may have/);
    refused({ baseUrl: at, apiKey: 'k', timeoutMs: Number.NaN }, /timeoutMs must be a number/);
    refused({ baseUrl: at, apiKey: 'k', maxRetries: -1 }, /maxRetries must be a number/);

    withEnvironment({}, () =>
      assert.throws(() => createAdminClient({ baseUrl: at }), /REELSIGHT_ADMIN_TOKEN/),
    );
  });

  test('without arguments the environment says where and who', async () => {
    await using server = await startScripted(data({}));
    const env = {
      REELSIGHT_URL: `${server.url}/`,
      REELSIGHT_API_KEY: 'from_env',
      REELSIGHT_ADMIN_TOKEN: 'admin_env',
    };
    const [client, admin] = withEnvironment(env, () => [createClient(), createAdminClient()]);

    await client.account();
    await admin.workspaces.list();
    assert.equal(server.seen[0]?.headers['x-api-key'], 'from_env');
    assert.equal(server.seen[1]?.headers.authorization, 'Bearer admin_env');
  });
});

describe('a file that cannot be uploaded', () => {
  const put = (file: unknown) =>
    createClient({ baseUrl: at, apiKey: 'k' }).uploads.put(file as Blob);

  test('a path, bytes or nothing are refused with the way to a Blob', async () => {
    for (const file of ['talk.mp4', new Uint8Array(3), undefined, null]) {
      await assert.rejects(
        put(file),
        (error) =>
          error instanceof ConfigurationError &&
          /takes a Blob or File; for a path: await openAsBlob\(path/.test(error.message),
      );
    }
  });

  test('so is a Blob whose type is not known', async () => {
    await assert.rejects(
      put(new Blob(['x'])),
      (error) => error instanceof ConfigurationError && /give contentType/.test(error.message),
    );
  });
});

describe('what is sent', () => {
  test('the agent, the headers of the client, and the fetch it was given', async () => {
    await using server = await startScripted(data({}));
    let calls = 0;
    const client = createClient({
      baseUrl: server.url,
      apiKey: 'k',
      headers: { 'X-Team': 'blue' },
      fetch: (input, init) => {
        calls += 1;
        return fetch(input, init);
      },
    });
    const { data: got, response, requestId } = await client.account().withResponse();
    assert.deepEqual(got, {});
    assert.equal(response.status, 200);
    assert.equal(requestId, 'req_1');
    assert.equal(calls, 1);

    const { headers } = server.seen[0] ?? assert.fail();
    assert.equal(
      headers['user-agent'],
      `reelsight-sdk-js/${version} (node/${process.versions.node})`,
    );
    assert.equal(headers['x-team'], 'blue');
  });

  test('a failure is thrown by whichever of the two is awaited, and nowhere else', async () => {
    await using server = await startScripted(refusal(404, 'JOB_NOT_FOUND'));
    const client = createClient({ baseUrl: server.url, apiKey: 'k' });
    await assert.rejects(client.jobs.get('j').withResponse(), /JOB_NOT_FOUND/);
    await assert.rejects(client.jobs.get('j'), /JOB_NOT_FOUND/);
    assert.equal(await client.jobs.get('j').catch(() => 'caught'), 'caught');

    let ended = false;
    await assert.rejects(
      client.jobs.get('j').finally(() => {
        ended = true;
      }),
    );
    assert.ok(ended);
  });

  test('ids go into the path as they are meant', async () => {
    await using server = await startScripted(data({}));
    const client = createClient({ baseUrl: server.url, apiKey: 'k' });
    await client.jobs.get('a/b?c');
    assert.equal(server.seen[0]?.path, '/v1/jobs/a%2Fb%3Fc');
    await assert.rejects(async () => client.jobs.get(''), ConfigurationError);
    await assert.rejects(async () => client.jobs.get('..'), ConfigurationError);
  });
});

describe('strange answers', () => {
  test('a page says where it came from', async () => {
    const error = await errorFrom(html(200));
    assert.ok(error instanceof UnexpectedAnswerError);
    assert.match(
      error.message,
      /^http:\/\/127\.0\.0\.1:\d+ answered 200 with an HTML page\. Is this a Reelsight service\?$/,
    );

    const missing = await errorFrom(html(404));
    assert.equal(missing.code, 'HTTP_404');
    assert.match(
      missing.message,
      /127\.0\.0\.1:\d+ answered 404 .*HTML page\. Is this a Reelsight/,
    );
  });

  test('other answers that are not ours', async () => {
    for (const [answer, message] of [
      [json(200, [1]), /JSON that is no object/],
      [json(200, 'text'), /JSON that is no object/],
      [json(200, null), /JSON that is no object/],
      [json(200, { status: 'ok' }), /JSON of another kind/],
      [(response) => response.end('hello'), /something else than JSON/],
      [(response) => response.end(), /with nothing/],
      [
        (response) => response.writeHead(308, { location: 'https://new.example/' }).end(),
        /308 with a redirect to https:\/\/new\.example\/, which is not followed/,
      ],
    ] as [Scripted, RegExp][]) {
      const error = await errorFrom(answer);
      assert.ok(error instanceof UnexpectedAnswerError, String(error));
      assert.match(error.message, message);
      assert.equal(error.code, 'UNEXPECTED_ANSWER');
    }
  });

  test('a key does not follow a redirect', async () => {
    await using other = await startScripted(data({}));
    await errorFrom((response) => response.writeHead(302, { location: other.url }).end());
    assert.equal(other.seen.length, 0);
  });

  test('nor does the key of a stream of events, which ends there', {
    timeout: 10_000,
  }, async () => {
    await using other = await startScripted(data({}));
    await using server = await startScripted((response) =>
      response.writeHead(307, { location: other.url }).end(),
    );
    const { events, frames } = createClient({ baseUrl: server.url, apiKey: 'k', maxRetries: 0 });
    const signal = AbortSignal.timeout(5000);
    for (const stream of [events.stream({ signal }), events.ofJob('job_1', { signal })]) {
      await assert.rejects(stream.next(), (error) => {
        assert.ok(error instanceof UnexpectedAnswerError, String(error));
        assert.match(error.message, /a redirect to .*, which is not followed/);
        return true;
      });
    }

    await assert.rejects(async () => frames.get('a'), UnexpectedAnswerError);
    assert.equal(other.seen.length, 0);
  });

  test('a body cut short is a lost connection', async () => {
    const error = await errorFrom(cutShort);
    assert.ok(error instanceof ConnectionError && error.cause);
    const half: Scripted = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{');
    assert.match((await errorFrom(half)).message, /cut short/);
  });
});

describe('errors', () => {
  test('read well as text', async () => {
    const error = await errorFrom(refusal(429, 'RATE_LIMITED', { 'retry-after': '60' }));
    assert.ok(error instanceof RateLimitError);
    assert.equal(String(error), 'RateLimitError: RATE_LIMITED. (429, RATE_LIMITED, req_1)');
    assert.match(error.stack ?? '', /^RateLimitError: /);

    const baseUrl = await nowhere();
    const client = createClient({ baseUrl, apiKey: 'k', maxRetries: 0 });
    const lost = await client.account().catch((thrown: unknown) => thrown);
    assert.match(
      String(lost),
      /^ConnectionError: No answer from http:\/\/127\.0\.0\.1:\d+: .*ECONN/,
    );
    assert.ok(lost instanceof ConnectionError && lost.cause instanceof Error);
  });
});
