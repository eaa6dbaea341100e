/** PocketSphinx as Debian packs it: what it hears, the names it is told to listen for, and how it fails. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { AudioFile } from '../engine.ts';
import type { Speech } from '../speech.ts';
import { decodeSound, sentences, sharedMedia, writeScene } from '../speech-scene.ts';
import { parseWords } from './decoder.ts';
import { openPocketSphinx, type PocketSphinxOptions, pocketSphinxStatus } from './pocketsphinx.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight pocketsphinx '));
after(() => rm(dir, { recursive: true, force: true }));
const { available, needs } = await pocketSphinxStatus();
const skip = available ? false : `not here: ${needs}`;

const quiet = { signal: new AbortController().signal, meter: () => {} };
const hear = (
  audio: AudioFile,
  hints: readonly string[] = [],
  options: Partial<PocketSphinxOptions> = {},
  language: string | null = null,
): Promise<Speech> =>
  openPocketSphinx({ tmpDir: dir, ...options }).transcribe(audio, { language, hints }, quiet);
const textOf = ({ segments }: Speech): string => segments.map(({ text }) => text).join(' ');

test('the words of a CTM file: times of the file, no pauses, noises or marks of pronunciation', () => {
  const ctm = [
    '1 1 0.09 0.35 and(2) 0.968',
    '1 1 0.45 0.32 <sil> 0.9',
    '1 1 0.80 0.10 ++noise++ 0.9',
    '1 1 0.90 0.10 [NOISE] 0.9',
    '0 1 0.10 0.20 so 1.001',
    '7 1 0.10 0.20 nowhere 1',
    'garbage',
    '',
  ].join('\n');
  const words = parseWords(ctm, [
    { start: 2, end: 3 },
    { start: 10.5, end: 12 },
  ]);
  assert.deepEqual(
    words.map((list) =>
      list.map(({ word, start, confidence }) => [word, start.toFixed(2), confidence]),
    ),
    [[['so', '2.10', 1]], [['and', '10.59', 0.968]]],
  );
});

test('where the packages are missing the status says which to install', async () => {
  for (const absent of [{ program: 'no-such-program' }, { modelDir: '/no/such/model' }]) {
    const status = await pocketSphinxStatus(absent);
    assert.equal(status.available, false);
    assert.match(status.needs ?? '', /pocketsphinx-en-us/);
  }
});

suite('PocketSphinx', { skip }, () => {
  test('hears a sentence, in a folder with spaces in its name, and leaves nothing behind', async () => {
    const audio = await writeScene(join(dir, 'a b.wav'), 4, [{ at: 1, sentence: 'river' }]);
    const speech = await hear(audio);
    assert.equal(textOf(speech), sentences.river.text);
    assert.equal(speech.language, 'en');
    assert.equal(speech.degraded, undefined);
    assert.deepEqual(await readdir(dir), ['a b.wav']);
  });

  test('two decoders side by side keep the order; a language that is not English is degraded', async () => {
    const said = [1, 6, 11].map(
      (at, n) => ({ at, sentence: n === 1 ? 'train' : 'river' }) as const,
    );
    const audio = await writeScene(join(dir, 'three.wav'), 15, said);
    const { segments, degraded } = await hear(audio, [], { threads: 2 }, 'de');
    assert.deepEqual(
      segments.filter((_, n) => n !== 1).map(({ start, text }) => [Math.round(start), text]),
      [
        [1, sentences.river.text],
        [11, sentences.river.text],
      ],
    );
    assert.ok(Math.abs((segments[1]?.start ?? 0) - 6.2) < 0.3);
    assert.equal(degraded, true);
  });

  test('names nobody says, even odd ones, change nothing', async () => {
    const audio = await writeScene(join(dir, 'none.wav'), 4, [{ at: 1, sentence: 'river' }]);
    const odd = [
      '小米',
      '™',
      'END hint',
      'LMCLASS it',
      '{ }',
      '##',
      'x'.repeat(100),
      'Adidas',
      'Nike',
      'Gap',
    ];
    assert.equal(textOf(await hear(audio, odd, {}, 'en-GB')), sentences.river.text);
  });

  test('a decoder that crashes, refuses or hangs is a fault of this engine', async () => {
    const audio = await writeScene(join(dir, 'crash.wav'), 4, [{ at: 1, sentence: 'river' }]);
    const program = join(dir, 'decoder.sh');
    for (const [script, detail] of [
      ['kill -SEGV $$', /SIGSEGV/],
      ['exec sleep 60', /no utterance done in 1000 ms/],
      ['echo "ERROR: \\"cmd_ln.c\\", line 1: bad" >&2; exit 3', /ended with 3: .*cmd_ln/],
    ] as const) {
      await writeFile(program, `#!/bin/sh\n${script}\n`);
      await chmod(program, 0o755);
      await assert.rejects(hear(audio, [], { program, stallMs: 1000 }), (error) => {
        assert.ok(error instanceof Fault && error.code === 'TRANSCRIPTION_FAILED');
        assert.match(error.detail, detail);
        assert.ok(!error.message.includes('decoder'));
        return true;
      });
    }
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('pocketsphinx-')),
      [],
    );
  });

  const media = sharedMedia(process.env.REELSIGHT_SHARED);
  const shared = media ? false : 'no shared media';
  const names = [
    'Starbucks',
    'Microsoft',
    'Netflix',
    'Toyota',
    'Amazon',
    'Coca-Cola',
    'Google',
    'Samsung',
  ];

  test('at most a quarter of the words of read speech are wrong', {
    skip: shared,
  }, async (context) => {
    const { score } = await scorer(media ?? '');
    const audio = await decodeSound(join(media ?? '', 'talk.mp4'), join(dir, 'talk.wav'));
    const speech = await hear(audio, [...names, 'Pepsi', 'Apple', 'Adidas'], { threads: 2 });
    const truth = JSON.parse(await readFile(join(media ?? '', 'truth', 'talk.json'), 'utf8'));
    const rate = score(truth.speech.text, textOf(speech));
    context.diagnostic(`word error rate ${rate.toFixed(3)}`);
    assert.ok(rate <= 0.25, `${rate}`);
    assert.equal(speech.degraded, undefined);
    // Nobody says any of the names.
    assert.doesNotMatch(textOf(speech), new RegExp(names.join('|'), 'i'));
    assert.ok(meanTimeError(speech, truth) < 0.1);
  });

  test('finds the names it is told to listen for', { skip: shared }, async () => {
    const file = join(media ?? '', 'spoken-brands.mp4');
    const audio = await decodeSound(file, join(dir, 'brands.wav'));
    const speech = await hear(audio, names, { threads: 2 });
    const truth = JSON.parse(await readFile(join(media ?? '', 'truth/spoken-brands.json'), 'utf8'));
    const words = speech.segments.flatMap((segment) => segment.words ?? []);
    const spoken: { name: string; start: number; end: number }[] = truth.brands.spoken;
    for (const { name, start } of spoken) {
      const near = words.filter((word) => Math.abs(word.start - start) < 0.3);
      assert.ok(
        near.some(({ text }) => text === name.toLowerCase()),
        `${name} at ${start}`,
      );
    }
    const claimed = words.filter(({ text }) => names.some((name) => name.toLowerCase() === text));
    assert.equal(claimed.length, spoken.length);
  });
});

/** The shared scorer's own way of counting. */
async function scorer(media: string) {
  const { words, editOps } = await import(join(media, '../tools/score.mjs'));
  return {
    score: (truth: string, heard: string): number =>
      editOps(words(truth), words(heard)).c / words(truth).length,
  };
}

/** Mean distance of each heard word from the same word of the truth, where that is within a second. */
function meanTimeError(
  { segments }: Speech,
  truth: { speech: { segments: { words_approx: { start: number; text: string }[] }[] } },
): number {
  const spoken = truth.speech.segments.flatMap((segment) => segment.words_approx);
  const errors = segments
    .flatMap((segment) => segment.words ?? [])
    .flatMap(({ text, start }) => {
      const same = spoken.filter((word) => word.text.toLowerCase() === text);
      const error = Math.min(...same.map((word) => Math.abs(word.start - start)));
      return error < 1 ? error : [];
    });
  assert.ok(errors.length > 40);
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
