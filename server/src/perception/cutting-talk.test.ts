/**
 * How a talk is divided does not affect the results: one, two and seven parts give the same words, brands, answers and
 * proof frames.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { noMedia } from '../../testing/media/test-media.ts';
import { assertSameInParts, perceiveInParts } from '../../testing/perception/in-parts.ts';
import { plainAsk } from '../../testing/perception/perceive-whole.ts';
import { openResources } from './resources.ts';

const resources = openResources({ now: () => new Date('2026-01-02T03:04:05Z') });
after(() => resources.close());

describe('a video in one, two and seven parts', { skip: noMedia }, () => {
  test('talk with slides: words, brands, answers, proof', async () => {
    const perceived = await perceiveInParts(
      'talk.mp4',
      {
        ...plainAsk,
        capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query'],
        queries: ['Which brands are shown?'],
      },
      resources,
    );
    const { cells, one } = perceived;

    assert.ok(cells.sound >= 2 && cells.frames >= 4, JSON.stringify(cells));
    assert.ok((one.results.brands?.length ?? 0) > 3 && one.results.transcription);
    assertSameInParts(perceived);
  });
});
