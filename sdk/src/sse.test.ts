/** Tests of the stream format described in html.spec.whatwg.org, 9.2.6. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Message, serverSentEvents } from './sse.ts';

function parsed(pieces: readonly string[]): { messages: Message[]; retry: number[] } {
  const messages: Message[] = [];
  const retry: number[] = [];
  const take = serverSentEvents({
    onMessage: (message) => messages.push(message),
    onRetry: (ms) => retry.push(ms),
  });
  for (const piece of pieces) take(piece);

  return { messages, retry };
}

const stream =
  'retry: 2000\nid: 1\n\n: here\n\nid: 2.evt_a\nevent: job.created\ndata: {"a":1}\n\ndata:x\ndata: y\n\n';
const whole = {
  messages: [
    { id: '1', event: 'message', data: '' },
    { id: '2.evt_a', event: 'job.created', data: '{"a":1}' },
    { id: null, event: 'message', data: 'x\ny' },
  ],
  retry: [2000],
};

describe('Server-sent events', () => {
  test('fields, comments and several lines of data', () => {
    assert.deepEqual(parsed([stream]), whole);
  });

  test('a message of many megabytes is read in one go, however small its pieces', () => {
    const data = 'x'.repeat(1000);
    const count = 16_000;
    const beganMs = performance.now();
    const { messages } = parsed(['data: ', ...Array<string>(count).fill(data), '\n\n']);
    assert.equal(messages[0]?.data.length, count * data.length);
    // Looking for the end of the line in all earlier pieces again took minutes.
    assert.ok(performance.now() - beganMs < 5000);
  });

  test('cut anywhere, with any ends of lines', () => {
    for (const text of [stream, stream.replaceAll('\n', '\r\n'), stream.replaceAll('\n', '\r')]) {
      assert.deepEqual(parsed([...text, '']).messages.slice(0, 2), whole.messages.slice(0, 2));
      for (let index = 0; index <= text.length; index += 1) {
        const { messages } = parsed([text.slice(0, index), text.slice(index)]);
        assert.deepEqual(messages.slice(0, 2), whole.messages.slice(0, 2), `cut at ${index}`);
      }
    }
  });

  test('a message without its end is not given', () => {
    assert.deepEqual(parsed(['id: 3\nevent: e\ndata: 1\n']).messages, []);
  });
});
