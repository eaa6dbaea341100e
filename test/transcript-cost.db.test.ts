/** The cost of mending the transcript of four hours: each change is quick, also while ten people make changes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { EditSegment, Results } from '@reelsight/contract';
import { correctedWords } from '../server/src/analysis/corrected-words.ts';
import { readResults } from '../server/src/domain/corrections/read-results.ts';
import { editLine } from '../server/src/domain/corrections/transcripts.ts';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

const seconds = 4 * 3600;
const lines = 4000;
const wordsOfLine = 9;

/** 4,000 lines of nine words with their times, and a brand that is seen in every second. */
function fourHours(): Results {
  const segments = Array.from({ length: lines }, (_, line) => {
    const start = (line * seconds) / lines;
    const words = Array.from({ length: wordsOfLine }, (_, index) => ({
      start: start + index * 0.3,
      end: start + index * 0.3 + 0.25,
      text: `word${(line * 31 + index * 7) % 5000}`,
      confidence: 0.9,
    }));
    const text = words.map((word) => word.text).join(' ');
    return { start, end: start + 3, text, speaker: (line % 3) + 1, confidence: 0.9, words };
  });
  const frame_detections = Array.from({ length: seconds }, (_, second) => ({
    timestamp: second,
    confidence: 0.9,
    bounding_box: { x: 0.1, y: 0.2, width: 0.2, height: 0.1 },
    source: 'text' as const,
    verified: true,
  }));
  const brand = {
    name: 'Nike',
    confidence: 0.9,
    total_appearances: 0,
    first_seen: 0,
    last_seen: seconds,
    appearances: [],
    frame_detections,
  };
  return {
    transcription: {
      text: segments.map(({ text }) => text).join(' '),
      segments,
      language: 'en',
      duration_seconds: seconds,
      word_count: lines * wordsOfLine,
      speakers_detected: 3,
    },
    brands: [brand],
    meta: { fps_used: 1, frames_analyzed: seconds, engines: {} },
  } as Results;
}

let subject: Subject;
let owner: Owner;
let jobId: string;

before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  owner = await subject.owner('scale', 100_000);
  ({ job_id: jobId } = await owner.job({ capabilities: ['transcription', 'brands'] }));
  await subject.worker.complete(jobId, fourHours());
});
after(() => subject.close());

/** A change as the handler makes it, whatever the rate limit of the workspace. */
async function change(line: number, edit: EditSegment, id = jobId): Promise<number> {
  const actor = { type: 'operator' as const, id: null, name: 'test' };
  const audit = { ...subject.domain.audit, actor };
  const began = performance.now();
  await editLine({ ...subject.domain, audit }, owner.tenantId, { jobId: id, line }, edit);
  return performance.now() - began;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] as number;

describe('A transcript of four hours', () => {
  test('is changed without a wait, while search reads it again', async (context) => {
    await change(0, { text: 'the first change counts the lines' });

    const times: number[] = [];
    for (let line = 1; line <= 200; line += 1)
      times.push(await change(line * 13, { text: `what line ${line} really says` }));
    context.diagnostic(`p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);
    // Each takes under 50 ms on two cores; ten times as long would be noticed.
    assert.ok(percentile(times, 0.5) < 500, `${percentile(times, 0.5)} ms`);
  });

  test('loses nothing of what ten people change at once', async (context) => {
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, person) => {
        for (let round = 0; round < 20; round += 1) {
          const line = 3000 + round * 10 + person;
          times.push(await change(line, { text: `person ${person} wrote line ${line}` }));
        }
      }),
    );
    context.diagnostic(`p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);

    const answer = await owner.get(`/v1/jobs/${jobId}?corrected=true&results=without_frames`);
    const { segments } = answer.json.data.results.transcription;
    assert.equal(segments.length, lines);
    for (let line = 3000; line < 3200; line += 1)
      assert.equal(segments[line].text, `person ${line % 10} wrote line ${line}`);
  });
});

/** 200 characters of a script without spaces, so that each is a word; which ones differs with `salt`. */
const signs = (count: number, salt: number): string =>
  Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 37 + salt * 101) % 5000)),
  ).join('');

/** Lines whose words are compared to know how long that takes on this machine. */
const measuredLines = 20;

const sumOf = ({ user, system }: NodeJS.CpuUsage): number => user + system;

/** Microseconds of processor time of this thread. */
function cpuOf(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  return sumOf(process.threadCpuUsage(began));
}

describe('A short transcript of which all was written anew at the greatest length', () => {
  const longLine = 5000;
  const longLines = 200;
  let id: string;
  before(async () => {
    ({ job_id: id } = await owner.job({ capabilities: ['transcription'] }));
    const segments = Array.from({ length: longLines + 1 }, (_, line) => ({
      start: line,
      end: line + 1,
      text: signs(200, line),
    }));
    await subject.worker.complete(id, {
      transcription: {
        text: segments.map(({ text }) => text).join(' '),
        segments,
        language: 'zh',
        duration_seconds: segments.length,
        word_count: segments.length,
      },
      meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
    } as Results);
    for (let line = 0; line < longLines; line += 1)
      await change(line, { text: signs(longLine, line + 7) }, id);
  });

  test('takes no more, and says how much it takes', async () => {
    const path = `/v1/jobs/${id}/transcript/segments/${longLines}`;
    const refusal = await owner.call('PUT', path, { json: { text: 'one more' } });
    assert.equal(refusal.status, 422);
    assert.match(refusal.json.error.message, /1000000 characters together\. Undo some first/);

    accepted(await owner.call('DELETE', `/v1/jobs/${id}/transcript/segments/0`), 204);
    accepted(await owner.call('PUT', path, { json: { text: 'one more' } }), 200);
  });

  test('is read without holding up the thread that answers everybody', async (context) => {
    const options = { corrected: true, fields: ['transcription'] } as const;
    const comparing = cpuOf(() => {
      for (let line = 0; line < measuredLines; line += 1)
        correctedWords({ text: signs(200, line), start: 0, end: 1 }, signs(longLine, line + 7));
    });

    const began = process.threadCpuUsage();
    let characters = 0;
    for await (const { json } of readResults(subject.domain, [id], options))
      characters += json.length;
    const reading = sumOf(process.threadCpuUsage(began));
    context.diagnostic(`${reading / 1000} ms of the main thread`);
    assert.ok(characters > 900_000);
    // Comparing the words of all lines there would take twice as long as this.
    const allLines = (comparing * longLines) / measuredLines;
    assert.ok(reading < allLines / 2, `${reading / 1000} of ${allLines / 1000} ms`);
  });
});
