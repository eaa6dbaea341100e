/** What people mended in a transcript, applied to results. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineEdit, Results, SpeakerFact } from '@reelsight/contract';
import { brand } from '../../testing/exported.ts';
import { correctedResults } from './corrected.ts';
import { mendedSegments } from './transcript.ts';

const wordsOf = (text: string, start: number) =>
  text.split(' ').map((word, index) => ({
    text: word,
    start: start + index,
    end: start + index + 0.9,
  }));
const segment = (text: string, start: number, end: number, speaker: number) => ({
  start,
  end,
  text,
  speaker,
  confidence: 0.4,
  unsure: true as const,
  words: wordsOf(text, start),
});

function heard(): Results {
  const nike = brand('Nike', []);
  nike.appearances.push({ timestamp: 12, context: 'Said.', source: 'audio' });
  return {
    transcription: {
      text: 'who do you ride for sandini of course thanks',
      segments: [
        segment('who do you ride for', 0, 5, 1),
        segment('sandini of course', 10, 13, 2),
        segment('thanks', 20, 21, 3),
      ],
      language: 'en',
      duration_seconds: 30,
      word_count: 9,
      speakers_detected: 3,
    },
    brands: [nike],
    meta: { fps_used: 1, frames_analyzed: 1, engines: {} },
  } as Results;
}

const mended = (lines: LineEdit[], speakers: SpeakerFact[] = []): Results =>
  correctedResults(heard(), [
    { target: 'transcript', correction_id: 'transcript@1', lines, speakers },
  ]);
const line = (index: number, ...parts: LineEdit['parts']): LineEdit => ({
  line: index,
  revision: 5,
  parts,
});
const transcript = (results: Results) =>
  results.transcription as NonNullable<Results['transcription']>;

describe('A mended transcript', () => {
  test('has the words as corrected, the text and counts that follow, and marks', () => {
    const { segments, ...rest } = transcript(mended([line(1, { text: 'Santini, of course!' })]));
    assert.deepEqual(segments[0], { ...heard().transcription?.segments[0], index: 0 });
    assert.deepEqual(segments[1], {
      start: 10,
      end: 13,
      text: 'Santini, of course!',
      speaker: 2,
      words: [
        { text: 'Santini,', start: 10, end: 10.9 },
        { text: 'of', start: 11, end: 11.9 },
        { text: 'course!', start: 12, end: 12.9 },
      ],
      index: 1,
      revision: 5,
      corrected: true,
    });
    assert.equal(rest.text, 'who do you ride for Santini, of course! thanks');
    assert.equal(rest.word_count, 9);
    assert.equal(rest.corrected, true);
  });

  test('leaves out an emptied line, and says which it was', () => {
    const { segments, emptied, word_count, speakers_detected } = transcript(
      mended([line(2, { text: '' })]),
    );
    assert.deepEqual(
      segments.map(({ index }) => index),
      [0, 1],
    );
    assert.deepEqual(emptied, [{ index: 2, start: 20, end: 21, revision: 5 }]);
    assert.deepEqual([word_count, speakers_detected], [8, 2]);
  });

  test('divides a line among speakers at the times of its words', () => {
    const edit = line(0, { text: 'who do you' }, { text: 'ride for', speaker: 2 });
    const parts = transcript(mended([edit])).segments.slice(0, 2);
    assert.deepEqual(
      parts.map(({ start, end, text, speaker, index }) => [start, end, text, speaker, index]),
      [
        [0, 2.9, 'who do you', 1, 0],
        [3, 5, 'ride for', 2, 0],
      ],
    );
  });

  test('keeps the words as heard where only the speaker changes, and is not marked where nothing does', () => {
    const [first] = transcript(mended([line(0, { speaker: 3 })])).segments;
    assert.deepEqual(first, {
      ...heard().transcription?.segments[0],
      speaker: 3,
      index: 0,
      revision: 5,
      corrected: true,
    });

    const same = transcript(mended([line(0, {})]));
    assert.equal(same.segments[0]?.corrected, undefined);
    assert.equal(same.corrected, undefined);
  });
});

describe('Summary and answers', () => {
  const asked = (): Results =>
    ({
      ...heard(),
      summary: { text: 'About rides.', key_topics: [] },
      query_results: [{ query: 'Who?', answer: 'sandini', answered: true, evidence: [] }],
    }) as unknown as Results;
  const after = (edit: LineEdit): Results =>
    correctedResults(asked(), [
      { target: 'transcript', correction_id: 't', lines: [edit], speakers: [] },
    ]);

  test('say that they are older than other words, and nothing where the words are the same', () => {
    const changed = after(line(1, { text: 'Santini, of course!' }));
    assert.equal(changed.summary?.older_than_transcript, true);
    assert.equal(changed.query_results?.[0]?.older_than_transcript, true);

    for (const edit of [line(1, { speaker: 3 }), line(1, { text: 'sandini of course' })]) {
      const { summary, query_results: answers } = after(edit);
      assert.deepEqual([summary, answers], [asked().summary, asked().query_results]);
    }
  });
});

test('an analysis that goes on with mended lines gets them in the form in which it hears', () => {
  const segments = mendedSegments(heard().transcription?.segments ?? [], {
    target: 'transcript',
    correction_id: 't',
    lines: [line(0, { text: 'who' }, { text: 'are you', speaker: 2 }), line(2, { text: '' })],
    speakers: [{ speaker: 2, name: 'Ada' }],
  });
  assert.deepEqual(
    segments.map(({ words: _, ...segment }) => segment),
    [
      { start: 0, end: 0.9, text: 'who', speaker: 1 },
      { start: 1, end: 5, text: 'are you', speaker: 2 },
      { start: 10, end: 13, text: 'sandini of course', speaker: 2, confidence: 0.4, unsure: true },
    ],
  );
});

describe('Speakers', () => {
  test('have the names that people gave them, also where their brands are said', () => {
    const results = mended([], [{ speaker: 2, name: 'Ada' }]);
    const { segments, speakers } = transcript(results);
    assert.equal(segments[1]?.speaker_name, 'Ada');
    assert.equal(segments[1]?.corrected, undefined);
    assert.equal(segments[1]?.index, undefined);
    assert.deepEqual(speakers, [{ speaker: 2, name: 'Ada' }]);
    const [appearance] = results.brands?.[0]?.appearances ?? [];
    assert.deepEqual([appearance?.speaker, appearance?.speaker_name], [2, 'Ada']);
  });

  test('that are the same person count as one, by way of others as well', () => {
    const { segments, speakers, speakers_detected } = transcript(
      mended(
        [],
        [
          { speaker: 1, name: 'Ada' },
          { speaker: 2, same_as: 3 },
          { speaker: 3, same_as: 1 },
        ],
      ),
    );
    assert.deepEqual(
      segments.map(({ speaker, speaker_name }) => [speaker, speaker_name]),
      [
        [1, 'Ada'],
        [1, 'Ada'],
        [1, 'Ada'],
      ],
    );
    assert.deepEqual(speakers, [{ speaker: 1, name: 'Ada', merged: [2, 3] }]);
    assert.equal(speakers_detected, 1);
  });

  test('named alike stay two, and a ring of them hangs nobody', () => {
    const alike = transcript(
      mended(
        [],
        [
          { speaker: 1, name: 'Ada' },
          { speaker: 2, name: 'Ada' },
        ],
      ),
    );
    assert.equal(alike.speakers_detected, 3);
    const ring = mended(
      [],
      [
        { speaker: 1, same_as: 2 },
        { speaker: 2, same_as: 1 },
      ],
    );
    assert.equal(transcript(ring).segments[0]?.speaker, 1);
  });

  test('that are merged are called by the name of the one they count as, else by the first of their own', () => {
    const called = (speakers: SpeakerFact[]) =>
      transcript(mended([], speakers)).segments[0]?.speaker_name;
    const eve = { speaker: 1, name: 'Eve', same_as: 3 };
    const bob = { speaker: 2, name: 'Bob', same_as: 3 };
    assert.equal(called([bob, eve, { speaker: 3, name: 'Ada' }]), 'Ada');
    assert.equal(called([bob, eve]), 'Eve');
    assert.deepEqual(transcript(mended([], [bob, eve])).speakers, [
      { speaker: 3, name: 'Eve', merged: [1, 2] },
    ]);
  });

  test('results without a transcript, or without changes, are the same object', () => {
    const results = heard();
    const nothing = { target: 'transcript' as const, correction_id: 't', lines: [], speakers: [] };
    assert.equal(correctedResults(results, [nothing]), results);
    const { transcription: _, ...silent } = heard();
    const named = { ...nothing, speakers: [{ speaker: 1, name: 'Ada' }] };
    assert.equal(correctedResults(silent as Results, [named]), silent);
  });
});

describe('Heard brands', () => {
  const following = (heardChanges: object, results = heard()): Results =>
    correctedResults(results, [
      {
        target: 'transcript',
        correction_id: 'transcript@1',
        lines: [],
        speakers: [],
        heard: { gone: [], added: [], ...heardChanges },
      },
    ]);
  const appearance = { timestamp: 11, confidence: 0.8, context: 'Said.', source: 'audio' as const };

  test('go with the brand that is nowhere else, and come as corrected', () => {
    const { brands } = following({
      gone: [{ name: 'nike', timestamp: 12 }],
      added: [{ name: 'Santini', appearance }],
    });
    assert.deepEqual(brands, [
      {
        name: 'Santini',
        confidence: 0.8,
        total_appearances: 1,
        first_seen: 11,
        last_seen: 11,
        appearances: [{ ...appearance, corrected: true }],
        frame_detections: [],
        corrected: true,
      },
    ]);
  });

  test('join a brand that is there, which keeps what is seen', () => {
    const results = heard();
    results.brands = [brand('Nike', [[10, 12]])];
    const [nike] =
      following(
        { gone: [{ name: 'Nike', timestamp: 10 }], added: [{ name: 'NIKE', appearance }] },
        results,
      ).brands ?? [];
    assert.deepEqual(
      [nike?.total_appearances, nike?.appearances.map(({ source }) => source)],
      [2, ['visual', 'audio']],
    );
    assert.equal(nike?.total_visible_duration, results.brands[0]?.total_visible_duration);
  });

  test('are there for the corrections of brands', () => {
    const results = correctedResults(heard(), [
      { correction_id: 'cor_1', kind: 'rename', target: 'brand', name: 'Santini', new_name: 'SMS' },
      {
        target: 'transcript',
        correction_id: 'transcript@1',
        lines: [],
        speakers: [],
        heard: { gone: [], added: [{ name: 'Santini', appearance }] },
      },
    ]);
    assert.deepEqual(results.brands?.map(({ name }) => name).sort(), ['Nike', 'SMS']);
  });
});
