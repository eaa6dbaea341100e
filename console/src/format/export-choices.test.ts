/** Tests which files the console offers, and in which order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Results } from '@reelsight/sdk';
import { jobExportChoices, selectionExportChoices } from './export-choices.ts';

const meta: Results['meta'] = { fps_used: 2, frames_analyzed: 10, engines: {} };
const video = { width: 1920, height: 1080, fps: 25 };
const formatsOf = (results: Results): string[] =>
  jobExportChoices(results).map(({ format }) => format);

test('a job offers the files that its results are enough for', () => {
  const whole = {
    transcription: {},
    brands: [],
    shots: [],
    on_screen_text: [],
    paid_segments: [],
    meta: { ...meta, video },
  } as unknown as Results;

  assert.deepEqual(
    jobExportChoices(whole).map(({ label }) => label),
    [
      'Appearances (CSV)',
      'Paid segments (CSV)',
      'Text on screen (CSV)',
      'Shots (CSV)',
      'Subtitles (SRT)',
      'Subtitles (VTT)',
      'Transcript (text)',
      'Markers (EDL)',
      'Markers (OTIO)',
      'Boxes (COCO)',
      'Boxes (CVAT)',
      'Boxes (Label Studio)',
    ],
  );
  assert.deepEqual(formatsOf({ meta }), []);
  assert.deepEqual(formatsOf({ objects: [], meta }), ['csv']);
});

test('only tables begin with a byte order mark', () => {
  const results = { objects: [], meta: { ...meta, video } } as unknown as Results;
  const [appearances, markers] = jobExportChoices(results);
  assert.deepEqual(appearances?.query, { bom: 'true' });
  assert.deepEqual(markers?.query, {});
});

test('selected jobs offer the usual files', () => {
  assert.deepEqual(
    selectionExportChoices().map(({ label }) => label),
    [
      'Appearances (CSV)',
      'Paid segments (CSV)',
      'Disclosures (CSV)',
      'Answers (CSV)',
      'Answers, a row a video (CSV)',
      'Text on screen (CSV)',
      'Shots (CSV)',
      'Transcript (text)',
      'Subtitles (SRT)',
      'Boxes (COCO)',
      'All results (JSON Lines)',
    ],
  );
});
