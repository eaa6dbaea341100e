/**
 * Tests Moonshine on recorded and synthetic voices: the words it writes, their times, and sound that is not English
 * speech.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  decodeSound,
  hearWhole,
  type Scene,
  sentences,
  sharedMedia,
  writeScene,
} from '../../../testing/engines/speech-scene.ts';
import type { Speech } from '../speech.ts';
import { wavFile } from '../wav.ts';
import { openMoonshine } from './moonshine.ts';

const run = promisify(execFile);
const dir = await mkdtemp(join(tmpdir(), 'reelsight moonshine '));
after(() => rm(dir, { recursive: true, force: true }));

const engine = openMoonshine({ threads: 1 });
after(() => engine.close());
const quiet = { signal: new AbortController().signal, meter: () => {} };
const hear = (audio: Scene): Promise<Speech> =>
  hearWhole(engine, audio, { language: null, hints: [] }, quiet);
const textOf = ({ segments }: Speech): string => segments.map(({ text }) => text).join(' ');
/** The text reduced to lower-case letters, digits, apostrophes and spaces. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9' ]/g, '')
    .trim();

function missing(...programs: string[]): string | false {
  for (const program of programs) {
    try {
      execFileSync('which', [program], { stdio: 'ignore' });
    } catch {
      return `${program} is not installed`;
    }
  }
  return false;
}

/**
 * A synthetic voice that says `text` with silence before and after it, passed through a chain of ffmpeg's audio
 * filters.
 */
async function speak(
  [program, ...voice]: readonly [string, ...string[]],
  text: string,
  filters: string,
): Promise<Scene> {
  const made = join(dir, 'voice.wav');
  const flag = program === 'flite' ? ['-o', made, '-t', text] : ['-w', made, text];
  await run(program, [...voice, ...flag]);
  return decodeSound(made, join(dir, 'sound.wav'), `adelay=1000,apad=pad_dur=1,${filters}`);
}

test('writes sentences with capitals, at their times, in a folder with spaces in its name', async () => {
  const said = [1, 6].map((at, n) => ({ at, sentence: n ? 'train' : 'river' }) as const);
  const audio = await writeScene(join(dir, 'a b.wav'), 10, said, true);
  const { language, degraded, segments } = await hear(audio);
  assert.deepEqual([language, degraded], ['en', undefined]);
  assert.equal(segments.length, 2);
  assert.match(segments[0]?.text ?? '', /^Some people prefer to walk along the river\.$/);
  assert.match(segments[1]?.text ?? '', /^The train was late and .* all day\.$/);

  for (const [n, { words = [], confidence = 0 }] of segments.entries()) {
    const { at, sentence } = said[n] as (typeof said)[number];
    const { start, end } = sentences[sentence];
    assert.ok(Math.abs((words[0]?.start ?? 0) - at - start) < 0.15, JSON.stringify(words[0]));
    assert.ok(Math.abs((words.at(-1)?.end ?? 0) - at - end) < 0.25, JSON.stringify(words.at(-1)));
    assert.ok(confidence > 0.6);
  }
});

describe('sound that is hard', { skip: missing('ffmpeg', 'flite') }, () => {
  const sentence = 'The library opens at nine and closes at six.';
  const filters = {
    telephone: 'aresample=8000,highpass=f=300,lowpass=f=3400',
    'pink noise':
      'aresample=16000,volume=1[v];anoisesrc=c=pink:a=0.05:d=6:r=16000:seed=1[n];[v][n]amix=duration=first',
    'clipped sound': 'volume=18dB,alimiter=limit=1:level=0',
    'a faint voice': 'volume=-36dB',
    'one side of a stereo track': 'pan=stereo|c0=c0',
  } as const;
  for (const [name, filter] of Object.entries(filters)) {
    test(name, async () => {
      const speech = await hear(await speak(['flite', '-voice', 'slt'], sentence, filter));
      assert.equal(speech.language, 'en', textOf(speech));

      const heard = plain(textOf(speech)).split(' ');
      const wrong = plain(sentence.replace('nine', '9').replace('six', '6'))
        .split(' ')
        .filter((word) => !heard.includes(word) && !/\d/.test(word));
      assert.ok(wrong.length <= 2, `${wrong} in ${textOf(speech)}`);

      const [first] = speech.segments;
      assert.ok(Math.abs((first?.start ?? 0) - 1.1) < 0.4, `${first?.start}`);
    });
  }

  test('the same word for half a minute is no reason to write other words', async () => {
    const many = Array(30).fill('hello.').join(' ');
    const speech = await hear(await speak(['flite', '-voice', 'slt'], many, 'volume=1'));
    const words = plain(textOf(speech)).split(' ').filter(Boolean);
    assert.ok(words.length <= 35, textOf(speech));
    if (words.length === 0) assert.equal(speech.degraded, true);
    const other = words.filter((word) => word !== 'hello');
    assert.ok(other.length <= words.length / 4, textOf(speech));
  });

  test('a word said over and over is written, and what comes after it', async () => {
    const text = 'No, no, no, no, no, no! I told you that the car is in the garage.';
    const speech = await hear(await speak(['flite', '-voice', 'slt'], text, 'volume=1'));
    assert.match(textOf(speech), /I told you that the car is in the garage/);
  });

  test('six people at once give no sentences', async () => {
    const voices = ['slt', 'rms', 'awb', 'kal', 'kal16', 'awb_time'];
    const text =
      'Take the second road on the left, walk past the church and wait for us at the old bridge.';
    const files = await Promise.all(
      voices.map(async (voice, n) => {
        const file = join(dir, `crowd-${n}.wav`);
        const turned = [text.slice(n * 9), text.slice(0, n * 9)].join(' ');
        await run('flite', [
          '-voice',
          voice === 'awb_time' ? 'slt' : voice,
          '-o',
          file,
          '-t',
          turned,
        ]);

        return file;
      }),
    );
    const inputs = files.flatMap((file) => ['-i', file]);
    const mixed = join(dir, 'crowd.wav');
    const mix = `amix=inputs=${files.length}:duration=longest`;
    await run('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', mix, mixed]);

    const speech = await hear(await decodeSound(mixed, join(dir, 'crowd16.wav')));
    assert.deepEqual([textOf(speech), speech.degraded ?? false], ['', speech.language === 'und']);
  });
});

describe('speech that is not English', { skip: missing('ffmpeg', 'espeak-ng') }, () => {
  const said = {
    es: 'Esta mañana compramos dos cafés antes de la reunión. El tren llegó tarde y llovió todo el día.',
    de: 'Heute morgen haben wir zwei Kaffee gekauft, bevor die Besprechung begann. Der Zug war verspätet.',
    fr: 'Ce matin nous avons acheté deux cafés avant la réunion. Le train était en retard.',
    pl: 'Dziś rano kupiliśmy dwie kawy przed spotkaniem. Pociąg się spóźnił i padało cały dzień.',
    tr: 'Bu sabah toplantıdan önce iki kahve aldık. Tren geç kaldı ve bütün gün yağmur yağdı.',
  } as const;
  for (const [language, text] of Object.entries(said)) {
    test(`${language} is flagged, not written as English`, async () => {
      const speech = await hear(await speak(['espeak-ng', '-v', language], text, 'volume=1'));
      const { languageSpans, ...rest } = speech;
      assert.deepEqual(rest, { language: 'und', segments: [], degraded: true });
      assert.deepEqual(
        languageSpans.map((span) => [span.language, span.understood]),
        [['und', false]],
      );
    });
  }

  test('another language in the middle of English is reported with its time', async () => {
    const english =
      'This morning we bought two coffees before the meeting, and the train was late.';
    const voices = [
      ['en-us', english],
      ['de', `${said.de} ${said.de}`],
      ['en-us', english],
    ] as const;
    const files: string[] = [];
    for (const [voice, text] of voices) {
      const file = join(dir, `turn-${files.length}.wav`);
      await run('espeak-ng', ['-v', voice, '-w', file, text]);
      files.push(file);
    }
    const joined = join(dir, 'turns.wav');
    const padded = files.map((_, index) => `[${index}]apad=pad_dur=1[a${index}]`).join(';');
    const chain = `${padded};${files.map((_, index) => `[a${index}]`).join('')}concat=n=3:v=0:a=1`;
    const inputs = files.flatMap((file) => ['-i', file]);
    await run('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', chain, joined]);

    const speech = await hear(await decodeSound(joined, join(dir, 'turns16.wav')));
    assert.deepEqual(
      speech.languageSpans.map(({ language, understood }) => [language, understood]),
      [
        ['en', undefined],
        ['und', false],
        ['en', undefined],
      ],
    );
    const [first, foreign, last] = speech.languageSpans;
    assert.ok(first && foreign && last && first.end <= foreign.start && foreign.end <= last.start);
    for (const { start, end } of speech.segments)
      assert.ok(end <= foreign.start || start >= foreign.end, `${start} to ${end}`);
  });

  test('English by the same synthesiser is written', async () => {
    const text = 'This morning we bought two coffees before the meeting.';
    const speech = await hear(await speak(['espeak-ng', '-v', 'en-us'], text, 'volume=1'));
    assert.equal(speech.language, 'en');
    assert.match(textOf(speech), /coffees before the meeting/);
  });
});

const media = sharedMedia(process.env.REELSIGHT_SHARED);
/** Upper bounds: word error rate, then the mean and the 90th percentile of the error of word starts in seconds. */
const bounds: Readonly<Record<string, readonly [number, number, number]>> = {
  'talk.mp4': [0.05, 0.08, 0.2],
  'dialogue.mp4': [0.18, 1, 1],
  'spoken-brands.mp4': [0.17, 0.08, 0.2],
  'tiny.webm': [0.17, 0.08, 0.2],
  'movie.mov': [0.17, 0.08, 0.2],
};
for (const [file, [rate, mean, most]] of Object.entries(bounds)) {
  test(`${file} is heard as it is said`, {
    skip: media ? false : 'no shared media',
  }, async (context) => {
    const { words, editOps } = await import(join(media ?? '', '../tools/score.mjs'));
    const name = file.replace(/\..*/, '');
    const truth = JSON.parse(await readFile(join(media ?? '', 'truth', `${name}.json`), 'utf8'));
    const audio = await decodeSound(join(media ?? '', file), join(dir, `${name}.wav`));
    const speech = await hear(audio);
    const said = words(truth.speech.text);
    const wrong = editOps(said, words(textOf(speech))).c / said.length;
    const errors = startErrors(speech, truth);
    context.diagnostic(`word error rate ${wrong.toFixed(3)}, ${errors.length} starts`);
    assert.ok(wrong <= rate, `${wrong}: ${textOf(speech)}`);

    if (errors.length === 0) return;
    assert.ok(errors.reduce((sum, one) => sum + one, 0) / errors.length <= mean);
    assert.ok((errors[Math.floor(errors.length * 0.9)] ?? 0) <= most);
  });
}

interface SpokenTruth {
  readonly speech: {
    readonly segments?: readonly {
      readonly words_approx?: readonly { readonly start: number; readonly text: string }[];
    }[];
  };
}

/** For each word of the truth, how far its start is from that of the same word nearby in the transcript, ascending. */
function startErrors({ segments }: Speech, truth: SpokenTruth): number[] {
  const heard = segments.flatMap((segment) => segment.words ?? []);
  const spoken = (truth.speech.segments ?? []).flatMap((segment) => segment.words_approx ?? []);
  return spoken
    .flatMap(({ text, start }) => {
      const same = heard.filter((word) => plain(word.text) === plain(text));
      const error = Math.min(...same.map((word) => Math.abs(word.start - start)));
      return error < 1 ? error : [];
    })
    .sort((a, b) => a - b);
}

test('a sentence that begins and ends with the file is heard, and lies inside of it', async () => {
  const whole = await writeScene(join(dir, 'edges.wav'), 3, [{ at: 0, sentence: 'river' }]);
  const bytes = await readFile(whole.path);
  const { start, end } = sentences.river;
  const pcm = bytes.subarray(
    44 + 2 * Math.round(16_000 * start),
    44 + 2 * Math.round(16_000 * end),
  );
  const path = join(dir, 'close.wav');
  await writeFile(path, wavFile(pcm));

  const { segments } = await hear({ path, startSeconds: 0, durationSeconds: end - start });
  assert.match(segments[0]?.text ?? '', /^Some people prefer to walk along the river\b/);
  assert.ok((segments[0]?.start ?? 1) < 0.1 && (segments.at(-1)?.end ?? 9) <= end - start);

  for (const word of segments.flatMap(({ words = [] }) => words))
    assert.ok(word.end > word.start, JSON.stringify(word));
});

test('a file that ends inside an utterance is read to its end', async () => {
  const whole = await writeScene(join(dir, 'whole.wav'), 4, [{ at: 1, sentence: 'river' }]);
  const bytes = await readFile(whole.path);
  const path = join(dir, 'cut.wav');
  await writeFile(path, bytes.subarray(0, 44 + 2 * 16_000 * 2.5));
  const { segments } = await hear({ path, startSeconds: 0, durationSeconds: 2.5 });
  assert.match(segments[0]?.text ?? '', /^Some people prefer /);
  assert.ok((segments.at(-1)?.end ?? 9) <= 2.5);
});
