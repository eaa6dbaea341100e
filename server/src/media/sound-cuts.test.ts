/** Cuts are placed in pauses, 20 to 40 s apart, whatever the size of the pieces in which the sound arrives. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SoundCuts } from './sound-cuts.ts';

const rate = 16_000;

/** A buzzing voice over a 50 Hz hum, silent during the pauses (16-bit little-endian). */
function talk(seconds: number, pauses: readonly (readonly [from: number, to: number])[]): Buffer {
  const pcm = Buffer.alloc(seconds * rate * 2);
  for (let index = 0; index < seconds * rate; index++) {
    const time = index / rate;
    const hum = 3000 * Math.sin(2 * Math.PI * 50 * time);
    const said = pauses.some(([from, to]) => time >= from && time < to) ? 0 : 1;
    const voice = 2000 * Math.sin(2 * Math.PI * 700 * time) * (1.2 + Math.sin(12 * time));
    pcm.writeInt16LE(Math.round(hum + said * voice), index * 2);
  }

  return pcm;
}

function cutsOf(pcm: Buffer, chunk: number): readonly number[] {
  const cuts = new SoundCuts();
  for (let at = 0; at < pcm.length; at += chunk * 2)
    cuts.add(at / 2, pcm.subarray(at, at + chunk * 2));
  return cuts.cuts;
}

describe('cuts of a sound', () => {
  const pauses = [10, 24, 31, 37, 55, 61.3, 79, 95, 112].map(
    (from, n) => [from, from + 0.35 + (n % 3) * 0.3] as const,
  );

  test('lie in pauses, 20 to 40 s apart', () => {
    const cuts = cutsOf(talk(130, pauses), 1024);
    assert.ok(cuts.length >= 3, String(cuts));

    for (const [n, cut] of cuts.entries()) {
      const apart = cut - (cuts[n - 1] ?? 0);
      assert.ok(apart >= 20 && apart <= 40, `${apart}`);
      assert.ok(
        pauses.some(([from, to]) => cut > from + 0.05 && cut < to - 0.05),
        `${cut}`,
      );
    }
  });

  test('are the same for any size of its pieces', () => {
    const pcm = talk(90, pauses);
    assert.deepEqual(cutsOf(pcm, 333), cutsOf(pcm, 16_000));
  });

  test('a gap counts as silence, and silence is cut too', () => {
    const cuts = new SoundCuts();
    cuts.add(0, talk(25, []));
    cuts.add(100 * rate, talk(1, []));
    const [first = 0, second = 0] = cuts.cuts;
    assert.ok(first > 25 && first < 40, `${first}`);
    assert.ok(second >= first + 20 && second <= first + 40, `${second}`);
  });

  test('where nobody pauses there is a cut all the same', () => {
    const [cut = 0] = cutsOf(talk(45, []), 4096);
    assert.ok(cut >= 20 && cut <= 40, `${cut}`);
  });

  test('a short sound has none', () => assert.deepEqual(cutsOf(talk(39, pauses), 4096), []));
});
