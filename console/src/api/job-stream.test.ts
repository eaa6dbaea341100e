import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { jobStream } from './job-stream.ts';

/** Stands in for the browser's EventSource; the test decides what it receives. */
class GivenSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: GivenSource[] = [];
  readyState = 1;
  onerror: (() => void) | undefined;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    GivenSource.opened.push(this);
  }
  bring(job: string, id: string): void {
    const data = JSON.stringify({ job_id: job });
    this.dispatchEvent(new MessageEvent('job', { data, lastEventId: id }));
  }
  refuse(): void {
    this.readyState = GivenSource.CLOSED;
    this.onerror?.();
  }
  close(): void {
    this.readyState = GivenSource.CLOSED;
  }
}

function given(context: TestContext): GivenSource[] {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const before = globalThis.EventSource;
  Object.assign(globalThis, { EventSource: GivenSource });
  context.after(() => Object.assign(globalThis, { EventSource: before }));
  GivenSource.opened = [];
  return GivenSource.opened;
}

test('a stream that was refused is opened again, from its last event', (context) => {
  const opened = given(context);
  const jobs: string[] = [];
  const stream = jobStream('/events', ({ job_id }) => jobs.push(job_id));
  stream.open();
  stream.open();
  opened[0]?.bring('job_1', '2026-01-31T12:00:00.000Z');
  opened[0]?.refuse();
  assert.equal(opened.length, 1);
  context.mock.timers.tick(5000);
  opened[1]?.bring('job_2', '2026-01-31T12:00:01.000Z');
  assert.deepEqual(jobs, ['job_1', 'job_2']);

  const urls = opened.map(({ url }) => url);
  assert.deepEqual(urls, ['/events', '/events?since=2026-01-31T12%3A00%3A00.000Z']);
  stream.close();
});

test('one that the browser opens again by itself is left to it, and a closed one stays closed', (context) => {
  const opened = given(context);
  const stream = jobStream('/events', () => undefined);
  stream.open();

  const [source] = opened;
  if (source) source.readyState = 0;

  source?.onerror?.();
  context.mock.timers.tick(60_000);
  assert.equal(opened.length, 1);
  source?.refuse();
  stream.close();
  context.mock.timers.tick(60_000);
  assert.equal(opened.length, 1);
});
