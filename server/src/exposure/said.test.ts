/** Tests finding when a name is said, from the words of the transcript. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandResult, TranscriptionResult } from '@reelsight/contract';
import { saidSpans } from './said.ts';

const word = (start: number, text: string) => ({ start, end: start + 0.4, text });

test('a name is found where two people speak at once', () => {
  const long = [word(0, 'drink'), word(8, 'Red'), word(8.5, 'Bull')];
  const short = [word(1, 'I'), word(2, 'see'), word(3, 'it')];
  const transcription = {
    segments: [
      { start: 0, end: 8.9, text: 'drink Red Bull', words: long },
      { start: 1, end: 3.4, text: 'I see it', words: short },
    ],
  } as unknown as TranscriptionResult;

  const brand = {
    name: 'Red Bull',
    appearances: [{ source: 'audio', timestamp: 8 }],
  } as unknown as BrandResult;

  assert.deepEqual(saidSpans(brand, transcription), [{ start: 8, end: 8.9 }]);
});
