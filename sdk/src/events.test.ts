/** Tests of event streams from addresses without a service, and from a service that fails. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  data,
  html,
  refusal,
  type Scripted,
  type ScriptedServer,
  startScripted,
} from '../../server/testing/sdk/scripted-server.ts';
import { type Client, ConnectionError, createClient, UnexpectedAnswerError } from './index.ts';

const events =
  (text: string, type = 'text/event-stream'): Scripted =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(text);
const message = (id: number, status = 'processing') =>
  `id: ${id}\ndata: {"event":"job.x","event_id":"evt_${id}","status":"${status}"}\n\n`;
const reset: Scripted = (response) => response.socket?.destroy();

const clientOf = ({ url }: ScriptedServer): Client =>
  createClient({ baseUrl: url, apiKey: 'k', maxRetries: 0 });

/** Reads a job's stream to its end, and returns the ids of its events and the outages that it reported. */
async function read(server: ScriptedServer, client = clientOf(server)) {
  const outages: unknown[] = [];
  const ids: string[] = [];
  const options = {
    signal: AbortSignal.timeout(20_000),
    mostPauseMs: 1,
    onOutage: (cause: unknown) => outages.push(cause),
  };
  for await (const { event } of client.events.ofJob('job_1', options)) ids.push(event.event_id);

  return { ids, outages };
}

describe('a stream that is none', { timeout: 60_000 }, () => {
  const cases: readonly [string, Scripted, string, RegExp][] = [
    ['a page', events('<html>sign in</html>', 'text/html'), 'UNEXPECTED_ANSWER', /HTML page/],
    ['JSON', data({ status: 'ok' }), 'NOT_EVENTS', /application\/json.* no stream of events/],
    [
      'broken JSON',
      events('retry: 0\n\nid: 1\ndata: {broken\n\n'),
      'NOT_EVENTS',
      /else than events/,
    ],
    ['JSON that is no object', events('id: 1\ndata: 7\n\n'), 'NOT_EVENTS', /no object/],
    [
      'an endless line',
      events(`data: ${'x'.repeat(32_000_001)}`),
      'NOT_EVENTS',
      /32000000 characters/,
    ],
  ];
  for (const [title, answer, code, text] of cases)
    test(`${title} is an error at once`, async () => {
      await using server = await startScripted(answer);
      await assert.rejects(read(server), (error) => {
        assert.ok(error instanceof UnexpectedAnswerError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, text);
        return true;
      });
      assert.equal(server.seen.length, 1);
    });

  test('broken JSON is one of a known service too', async () => {
    await using server = await startScripted(events(message(1)), events('data: {\n\n'));
    await assert.rejects(read(server), { code: 'NOT_EVENTS' });
    assert.equal(server.seen.length, 2);
  });
});

describe('a stream in trouble', { timeout: 60_000 }, () => {
  test('goes on over what passes, and tells each outage', async () => {
    const trouble = [reset, events(''), html(502), html(200), html(404), refusal(503, 'X')];
    await using server = await startScripted(
      events(message(1)),
      ...trouble,
      events(message(2, 'completed')),
    );
    const { ids, outages } = await read(server);
    assert.deepEqual(ids, ['evt_1', 'evt_2']);
    assert.equal(outages.length, trouble.length);
    assert.ok(outages[0] instanceof ConnectionError && outages[1] instanceof ConnectionError);

    const asked = server.seen.map(({ headers }) => headers['last-event-id']);
    assert.deepEqual(asked, [undefined, ...Array(trouble.length + 1).fill('1')]);
  });

  test('is never asked again without a pause', async () => {
    const again = events(`retry: 0\n\n${message(1)}`);
    await using server = await startScripted(again, again, again, events(message(2, 'failed')));
    await read(server);
    const times = server.seen.map(({ atMs }) => atMs);
    for (const [index, time] of times.entries())
      if (index > 0) assert.ok(time - (times[index - 1] ?? 0) >= 95, String(times));
  });

  test('is asked less and less often while it says nothing', async () => {
    await using server = await startScripted(events('retry: 0\n\n'));
    const stream = clientOf(server).events.stream({ signal: AbortSignal.timeout(2000) });
    await assert.rejects(stream.next(), { name: 'TimeoutError' });
    assert.ok(server.seen.length <= 7, `${server.seen.length} connections`);
  });

  test('a fault of the caller is the caller’s', async () => {
    const state = 'event: job.current\ndata: {"status":"pending"}\n\n';
    await using server = await startScripted(events(`id: 1\n\n${state}`));
    const onState = () => assert.fail('mine');
    const stream = clientOf(server).events.stream({ onState });
    await assert.rejects(stream.next(), /mine/);
    assert.equal(server.seen.length, 1);
  });
});
