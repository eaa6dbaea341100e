/** Caption files as platforms write them, and malformed or malicious ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../testing/cpu-time.ts';
import { readCaptions } from './caption-file.ts';

test('WebVTT: names, settings, tags, entities and comments are not said', () => {
  const file = `WEBVTT - Title

STYLE
::cue { color: red }

NOTE not said

intro
00:00:01.000 --> 00:00:02.500 align:start position:0%
<v Ada>Salt &amp; <c.loud>flour</c>
&gt;&gt; and water

01:00:00.000 --> 01:00:01.000
[MUSIC]

00:05.000 --> 00:06.000
- Yes?
- No.

00:07.000 --> 00:08.000
(applause)

00:09.000 --> 00:09.000
no time
`;
  assert.deepEqual(readCaptions(file), [
    { start: 1, end: 2.5, text: 'Salt & flour and water' },
    { start: 5, end: 6, text: 'Yes? No.' },
  ]);
  assert.equal(readCaptions(file.replaceAll('\n', '\r\n')).length, 2);
});

test('json3 by people: a cue a line; by a machine: times of words, and no line outlasts the next', () => {
  const people = { events: [{ tStartMs: 500, dDurationMs: 2000, segs: [{ utf8: 'Two\nlines' }] }] };
  assert.deepEqual(readCaptions(JSON.stringify(people)), [
    { start: 0.5, end: 2.5, text: 'Two lines' },
  ]);

  const segs = [
    { utf8: 'we' },
    { utf8: ' bake', tOffsetMs: 400 },
    { utf8: ' bread', tOffsetMs: 900 },
  ];
  const machine = {
    events: [
      { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 },
      { tStartMs: 1000, dDurationMs: 5000, segs },
      { tStartMs: 3000, dDurationMs: 100, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 4000, dDurationMs: 1000, segs: [{ utf8: '[Music]' }] },
    ],
  };
  assert.deepEqual(readCaptions(JSON.stringify(machine)), [
    {
      start: 1,
      end: 4,
      text: 'we bake bread',
      words: [
        { text: 'we', start: 1, end: 1.4 },
        { text: 'bake', start: 1.4, end: 1.9 },
        { text: 'bread', start: 1.9, end: 4 },
      ],
    },
  ]);
});

test('anything else gives nothing, and what is hostile ends soon', () => {
  for (const file of [
    '',
    'WEBVTTX\n',
    '<html>',
    '{',
    'null',
    '{"events":{}}',
    '{"events":[null,7]}',
  ])
    assert.deepEqual(readCaptions(file), [], file);

  const odd = {
    events: [
      { tStartMs: -1, dDurationMs: 5, segs: [{ utf8: 'a' }] },
      { tStartMs: '1', dDurationMs: 5, segs: [{ utf8: 'b' }] },
      { tStartMs: 1, dDurationMs: '9', segs: [{ utf8: 'c' }] },
      { tStartMs: 1, dDurationMs: 5, segs: [{ utf8: 7 }, null] },
      { tStartMs: 1, dDurationMs: 5, segs: [{ utf8: '\u001b[31mred\u202e' }] },
    ],
  };
  assert.deepEqual(
    readCaptions(JSON.stringify(odd)).map(({ text }) => text),
    ['red'],
  );

  const startedMs = cpuMs();
  readCaptions(`WEBVTT\n\n${'00:00.000 --> 00:01.000\n<'.repeat(100_000)}`);
  readCaptions(`WEBVTT\n\n${'[('.repeat(1_000_000)}`);
  readCaptions(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'['.repeat(2_000_000)}`);
  assert.ok(cpuMs() - startedMs < 2000);
});

test('a megabyte that never closes what it opens is read at once', () => {
  const cue = '00:01.000 --> 00:02.000\n';
  const startedMs = cpuMs();
  readCaptions(`WEBVTT\n\n${cue}${'<'.repeat(1_000_000)}`);
  readCaptions(`WEBVTT\n\n${`${cue}${'['.repeat(2000)}\n\n`.repeat(490)}`);
  // Each of them took a second when the parser searched the rest of the file again for each opening sign.
  assert.ok(cpuMs() - startedMs < 700);
});
