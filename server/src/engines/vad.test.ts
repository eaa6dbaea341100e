/** Tests where speech is found: over many reads of the file, and compared with the known truth of the shared media. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  decodeSound,
  type Said,
  type Scene,
  sentences,
  sharedMedia,
  writeScene,
} from '../../testing/engines/speech-scene.ts';
import { speechStretches } from './vad.ts';

const whole = ({ durationSeconds }: Scene) => ({ start: 0, end: durationSeconds });
const go = new AbortController().signal;

describe('speech stretches', () => {
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'reelsight-vad-'));
  });
  after(() => rm(dir, { recursive: true }));

  test('lie where someone speaks, across the places where the file is read in pieces', async () => {
    const said: Said[] = [2, 14.5, 31, 47, 62.7].map((at) => ({ at, sentence: 'river' }));
    const audio = await writeScene(join(dir, 'scene.wav'), 66, said, true);
    const { stretches, end, loudness } = await speechStretches(audio, whole(audio), go);
    assert.equal(end, 66);
    assert.equal(loudness.length, 6600);

    for (const { at } of said) {
      const near = stretches.filter(({ start, end }) => end > at && start < at + 3);
      assert.ok(Math.abs((near[0]?.start ?? 0) - at - sentences.river.start) < 0.15);
      assert.ok(Math.abs((near.at(-1)?.end ?? 0) - at - sentences.river.end) < 0.2);
    }

    const inside = stretches.filter(({ start, end }) =>
      said.some(({ at }) => start > at - 0.1 && end < at + 2.8),
    );
    assert.equal(inside.length, stretches.length);

    const quiet = loudness[100] ?? 1;
    const loud = Math.max(...loudness.subarray(200, 460));
    assert.ok(quiet < 0.05 && loud > 0.2, `${quiet}, ${loud}`);
  });

  test('end with the file when the speech is cut off', async () => {
    const audio = await writeScene(join(dir, 'cut.wav'), 2.01, [{ at: 1, sentence: 'river' }]);
    const { stretches } = await speechStretches(audio, whole(audio), go);
    assert.ok((stretches.at(-1)?.end ?? 0) > 1.8 && (stretches.at(-1)?.end ?? 3) <= 2.01);
  });

  test('of a span are those of its own sound, at the times of the video', async () => {
    const said: Said[] = [4, 24].map((at) => ({ at, sentence: 'river' }));
    const audio = await writeScene(join(dir, 'span.wav'), 40, said);
    const { stretches } = await speechStretches(audio, whole(audio), go);
    const late = await speechStretches(audio, { start: 20, end: 30 }, go);
    const own = stretches.filter(({ start }) => start > 20);
    assert.equal(late.stretches.length, own.length);

    for (const [n, { start, end }] of late.stretches.entries()) {
      assert.ok(Math.abs(start - (own[n]?.start ?? 0)) < 0.05);
      assert.ok(Math.abs(end - (own[n]?.end ?? 0)) < 0.05);
    }

    assert.deepEqual([late.start, late.end, late.loudness.length], [20, 30, 1000]);
  });

  test('reading stops when told to', async () => {
    const audio = await writeScene(join(dir, 'stop.wav'), 100, []);
    const stop = new AbortController();
    const reason = new Error('enough');
    const stretches = speechStretches(audio, whole(audio), stop.signal);
    setImmediate(() => stop.abort(reason));
    await assert.rejects(stretches, reason);
  });

  const media = sharedMedia(process.env.REELSIGHT_SHARED);
  for (const [file, skip] of ['talk', 'dialogue', 'silence', 'objects'].map(
    (name) => [name, media ? false : 'no shared media'] as const,
  )) {
    test(`of ${file} agree with its truth`, { skip }, async () => {
      const audio = await decodeSound(join(media ?? '', `${file}.mp4`), join(dir, `${file}.wav`));
      const truth = JSON.parse(await readFile(join(media ?? '', 'truth', `${file}.json`), 'utf8'));
      const spoken: { start: number; end: number }[] = truth.speech.segments;
      const { stretches } = await speechStretches(audio, whole(audio), go);
      for (const { start, end } of stretches)
        assert.ok(
          spoken.some((one) => start > one.start - 0.4 && start < one.end + 0.1),
          `${start}-${end}`,
        );

      for (const { start, end } of spoken)
        assert.ok(
          stretches.some((stretch) => stretch.start < end && stretch.end > start),
          `${start}-${end}`,
        );
    });
  }
});
