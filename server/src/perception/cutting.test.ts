/**
 * How a video is divided does not affect the results: one, two and seven parts give the same tracks, boxes and proof
 * frames.
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
  test('film: things and their frames', async () => {
    const perceived = await perceiveInParts(
      'objects.mp4',
      {
        ...plainAsk,
        capabilities: ['objects'],
        objects: ['person', 'dog', 'truck', 'cup', 'unicorn'],
      },
      resources,
    );
    const { cells, one } = perceived;

    assert.ok(cells.frames >= 4, JSON.stringify(cells));
    assert.ok((one.results.objects?.length ?? 0) >= 3);
    assertSameInParts(perceived);
  });
});
