/** Transcribes a part of the sound with engines that work, sometimes fail, or are missing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { EngineInfo } from '../../engines/engine.ts';
import type { SpeechEngine } from '../../engines/speech.ts';
import { loadLexicon } from '../brands/brand-names.ts';
import { hearCells, hearingOptions } from './hear.ts';
import { joinTranscript } from './transcript.ts';

const info: EngineInfo = { name: 'ears', version: '1', kind: 'remote' };
const sound = { path: 'nowhere', startSeconds: 0 };
const context = { signal: new AbortController().signal, meter: () => {} };
const cells = [0, 30, 60, 90, 120].map((start) => ({ start, end: start + 30 }));

/** An engine that hears one word in each cell, except for the cells on which it fails. */
function earsBut(...failing: number[]) {
  const asked: number[] = [];
  const engine: SpeechEngine = {
    info,
    close: async () => {},
    hear: async (_sound, span) => {
      const cell = span.start / 30;
      asked.push(cell);

      if (failing.includes(cell))
        throw new Fault('TRANSCRIPTION_FAILED', 'x', { text: 'No ears.' });

      const word = { start: span.start + 1, end: span.start + 2, text: `Word${cell}.` };
      const utterances = [{ start: word.start, end: word.end, words: [word] }];
      const heard = { utterances, speechSeconds: 1, language: 'en', degraded: false, engine: info };

      return { ...span, ...heard };
    },
  };
  return { engine, asked };
}

const options = { language: null, hints: [], rank: () => null };
const whole = { speakers: null, language: null, durationSeconds: 150 };

describe('hearing a part', () => {
  test('a cell that fails costs its words, and the transcript says so', async () => {
    const { engine } = earsBut(1);
    const part = await hearCells({ cells, sounds: [sound] }, engine, options, context);
    assert.equal(part.failure?.text, 'No ears.');

    const transcript = joinTranscript({ ...whole, parts: [part] });
    assert.deepEqual(
      transcript.segments.map(({ text }) => text),
      ['Word0.', 'Word2.', 'Word3.', 'Word4.'],
    );
    assert.deepEqual(transcript.flags, ['transcription_degraded', 'diarization_unavailable']);
    assert.equal(transcript.failure, null);
  });

  test('an engine that fails twice in a row is not asked again', async () => {
    const { engine, asked } = earsBut(1, 2, 3);
    const part = await hearCells({ cells, sounds: [sound] }, engine, options, context);
    assert.deepEqual(asked, [0, 1, 2]);
    assert.equal(part.spans.length, 1);
  });

  test('nothing heard at all is a failure with its reason', async () => {
    const part = await hearCells(
      { cells, sounds: [sound] },
      earsBut(0, 1).engine,
      options,
      context,
    );
    assert.equal(joinTranscript({ ...whole, parts: [part, null] }).failure, 'No ears.');

    const none = await hearCells({ cells, sounds: [sound] }, null, options, context);
    assert.match(joinTranscript({ ...whole, parts: [none] }).failure ?? '', /REELSIGHT_AI_URL/);

    const given = joinTranscript({ ...whole, parts: [null] });
    assert.equal(given.failure, 'The speech could not be transcribed.');
  });

  test('ends with the reason of the signal', async () => {
    const stop = new AbortController();
    const { engine } = earsBut();
    const onProgress = () => stop.abort(new Error('enough'));
    const stopped = { ...context, signal: stop.signal, onProgress };
    const nosy: SpeechEngine = {
      ...engine,
      hear: async (...call) => {
        call[3].onProgress?.(1);
        return engine.hear(...call);
      },
    };

    await assert.rejects(hearCells({ cells, sounds: [sound] }, nosy, options, stopped), /enough/);
  });
});

test('terms of the glossary are written whether or not a server cares for its prompt', async () => {
  const rank = (await loadLexicon({ operatorFile: null })).rank;
  const terms = [{ term: 'Kubernetes', sounds: ['cooper netties'] }];
  /** A server that writes the term if it is told of it and cares, and else what it heard. */
  const server = (cares: boolean): SpeechEngine => ({
    info,
    close: async () => {},
    hear: async (_sound, span, { terms: told = [] }) => {
      const text = cares ? (told[0]?.term ?? 'cubernetties') : 'cubernetties';
      const segments = [{ start: span.start, end: span.start + 2, text: `We run ${text}.` }];
      const utterances = [{ start: span.start, end: span.start + 2, segments }];
      return {
        ...span,
        utterances,
        speechSeconds: 2,
        language: 'en',
        degraded: false,
        engine: info,
      };
    },
  });
  const written = async (engine: SpeechEngine, asked: typeof terms) => {
    const call = { language: null, hints: [], terms: asked, rank };
    const [cell] = cells;
    assert.ok(cell);
    const part = await hearCells({ cells: [cell], sounds: [sound] }, engine, call, context);
    return joinTranscript({ ...whole, parts: [part] }).segments[0]?.text;
  };

  assert.equal(await written(server(true), []), 'We run cubernetties.');
  assert.equal(await written(server(true), terms), 'We run Kubernetes.');
  assert.equal(await written(server(false), terms), 'We run Kubernetes.');
});

test('terms of a request come before those of the glossary, each once', async () => {
  const lexicon = await loadLexicon({ operatorFile: null });
  const library = {
    brands: [],
    terms: [
      { term: 'Acme', sounds: ['ack me'] },
      { term: 'Zorblax', sounds: [] },
    ],
  };
  const ask = {
    language: null,
    brands: [],
    capabilities: ['transcription' as const],
    glossary_terms: ['Globex', 'ACME'],
  };
  assert.deepEqual(hearingOptions(ask, library, lexicon).terms, [
    { term: 'Globex', sounds: [] },
    { term: 'ACME', sounds: ['ack me'] },
    { term: 'Zorblax', sounds: [] },
  ]);
});

test('names asked for are listened for; without any, those of the lexicon where brands are wanted', async () => {
  const lexicon = await loadLexicon({ operatorFile: null });
  const none = { brands: [] };
  const ask = { language: 'en', brands: ['Acme'], capabilities: ['brands' as const] };
  assert.deepEqual(hearingOptions(ask, none, lexicon), { language: 'en', hints: ['Acme'] });
  assert.equal(hearingOptions({ ...ask, language: 'en_US' }, none, lexicon).language, 'en');
  assert.equal(hearingOptions({ ...ask, language: 'auto' }, none, lexicon).language, null);

  const any = hearingOptions({ ...ask, brands: [] }, none, lexicon);
  assert.ok((any.known?.length ?? 0) > 100);

  const words = hearingOptions(
    { ...ask, brands: [], capabilities: ['transcription'] },
    none,
    lexicon,
  );
  assert.equal(words.known, undefined);
});
