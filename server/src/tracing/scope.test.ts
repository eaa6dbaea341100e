import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  currentSpan,
  inScope,
  inSpan,
  inThisScope,
  newJobTrace,
  scopeFields,
  step,
} from './scope.ts';
import { noTracer, parseTraceparent, type Span, traceparentOf } from './tracer.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${spanId}-01`;

/** A span that notes in `told` when it fails or ends. */
function span(name: string, told: string[]): Span {
  return {
    traceId,
    spanId,
    traceparent,
    child: (child) => span(`${name}/${child}`, told),
    set: () => undefined,
    fail: (error) => void told.push(`${name} failed: ${(error as Error).message}`),
    end: () => void told.push(`${name} ended`),
  };
}

describe('traceparent', () => {
  test('is read as W3C Trace Context has it', () => {
    assert.deepEqual(parseTraceparent(traceparent), { traceId, spanId, sampled: true });
    assert.equal(parseTraceparent(traceparent.replace(/01$/, '00'))?.sampled, false);
    assert.deepEqual(parseTraceparent(`cc-${traceId}-${spanId}-09-more`)?.traceId, traceId);
    assert.equal(traceparentOf({ traceId, spanId, sampled: true }), traceparent);
  });

  test('that is none is left aside', () => {
    for (const text of [
      ...[null, undefined, '', 'x', `ff-${traceId}-${spanId}-01`, traceparent.toUpperCase()],
      ...[`00-${'0'.repeat(32)}-${spanId}-01`, `00-${traceId}-${'0'.repeat(16)}-01`],
      ...[`00-${traceId}-${spanId}`, `${traceparent}-${'x'.repeat(1000)}`],
    ])
      assert.equal(parseTraceparent(text), null, String(text));
  });
});

describe('A scope', () => {
  test('gives its ids to all that is called within it, beside those around it', async () => {
    assert.deepEqual(scopeFields(), {});
    await inScope({ job_id: 'job_1', attempt: 1 }, null, async () => {
      await sleep(1);
      await inScope({ part: 3, attempt: 2 }, null, async () => {
        await sleep(1);
        assert.deepEqual(scopeFields(), { job_id: 'job_1', part: 3, attempt: 2 });
      });
      assert.deepEqual(scopeFields(), { job_id: 'job_1', attempt: 1 });
    });
    assert.deepEqual(scopeFields(), {});
  });

  test('is kept by callbacks that are called elsewhere', () => {
    const read = inScope({ job_id: 'job_1' }, null, () => inThisScope(() => scopeFields()));
    assert.deepEqual(read(), { job_id: 'job_1' });
  });

  test('with a span names its trace, and ends it with the work', async () => {
    const told: string[] = [];
    await inSpan(span('part', told), { part: 1 }, async () => {
      assert.deepEqual(scopeFields(), { part: 1, trace_id: traceId, span_id: spanId });
      await step('host', async () => assert.notEqual(currentSpan(), null));
    });

    const failing = inSpan(span('other', told), {}, async () => {
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(told, ['part/host ended', 'part ended', 'other failed: no', 'other ended']);
  });

  test('without a span only does the work', async () => {
    assert.equal(noTracer.start('x', traceparent), null);
    assert.equal(await inSpan(null, {}, async () => step('y', async () => currentSpan())), null);
    assert.equal(newJobTrace(), null);
  });

  test('a job gets a span of its own below the current one', () => {
    const made = inScope({}, span('request', []), () => [newJobTrace(), newJobTrace()]);
    const ids = made.map((one) => parseTraceparent(one?.traceparent));

    assert.deepEqual(
      made.map((one) => one?.parent),
      [spanId, spanId],
    );
    assert.equal(new Set([spanId, ...ids.map((one) => one?.spanId)]).size, 3);
    assert.ok(ids.every((one) => one?.traceId === traceId && one.sampled));
  });
});
