import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobRowView } from '@reelsight/contract';
import { askedAgain } from './asked-again.ts';

const row = {
  job_id: 'job_1',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  capabilities: ['transcription', 'brands'],
  brands: ['Nike'],
  language: 'es',
  captions: 'none',
  audio_track: 1,
  fps: 2,
  return_proof: false,
} as JobRowView;

test('a video is asked again with every option that it had', () => {
  assert.deepEqual(askedAgain(row), {
    url: row.url,
    from_job: 'job_1',
    audio_track: 1,
    capabilities: ['transcription', 'brands'],
    brands: ['Nike'],
    language: 'es',
    captions: 'none',
    fps: 2,
    return_proof: false,
  });
});

test('an uploaded file keeps its name, and its main sound if no track was named', () => {
  const { audio_track: _track, ...main } = row;
  const uploaded = { ...main, url: null, upload_key: 'uploads/1', filename: 'holiday.mp4' };
  const job = askedAgain(uploaded as JobRowView);

  assert.deepEqual([job.upload_key, job.upload_filename], ['uploads/1', 'holiday.mp4']);
  assert.ok(!('audio_track' in job));
});
