/** Subtitle files: numbering, times, line breaks, speakers, escapes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSrt, toText, toVtt } from './transcript.ts';

const transcript = (...segments: Parameters<typeof toSrt>[0]['segments']) => ({
  text: segments.map((segment) => segment.text).join(' '),
  segments,
});

test('SubRip numbers its cues and writes times with a comma', () => {
  const srt = toSrt(
    transcript(
      { start: 0, end: 1.5, text: 'Hello there.' },
      { start: 3661.0404, end: 3662.9996, text: 'Bye.' },
    ),
  );
  assert.equal(
    srt,
    '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n\n2\n01:01:01,040 --> 01:01:03,000\nBye.\n',
  );
});

test('a long segment becomes cues of two lines that share its time', () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
  const cues = toSrt(transcript({ start: 10, end: 20, text: words.join(' ') }))
    .split('\n\n')
    .map((cue) => cue.trim().split('\n'));
  assert.ok(cues.length > 2);
  for (const [, , ...lines] of cues) {
    assert.ok(lines.length <= 2);
    for (const line of lines) assert.ok(line.length <= 42, line);
  }
  assert.equal(cues.flatMap((cue) => cue.slice(2)).join(' '), words.join(' '));
  assert.match(cues[0]?.[1] ?? '', /^00:00:10,000 --> /);
  assert.match(cues.at(-1)?.[1] ?? '', / --> 00:00:20,000$/);
  const ends = cues.map((cue) => cue[1]?.split(' --> ')[1]);
  const starts = cues.map((cue) => cue[1]?.split(' --> ')[0]);
  assert.deepEqual(ends.slice(0, -1), starts.slice(1));
});

test('the times of words place the cues of a long segment', () => {
  const words = Array.from({ length: 30 }, (_, index) => ({
    start: index < 15 ? index * 0.1 : 8 + index * 0.1,
    end: index < 15 ? index * 0.1 + 0.1 : 8.1 + index * 0.1,
    text: `word${index}`,
  }));
  const text = words.map((word) => word.text).join(' ');
  const srt = toSrt(transcript({ start: 0, end: 11, text, words }));
  const second = srt.split('\n\n')[1]?.split('\n') ?? [];
  const firstWord = words.find((word) => word.text === second[2]?.split(' ')[0]);
  assert.ok(firstWord);
  const ms = String(Math.round(firstWord.start * 1000) % 1000).padStart(3, '0');
  assert.match(second[1] ?? '', new RegExp(`^00:00:0${Math.floor(firstWord.start)},${ms} -->`));
});

test('a word longer than a line stands alone and whole', () => {
  const long = 'x'.repeat(60);
  assert.ok(toSrt(transcript({ start: 0, end: 1, text: `a ${long} b` })).includes(`\n${long}\n`));
});

test('WebVTT starts with its name, names the speaker, escapes markup', () => {
  const vtt = toVtt(transcript({ start: 0, end: 2, text: 'a < b & c', speaker: 2 }));
  assert.equal(vtt, 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n<v Speaker 2>a &lt; b &amp; c\n');
});

test('plain text joins what one speaker says in a row', () => {
  const text = toText(
    transcript(
      { start: 0, end: 1, text: 'One.', speaker: 1 },
      { start: 1, end: 2, text: 'Two.', speaker: 1 },
      { start: 2, end: 3, text: 'Three.', speaker: 2 },
    ),
  );
  assert.equal(text, 'Speaker 1: One. Two.\nSpeaker 2: Three.\n');
});

test('without speakers plain text has a line a segment', () => {
  const text = toText(
    transcript({ start: 0, end: 1, text: 'One.' }, { start: 1, end: 2, text: 'Two.' }),
  );
  assert.equal(text, 'One.\nTwo.\n');
});

test('no speech gives files without a cue', () => {
  const none = transcript();
  assert.equal(toSrt(none), '');
  assert.equal(toVtt(none), 'WEBVTT\n');
  assert.equal(toText(none), '');
});
