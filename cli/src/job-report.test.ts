/** Tests that the report of a job shows everything the job has, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@reelsight/sdk';
import { healthSentences } from './health.ts';
import { jobReport } from './job-report.ts';

const job: Job = {
  job_id: 'job_1',
  status: 'completed',
  url: null,
  platform: 'upload',
  capabilities: ['transcription', 'summary', 'brands', 'objects', 'custom_query', 'metadata'],
  language: null,
  captions: 'human',
  fps: 4,
  video_title: 'Spring review.mp4',
  video_duration_seconds: 761,
  video_thumbnail_url: null,
  credits_estimated: 9,
  credits_charged: 7,
  processing_seconds: 42.2,
  return_proof: true,
  follow_id: null,
  created_at: '2026-11-21T09:00:00.000Z',
  started_at: '2026-11-21T09:00:01.000Z',
  completed_at: '2026-11-21T09:00:43.000Z',
  results: {
    summary: { text: 'A review of phones.', key_topics: ['phones', 'prices'] },
    transcription: {
      text: 'Two coffees please.',
      segments: [{ start: 11, end: 13, text: 'Two coffees please.', speaker: 1 }],
      language: 'en',
      duration_seconds: 761,
      word_count: 3,
      speakers_detected: 1,
    },
    brands: [
      {
        name: 'Samsung',
        confidence: 0.93,
        total_appearances: 2,
        total_visible_duration: 42,
        first_seen: 1,
        last_seen: 65,
        appearances: [
          { timestamp: 1, context: 'on a phone', source: 'visual' },
          { timestamp: 65, context: 'said', source: 'audio' },
        ],
        frame_detections: [],
      },
    ],
    objects: [],
    query_results: [
      {
        query: 'What is ordered?',
        answer: 'Two coffees.',
        answered: true,
        confidence: 0.7,
        evidence: [{ timestamp: 11, source: 'speech', quote: 'Two coffees please.' }],
      },
      { query: 'By whom?', answer: '', answered: false, confidence: 0, evidence: [] },
      {
        query: 'Why?',
        answer: '',
        answered: false,
        confidence: 0,
        evidence: [],
        outcome: 'not_tested',
      },
    ],
    meta: {
      fps_used: 1,
      frames_analyzed: 761,
      engines: { speech: 'moonshine tiny-en' },
      diarization_unavailable: true,
      objects_not_found: ['bicycle'],
    },
  },
};

test('a completed job reads from top to bottom', () => {
  const report = jobReport(job);
  const expected = [
    'Spring review.mp4 · 12:41 · completed in 42 s · 7 credits',
    'A review of phones.',
    'Topics: phones, prices',
    'Transcript (en, 3 words, 1 speaker)',
    '0:11.0  Speaker 1: Two coffees please.',
    'Brands (1)',
    'Samsung',
    'Objects (0)',
    'None seen.',
    'Two coffees.',
    '(0:11.0, speech “Two coffees please.”)',
    'The video does not say.',
    'Could not be tried: no language model answered',
    'no speaker model is installed',
    'Looked for but not seen: bicycle.',
    'speech: moonshine tiny-en',
  ];
  let from = 0;

  for (const text of expected) {
    const index = report.indexOf(text, from);
    assert.notEqual(index, -1, `${text} is missing or out of order in\n${report}`);
    from = index;
  }

  assert.match(report, /Samsung\s+1×\s+42\.0 s\s+1×\s+0:01\.\d\s+1:05\.\d\s+high 0\.93/);
  for (const line of report.split('\n')) assert.ok(line.length <= 80, line);
});

test('what may be a brand is listed, and no brand is no claim that nothing was read', () => {
  const possible = {
    text: 'trailtec.com',
    confidence: 0.8,
    reasons: ['web_address', 'end_card'],
    total_appearances: 1,
    total_visible_duration: 4.2,
    first_seen: 57.1,
    last_seen: 61.3,
    appearances: [],
  };
  const meta = { fps_used: 1, frames_analyzed: 1, engines: {}, texts_read: 14 };
  const results = { brands: [], possible_brands: [possible], meta };
  const report = jobReport({ ...job, results } as unknown as Job);

  assert.match(report, /Brands \(0\)\n {2}No known brand, 14 texts read\./);
  assert.match(report, /trailtec\.com\s+4\.2 s\s+0:57\.1\s+-\s+web address, end card/);
});

test('what was not asked for has no heading', () => {
  const { results, ...rest } = job;
  const meta = { fps_used: 1, frames_analyzed: 0, engines: {} };
  const report = jobReport({ ...rest, results: { meta } });
  for (const heading of ['Summary', 'Transcript', 'Brands', 'Objects', 'Answers', 'Good to know']) {
    assert.ok(!report.includes(heading), heading);
  }
});

test('a failed job gives its reason', () => {
  const { results, ...rest } = job;
  const error = { code: 'EXTRACTION_FAILED', message: 'The video could not be read.' };
  assert.match(
    jobReport({ ...rest, status: 'failed', error }),
    /EXTRACTION_FAILED: The video could/,
  );
});

test('every health flag of the interface has a sentence', async () => {
  const { healthFlags } = await import('@reelsight/contract');
  for (const flag of healthFlags) {
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {}, [flag]: true };
    assert.equal(healthSentences(meta).length, 1, flag);
  }
});

test('speech in which nothing was understood is not called silence, and has its times', () => {
  const language_spans = [{ start: 0.4, end: 8.9, language: 'und', understood: false as const }];
  const transcription = {
    text: '',
    segments: [],
    language: 'und',
    language_spans,
    duration_seconds: 9,
    word_count: 0,
  };
  const meta = {
    fps_used: 0,
    frames_analyzed: 0,
    engines: {},
    speech_not_understood: true as const,
  };
  const report = jobReport({ ...job, results: { meta, transcription } }).replaceAll(/\s+/g, ' ');
  assert.match(report, /Somebody speaks, but no word was understood\./);
  assert.match(report, /maybe in another language: 0:00\.4–0:08\.9\./);
  assert.doesNotMatch(report, /No speech/);
});

test('a job that was asked again says if its transcript is not that of the earlier job', () => {
  const anew = /The speech was transcribed anew/;
  const again = { ...job, from_job: 'job_0' };
  assert.match(jobReport(again), anew);
  assert.doesNotMatch(jobReport(job), anew);

  const { results } = job;
  assert.ok(results);
  const meta = { ...results.meta, transcript_reused: true as const };
  assert.doesNotMatch(jobReport({ ...again, results: { ...results, meta } }), anew);
});

test('objects, what the video is, and what else is shown have their lines', () => {
  const object = {
    name: 'bicycle',
    confidence: 0.6,
    total_appearances: 3,
    total_visible_duration: 12.34,
    first_seen: 5,
    last_seen: 70,
    appearances: [],
    frame_detections: [],
  };

  const span = (start: number, brand?: string) => ({
    start,
    end: start + 5,
    ...(brand && { brand }),
  });
  const results = {
    ...job.results,
    objects: [object, { ...object, name: 'dog', confidence: 0.3 }],
    metadata: {
      title: 'Review',
      author: 'Ada',
      width: 1280,
      height: 720,
      fps: 29.97002997,
      container: 'mp4',
      video_codec: 'h264',
      audio_codec: 'aac',
      size_bytes: 2_500_000,
      published_at: '2026-11-01T00:00:00.000Z',
    },
    shots: [span(0), span(5)],
    on_screen_text: [{}],
    paid_segments: [
      ...[span(60, 'Sony'), span(70), span(80), span(90)],
      { ...span(100, 'Nike'), confidence: 1, corrected: true },
    ],
  };
  const report = jobReport({ ...job, results } as unknown as Job);
  assert.match(report, /bicycle\s+3×\s+12\.3 s\s+0:05\.0\s+1:10\.0\s+medium 0\.60/);
  assert.match(report, /dog .*low 0\.30/);
  const shown = report.replaceAll(/\s+/g, ' ');

  for (const text of [
    '“Review”, by Ada, 1280×720, 29.97 frames/s, mp4 h264 aac,',
    'published 2026-11-01',
    'paid for: 1:40.0–1:45.0 (Nike), maybe paid for: 1:00.0–1:05.0 (Sony), 1:10.0–1:15.0, 1:20.0–1:25.0 …, 2 shots, 1 line of text',
  ])
    assert.ok(shown.includes(text), `${text} is missing in\n${report}`);
});

test('who paid, and where that is disclosed, is in the table of brands', () => {
  const brand = (name: string, disclosure: object) => ({
    name,
    confidence: 0.9,
    total_appearances: 1,
    first_seen: 1,
    last_seen: 2,
    appearances: [],
    disclosure,
  });
  const said = { sign: 'said', timestamp: 4, names_brand: true, order: 'before' };
  const results = {
    meta: { engines: {} },
    brands: [
      brand('Sony', { paid: 'paid', signs: [{ ...said, names_brand: false }, said] }),
      brand('Nike', { paid: 'paid', signs: [] }),
      brand('Asus', { paid: 'not_known', signs: [] }),
    ],
  };
  const report = jobReport({ ...job, results } as unknown as Job);
  assert.match(report, /Confidence\s+Paid/);
  assert.match(report, /Sony .* said 0:04/);
  assert.match(report, /Nike .* likely, no disclosure found/);
  assert.match(report, /Asus .* -$/m);

  const plain = { ...results, brands: [brand('Asus', { paid: 'not_known', signs: [] })] };
  assert.doesNotMatch(jobReport({ ...job, results: plain } as unknown as Job), /Paid/);
});
