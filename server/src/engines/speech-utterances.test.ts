/** Tests where speech is cut: at pauses, at the longest pause, and at the quietest moment of speech without a pause. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type UtteranceLimits, utterances } from './speech-utterances.ts';
import { type HeardSpeech, loudnessRate, type Stretch } from './vad.ts';

const limits: UtteranceLimits = { joinSeconds: 1, maxSeconds: 20, marginSeconds: 0.1 };

const heard = (
  pairs: readonly (readonly [number, number])[],
  durationSeconds = 100,
): HeardSpeech => ({
  stretches: pairs.map(([start, end]) => ({ start, end })),
  loudness: new Float32Array(durationSeconds * loudnessRate).fill(0.1),
  start: 0,
  end: durationSeconds,
});

const spans = (list: readonly Stretch[]) =>
  list.map(({ start, end }) => [start, end].map((time) => Math.round(time * 100) / 100));

describe('utterances', () => {
  test('short pauses are kept inside, long ones part', () => {
    const cut = utterances(
      heard([
        [1, 3],
        [3.5, 5],
        [7, 8],
      ]),
      limits,
    );
    assert.deepEqual(spans(cut), [
      [0.9, 5.1],
      [6.9, 8.1],
    ]);
    assert.deepEqual(spans(cut[0]?.stretches ?? []), [
      [1, 3],
      [3.5, 5],
    ]);
  });

  test('margins stay inside the file and share a pause that is too short for both', () => {
    const cut = utterances(
      heard(
        [
          [0.05, 15],
          [15.1, 30],
        ],
        30,
      ),
      limits,
    );
    assert.deepEqual(spans(cut), [
      [0, 15.05],
      [15.05, 30],
    ]);
  });

  test('too long a run is cut at its longest pause, not at the last one that fits', () => {
    const cut = utterances(
      heard([
        [0, 8],
        [8.2, 12],
        [12.9, 19],
        [19.1, 24],
        [24.2, 30],
      ]),
      limits,
    );
    assert.deepEqual(spans(cut), [
      [0, 12.1],
      [12.8, 30.1],
    ]);
  });

  test('talk without a pause is cut in its quietest moment', () => {
    const long = heard([[10, 35]]);
    const dip = Math.round(24.3 * loudnessRate);
    long.loudness.fill(0.001, dip, dip + 20);
    // A shorter but deeper gap, as it occurs inside a word.
    long.loudness.fill(0, 2200, 2206);

    const cut = utterances(long, limits);
    assert.equal(cut.length, 2);
    assert.ok(Math.abs((cut[0]?.end ?? 0) - 24.4) < 0.1, String(cut[0]?.end));
    assert.equal(cut[0]?.end, cut[1]?.start);
  });

  test('nothing is lost, doubled or too long, and no cut falls into a stretch that fits', () => {
    const stretches = fc
      .array(
        fc.tuple(
          fc.double({ min: 0.1, max: 3, noNaN: true }),
          fc.double({ min: 0.1, max: 45, noNaN: true }),
        ),
        {
          maxLength: 40,
        },
      )
      .map((steps) => {
        let at = 0;
        return steps.map(([pause, length]) => {
          const start = at + pause;
          at = start + length;
          return [start, at] as const;
        });
      });
    fc.assert(
      fc.property(stretches, (pairs) => {
        const end = pairs.at(-1)?.[1] ?? 0;
        const cut = utterances(heard(pairs, Math.ceil(end) + 1), limits);
        for (const [index, utterance] of cut.entries()) {
          const before = cut[index - 1]?.end ?? 0;
          assert.ok(utterance.start >= before - 1e-9);
          assert.ok(
            utterance.end - utterance.start <= limits.maxSeconds + 2 * limits.marginSeconds + 1e-9,
          );
        }

        const spoken = (list: readonly Stretch[]) =>
          list.reduce((sum, one) => sum + one.end - one.start, 0);
        const parts = cut.flatMap((utterance) => utterance.stretches);
        const all = heard(pairs).stretches;
        assert.ok(Math.abs(spoken(parts) - spoken(all)) < 1e-6);

        for (const one of all.filter(
          (stretch) => stretch.end - stretch.start <= limits.maxSeconds,
        )) {
          assert.ok(parts.some((part) => part.start === one.start && part.end === one.end));
        }
      }),
    );
  });
});
