/** Tests subtitles by reading them with ffmpeg and by checking them against the rules of broadcasters. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TranscriptSegment } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { exported, exportedJob, spoken } from '../../testing/exported.ts';
import type { ExportOptions } from './exported.ts';

type Format = 'srt' | 'vtt' | 'txt';

const write = (
  format: Format,
  segments: readonly TranscriptSegment[],
  options: Partial<ExportOptions> = {},
  seconds = 60,
) => exported(format, exportedJob({ results: spoken(segments, seconds), seconds }), options);

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: string[];
}

const ms = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0, rest = 0] = clock.split(/[:.,]/).map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest;
};

/** Parses SubRip by its grammar, without help from other programs. */
function cuesOf(srt: string): Cue[] {
  if (srt === '') return [];
  return srt.split(/\n\n/).map((block, index) => {
    const [number, times = '', ...lines] = block.trimEnd().split('\n');
    assert.equal(number, String(index + 1));
    const parts = /^(\d\d+:\d\d:\d\d,\d{3}) --> (\d\d+:\d\d:\d\d,\d{3})$/.exec(times);
    assert.ok(parts, times);
    return { start: ms(parts[1] ?? ''), end: ms(parts[2] ?? ''), lines };
  });
}

function checkOrder(cues: readonly Cue[]): void {
  for (const [index, { start, end }] of cues.entries()) {
    assert.ok(end > start, `cue ${index} takes time`);
    assert.ok(start >= (cues[index - 1]?.end ?? 0), `cue ${index} begins after the one before`);
  }
}

const words = (text: string, start: number, each: number) =>
  text.split(' ').map((word, k) => ({
    text: word,
    start: start + k * each,
    end: start + (k + 1) * each,
  }));

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelsight-subtitles-'));
});
after(() => rmSync(folder, { recursive: true }));

/** Lets ffmpeg read a file and returns the content as SubRip. */
function readByFfmpeg(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  const args = ['-v', 'error', '-i', path, '-f', 'srt', '-'];
  return execFileSync('ffmpeg', args, { encoding: 'utf8' }).replaceAll('\r', '');
}

const noFfmpeg =
  spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed here';

const long =
  'Today we go for a very long walk through the old harbour, past the market and the lighthouse, ' +
  'and on the way back we try every single ice cream that the four shops on the pier have to offer.';

describe('Subtitles', () => {
  test('have at most two lines of 42 characters, cut at the times of words', () => {
    const segment = { start: 10, end: 30, text: long, words: words(long, 10, 0.5) };
    const cues = cuesOf(write('srt', [segment]));
    checkOrder(cues);
    assert.ok(cues.length >= 3);

    for (const { lines } of cues) {
      assert.ok(lines.length <= 2);
      for (const line of lines) assert.ok(line.length <= 42, line);
    }

    assert.equal(cues.flatMap(({ lines }) => lines).join(' '), long);
    const spokenWords = long.split(' ');
    let before = 0;

    for (const { start, lines } of cues) {
      assert.equal(start, 10_000 + before * 500, `${spokenWords[before]}`);
      before += lines.join(' ').split(' ').length;
    }

    const lengths = cues.map(({ lines }) => lines.join(' ').length);
    assert.ok(Math.max(...lengths) < 2 * Math.min(...lengths), `even: ${lengths}`);
  });

  test('of as many characters and lines as are asked for', () => {
    const segment = { start: 0, end: 30, text: long };
    const cues = cuesOf(write('srt', [segment], { maxLineChars: 20, maxLines: 1 }));
    for (const { lines } of cues) {
      assert.equal(lines.length, 1);
      assert.ok((lines[0]?.length ?? 0) <= 20, lines[0]);
    }
    assert.equal(cues.flatMap(({ lines }) => lines).join(' '), long);
  });

  test('never overlap and always take time, whoever speaks when', () => {
    const segments: TranscriptSegment[] = [
      { start: 0, end: 10, text: 'I speak for ten seconds.', speaker: 1 },
      { start: 0, end: 10, text: 'So do I.', speaker: 2 },
      { start: 0, end: 1, text: 'Me too.', speaker: 3 },
      { start: 5, end: 5, text: 'No time at all.', speaker: 1 },
      { start: 20, end: 19, text: 'Backwards.', speaker: 1 },
      { start: 20.01, end: 20.02, text: 'At once.', speaker: 2 },
      { start: 59.9, end: 60, text: 'The end.', speaker: 1 },
      { start: 3, end: 4, text: 'Out of order.', speaker: 1 },
    ];
    const cues = cuesOf(write('srt', segments));
    checkOrder(cues);

    const text = cues.flatMap(({ lines }) => lines).join(' ');
    for (const segment of segments) assert.ok(text.includes(segment.text), segment.text);
    assert.ok((cues.at(-1)?.end ?? 0) <= 60_000, 'nothing stays longer than the video');
  });

  test('a short one stays for 5/6 of a second unless the next begins sooner', () => {
    const cues = cuesOf(
      write('srt', [
        { start: 1, end: 1.2, text: 'Yes.', speaker: 1 },
        { start: 5, end: 5.2, text: 'No.', speaker: 1 },
        { start: 5.5, end: 8, text: 'Well, perhaps.', speaker: 2 },
      ]),
    );
    assert.deepEqual(
      cues.map(({ start, end }) => [start, end]),
      [
        [1000, 1833],
        [5000, 5500],
        [5500, 8000],
      ],
    );
  });

  test('short ones of one speaker that follow each other share a subtitle', () => {
    const cues = cuesOf(
      write('srt', [
        { start: 1, end: 1.4, text: 'Yes.', speaker: 1 },
        { start: 1.4, end: 1.8, text: 'Right.', speaker: 1 },
        { start: 1.8, end: 2.2, text: 'Who?', speaker: 2 },
      ]),
    );
    assert.deepEqual(
      cues.map(({ lines }) => lines),
      [['Yes. Right.'], ['Who?']],
    );
  });

  test('Japanese without spaces is cut into lines of 21 characters, Arabic at its spaces', () => {
    const japanese =
      '今日は新しい靴を試してみます。とても長い散歩なので、最後まで見てくださいね。'.repeat(3);
    const cues = cuesOf(write('srt', [{ start: 0, end: 20, text: japanese }]));
    assert.equal(cues.flatMap(({ lines }) => lines).join(''), japanese);

    for (const line of cues.flatMap(({ lines }) => lines)) {
      assert.ok(Array.from(line).length <= 21, line);
      assert.doesNotMatch(line, /^[。、]/);
    }

    const arabic =
      'مرحبا بكم في قناتنا اليوم سوف نختبر حذاء جديدا في الشارع الطويل قرب البحر الأزرق';
    const lines = cuesOf(write('srt', [{ start: 0, end: 9, text: arabic }])).flatMap(
      ({ lines: some }) => some,
    );
    assert.equal(lines.join(' '), arabic);
  });

  test('words that are not the text are not used for its times', () => {
    const segment = { start: 0, end: 8, text: 'One two.', words: words('Another text', 100, 1) };
    assert.deepEqual(cuesOf(write('srt', [segment])), [
      { start: 0, end: 8000, lines: ['One two.'] },
    ]);
  });

  test('words without spaces between them have their times', () => {
    const text = '今日は新しい靴を試してみます。';
    const parts = ['今日', 'は', '新しい', '靴', 'を', '試して', 'みます', '。'];
    const timed = parts.map((part, k) => ({ text: part, start: k, end: k + 1 }));
    const options = { maxLineChars: 16, maxLines: 1 };
    const cues = cuesOf(write('srt', [{ start: 0, end: 8, text, words: timed }], options));

    assert.deepEqual(
      cues.map(({ start, lines }) => [start, ...lines]),
      [
        [0, '今日は新しい靴'],
        [4000, 'を試してみます。'],
      ],
    );
  });

  test('a word longer than a line is cut; a segment of 20,000 words takes no time', () => {
    const address = `https://example.com/${'a'.repeat(100)}`;
    const cues = cuesOf(write('srt', [{ start: 0, end: 9, text: address }]));
    assert.equal(cues.flatMap(({ lines }) => lines).join(''), address);

    const began = cpuMs();
    const many = 'word '.repeat(20_000).trim();
    const all = cuesOf(write('srt', [{ start: 0, end: 9000, text: many }], {}, 9000));
    assert.equal(all.flatMap(({ lines }) => lines).join(' '), many);
    assert.ok(cpuMs() - began < 3000);
  });

  test('hours go on after 99', () => {
    const segment = { start: 360_000, end: 360_002, text: 'Still here.' };
    const text = write('srt', [segment], {}, 360_010);
    assert.match(text, /^1\n100:00:00,000 --> 100:00:02,000\n/);
    assert.match(write('vtt', [segment], {}, 360_010), /\n100:00:00\.000 --> 100:00:02\.000\n/);
  });

  test('without speech the file is valid and has nothing in it', () => {
    assert.equal(write('srt', []), '');
    assert.equal(write('vtt', []), 'WEBVTT\n');
    assert.equal(write('txt', []), '');
    assert.equal(write('srt', [{ start: 0, end: 1, text: ' \n ' }]), '');
  });

  test('what is said breaks out of no syntax', () => {
    const text = 'a --> b\n\n2\n<b>bold</b> & {\\an8} \u202eevil\u0000\u001b[31m <v X>';
    const segments = [{ start: 1, end: 4, text, speaker: 2 }];
    const vtt = write('vtt', segments, { maxLineChars: 200 });
    assert.equal(
      vtt,
      'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Speaker 2>a --&gt; b 2 &lt;b&gt;bold&lt;/b&gt; &amp; {\\an8} evil &lt;v X&gt;\n',
    );

    const [cue, ...rest] = cuesOf(write('srt', segments, { maxLineChars: 200 }));
    assert.deepEqual(rest, []);
    assert.deepEqual(cue?.lines, ['a -- > b 2 < b>bold< /b> & { \\an8} evil < v X>']);
  });

  test('a transcript has a paragraph for each turn of a speaker', () => {
    const text = write('txt', [
      { start: 0, end: 1, text: ' Hello. ', speaker: 1 },
      { start: 1, end: 2, text: 'How are you?', speaker: 1 },
      { start: 2, end: 3, text: 'Well.\nThanks.', speaker: 2 },
    ]);
    assert.equal(text, 'Speaker 1: Hello. How are you?\nSpeaker 2: Well. Thanks.\n');

    const plain = write('txt', [
      { start: 0, end: 1, text: 'One.' },
      { start: 1, end: 2, text: 'Two.' },
    ]);
    assert.equal(plain, 'One.\nTwo.\n');
  });
});

describe('Subtitles as ffmpeg reads them', { skip: noFfmpeg }, () => {
  const segments: TranscriptSegment[] = [
    { start: 0.5, end: 12, text: long, speaker: 1 },
    { start: 12, end: 14, text: 'مرحبا & <شكرا>', speaker: 2 },
    { start: 14, end: 16, text: '今日は a --> b', speaker: 1 },
    { start: 36_000, end: 36_002.5, text: 'Ten hours later.' },
  ];

  test('SubRip and WebVTT hold the same cues at the same times', () => {
    const srt = write('srt', segments, {}, 36_010);
    const again = cuesOf(readByFfmpeg('a.srt', srt).replace(/\n+$/, '\n'));
    assert.deepEqual(again, cuesOf(srt));

    const vtt = readByFfmpeg('a.vtt', write('vtt', segments, {}, 36_010)).replace(/\n+$/, '\n');
    const fromVtt = cuesOf(vtt);
    assert.deepEqual(
      fromVtt.map(({ start, end }) => [start, end]),
      cuesOf(srt).map(({ start, end }) => [start, end]),
    );
    assert.ok(fromVtt.some(({ lines }) => lines.join(' ').includes('مرحبا & <شكرا>')));
    assert.ok(fromVtt.some(({ lines }) => lines.join(' ').includes('今日は a --> b')));
  });

  test('a file without speech is read as WebVTT', () => {
    assert.equal(readByFfmpeg('empty.vtt', write('vtt', [])), '');
  });
});
