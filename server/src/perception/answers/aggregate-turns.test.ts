/**
 * Answering questions about the largest batch leaves the event loop free for other work, such as heartbeats and
 * requests.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { openExtractive } from '../../engines/extractive/extractive.ts';
import { answerAggregate } from './understand.ts';

const words =
  'people usually water tomatoes before winter because small plants need light soil cheap tools market garden river people walked home after lunch'.split(
    ' ',
  );

/** A made-up talk with a sentence of twelve words every five seconds. */
function talk(video: number, hours: number) {
  const segments = Array.from({ length: hours * 720 }, (_, index) => {
    const said = Array.from(
      { length: 12 },
      (_, i) => words[(index * 7 + i * 5 + video * 3 + ((index * i) % 11)) % words.length],
    );
    return { start: index * 5, end: index * 5 + 4, text: `${said.join(' ')} ${index % 97}.` };
  });
  const material = { transcription: { segments, language: 'en' } };
  return { job_id: `job_${video}`, url: null, title: `Talk ${video}`, material };
}

test('fifty videos of four hours stop the event loop for less than a second at a time', async (t) => {
  const jobs = Array.from({ length: 50 }, (_, video) => talk(video, 4));
  const queries = ['When do people water tomatoes?', 'Which videos mention the market?'];
  let longest = 0;
  let seen = cpuMs();
  const look = () => {
    longest = Math.max(longest, cpuMs() - seen);
    seen = cpuMs();
  };
  const timer = setInterval(look, 1);
  const began = cpuMs();
  const context = { signal: new AbortController().signal, meter: () => undefined };
  const { value } = await answerAggregate(jobs, queries, openExtractive(), context);

  await setImmediate();
  look();
  clearInterval(timer);
  t.diagnostic(`${Math.round(seen - began)} ms, longest stall ${Math.round(longest)} ms`);
  assert.equal(value.jobs_included, 50);
  assert.equal(value.queries.length, 2);
  assert.ok(value.queries.every((query) => query.answered));
  assert.ok(longest < 1000, `${longest} ms`);
});
