/**
 * Tests that speech becomes passages with times, that each detected thing gets one passage, and that all passages can
 * be searched.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TranscriptSegment } from '@reelsight/contract';
import fc from 'fast-check';
import { estimateTokens, type Passage } from '../engines/language.ts';
import { buildPassages, transcriptOf } from './passages.ts';
import { openRetrieval, represent } from './retrieval.ts';
import { wordsOf } from './words.ts';

const speechOf = (segments: TranscriptSegment[]) =>
  buildPassages({ transcription: { segments, language: 'en' } });

describe('speech', () => {
  const said = (segments: TranscriptSegment[]) =>
    speechOf(segments).map(({ text, subject, moments }) => [
      text,
      subject.name,
      moments[0]?.start,
      moments[0]?.end,
    ]);

  test('a sentence over two segments is one, a segment of three sentences is three', () => {
    assert.deepEqual(
      said([
        { start: 0, end: 1, text: 'The bridge over the', speaker: 1 },
        { start: 1.6, end: 3, text: 'river is closed.', speaker: 1 },
        { start: 3, end: 7, text: 'Says who? Says she. Ask him!', speaker: 1 },
      ]).map(([text, speaker, start]) => [text, speaker, Math.round(Number(start))]),
      [
        ['The bridge over the river is closed.', '1', 0],
        ['Says who?', '1', 3],
        ['Says she.', '1', 4],
        ['Ask him!', '1', 6],
      ],
    );
  });

  test('no sentence goes on over a long pause or in another voice', () => {
    const texts = said([
      { start: 0, end: 1, text: 'I went', speaker: 1 },
      { start: 1.1, end: 2, text: 'You did what?', speaker: 2 },
      { start: 2.1, end: 3, text: 'to the', speaker: 1 },
      { start: 9, end: 10, text: 'zoo.', speaker: 1 },
    ]).map(([text]) => text);
    assert.deepEqual(texts, ['I went', 'You did what?', 'to the', 'zoo.']);
  });

  test('titles, initials and numbers end no sentence', () => {
    const text = 'Mr. Smith and Dr. J. Brown paid 3.50 dollars to St. Mary. That was No. 5 of ten.';
    assert.deepEqual(
      said([{ start: 0, end: 8, text }]).map(([sentence]) => sentence),
      ['Mr. Smith and Dr. J. Brown paid 3.50 dollars to St. Mary.', 'That was No. 5 of ten.'],
    );
  });

  test('times are those of the words where a segment has them', () => {
    const words = [
      ['Two', 4, 4.2],
      ['eggs.', 4.2, 4.9],
      ['One', 6, 6.3],
      ['onion.', 6.3, 7],
    ].map(([text, start, end]) => ({ text, start, end })) as TranscriptSegment['words'];
    assert.deepEqual(said([{ start: 4, end: 7, text: 'Two eggs. One onion.', words }]), [
      ['Two eggs.', '', 4, 4.9],
      ['One onion.', '', 6, 7],
    ]);
  });

  test('without marks segments are sentences, short ones joined', () => {
    assert.deepEqual(
      said([
        { start: 0, end: 1, text: 'hello there' },
        { start: 1.2, end: 2, text: 'welcome back to the show' },
        { start: 2.1, end: 3, text: 'today we bake' },
      ]).map(([text]) => text),
      ['hello there welcome back to the show', 'today we bake'],
    );
  });

  test('long segments are split at sentences, with times in proportion', () => {
    const text = Array.from({ length: 30 }, (_, i) => `This is sentence number ${i}.`).join(' ');
    const passages = speechOf([{ start: 10, end: 70, text }]);
    assert.ok(passages.length > 3);
    assert.equal(passages.map((passage) => passage.text).join(' '), text);
    assert.equal(passages[0]?.moments[0]?.start, 10);
    assert.equal(passages.at(-1)?.moments[0]?.end, 70);
  });

  test('any transcript keeps its words and its order in passages of bounded length', () => {
    const segment = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.nat(20));
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (list) => {
        const segments = list.map(([text, seconds], i) => ({
          start: i * 20,
          end: i * 20 + seconds,
          text,
        }));
        const passages = speechOf(segments);
        const squeeze = (text: string) => text.replace(/\s+/g, '');
        const said = squeeze(segments.map((segment) => segment.text).join(''));
        assert.equal(squeeze(passages.map((passage) => passage.text).join('')), said);
        let last = 0;

        for (const { moments, text } of passages) {
          const [at] = moments;
          assert.ok(at && at.start >= last && at.end >= at.start);
          last = at.start;
          assert.ok(wordsOf(text).length <= 130);
        }
      }),
    );
  });
});

describe('what is seen, read and known', () => {
  const passages = buildPassages({
    texts: [
      { text: 'OPEN DAILY', start: 1, end: 2 },
      { text: 'Open daily', start: 5, end: 6, frame_url: '/v1/frames/j/1.jpg' },
      { text: ' ', start: 0, end: 1 },
    ],
    brands: [
      {
        name: 'Nike',
        confidence: 0.9,
        total_appearances: 3,
        first_seen: 3,
        last_seen: 30,
        appearances: [
          { timestamp: 20, timestamp_start: 20, timestamp_end: 22, context: '', source: 'visual' },
          { timestamp: 3, timestamp_start: 3, timestamp_end: 12, context: '', source: 'visual' },
          { timestamp: 30, context: '', speech_context: 'just do it', source: 'audio' },
        ],
        frame_detections: [],
      },
    ],
    metadata: {
      title: 'Run',
      author: null,
      duration_seconds: 48,
      chapters: [{ start: 10, end: 20, title: 'Warm up' }],
      description: 'A film about running.\nIt rains.',
    },
  });

  test('a text is one passage with all its times', () => {
    const texts = passages.filter(({ source }) => source === 'text');
    assert.equal(texts.length, 1);
    assert.equal(texts[0]?.text, 'Text on the screen: "OPEN DAILY", 1 s to 2 s, 5 s to 6 s');
    assert.equal(texts[0]?.moments[1]?.frameUrl, '/v1/frames/j/1.jpg');
  });

  test('a brand is one passage where it is seen and one where it is heard', () => {
    const brands = passages.filter(({ subject }) => subject.kind === 'brand');
    assert.deepEqual(
      brands.map(({ source, text }) => [source, text]),
      [
        ['visual', 'The brand Nike is visible 2 times: 3 s to 12 s, 20 s to 22 s'],
        ['speech', 'The brand Nike is mentioned once: 30 s'],
      ],
    );
  });

  test('each known field is a passage, unknown ones are not', () => {
    const fields = passages.filter(({ source }) => source === 'metadata');
    assert.deepEqual(
      fields.map(({ subject, quotable }) => [subject.name, quotable]),
      [
        ['title', 'Run'],
        ['duration_seconds', '48'],
        ['chapter', 'Warm up'],
        ['description', 'A film about running.'],
        ['description', 'It rains.'],
      ],
    );
    assert.equal(fields[2]?.moments[0]?.start, 10);
  });

  test('without a transcript quotes are checked against what was heard around brands', () => {
    const segments = transcriptOf({
      brands: [
        {
          name: 'Nike',
          confidence: 1,
          total_appearances: 1,
          first_seen: 3,
          last_seen: 3,
          appearances: [
            { timestamp: 3, context: '', speech_context: 'just do it', source: 'audio' },
          ],
          frame_detections: [],
        },
      ],
    });
    assert.deepEqual(segments, [{ start: 3, end: 3, text: 'just do it' }]);
  });
});

describe('choosing what is read', () => {
  const hours = (count: number): Passage[] =>
    speechOf(
      Array.from({ length: count }, (_, i) => ({
        start: i * 10,
        end: i * 10 + 8,
        text:
          i === count - 7
            ? 'The launch code of the coffee balloon is seven four one.'
            : `We now look at part ${i} of the machine and its many wheels and gears in turn.`,
      })),
    );
  const cost = (passages: readonly Passage[]) =>
    passages.reduce((sum, passage) => sum + estimateTokens(passage.text), 0);

  const choose = async (all: readonly Passage[], query: string, room: number) =>
    (await openRetrieval(all, estimateTokens))(query, room);

  test('the one passage of three hours that answers is among those chosen', async () => {
    const all = hours(1000);
    const chosen = await choose(all, 'What is the code to launch the balloons?', 1000);
    assert.ok(chosen.some(({ text }) => text.includes('launch code')));
    assert.ok(cost(chosen) <= 1000);
    const after = all.findIndex(({ text }) => text.includes('launch code')) + 1;
    assert.ok(all[after] && chosen.includes(all[after]), 'what is said next is there too');
  });

  test('one word of it is enough', async () => {
    const chosen = await choose(hours(1000), 'Coffees?', 100);
    assert.ok(chosen.some(({ text }) => text.includes('coffee')));
  });

  test('what is left of the room shows the whole video', async () => {
    const all = hours(1000);
    const chosen = await choose(all, 'And so?', 1000);
    const starts = chosen.map(({ moments }) => moments[0]?.start ?? 0);

    for (const quarter of [0, 1, 2, 3]) {
      assert.ok(
        starts.some((start) => Math.floor(start / 2500) === quarter),
        `quarter ${quarter}`,
      );
    }
  });

  test('a summary reads from every part of a long video', () => {
    const chosen = represent(hours(1000), 1500, estimateTokens, 'en');
    const starts = chosen.map(({ moments }) => moments[0]?.start ?? 0);
    const tenths = new Set(starts.map((start) => Math.floor(start / 1000)));

    assert.equal(tenths.size, 10);
    assert.ok(cost(chosen) <= 1500);
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
  });

  test('a short video is read whole', async () => {
    const all = hours(10);
    assert.deepEqual(await choose(all, 'Why?', 10_000), all);
    assert.deepEqual(represent(all, Number.POSITIVE_INFINITY, estimateTokens, 'en'), all);
  });

  test('any question on any room stays within it', async () => {
    const all = hours(60);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(900), async (query, room) => {
        const chosen = await choose(all, query, room);
        assert.ok(cost(chosen) <= room);
        assert.ok(cost(represent(all, room, estimateTokens, 'en')) <= room);
        assert.equal(new Set(chosen).size, chosen.length);
      }),
      { numRuns: 50 },
    );
  });
});
