/** The fixed results of test jobs fit the contract, whatever a job asks for, and say that they are a test. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Ask,
  askOf,
  type Capability,
  capabilities,
  type GivenAsk,
  results as resultsSchema,
  type TestResults,
} from '@reelsight/contract';
import { exampleResults } from '../../../../contract/src/calls/example-results.ts';
import { fixedResults } from './fixed-results.ts';

const everything: GivenAsk = {
  capabilities,
  queries: ['What is it about?', 'Who speaks?'],
  shaped_queries: [{ query: 'Which plan?', choices: ['Free', 'Pro'] }],
  objects: ['dog', 'bicycle'],
  brands: ['Acme', 'Globex'],
  surfaces: ['billboard'],
};
const ask = (given: Partial<GivenAsk> = {}): Ask =>
  askOf({ ...everything, ...given }, { max_fps: 2 });
const forms: readonly TestResults[] = ['whole', 'partial', 'empty'];

describe('the fixed results of test jobs', () => {
  test('fit the contract, and have only the fields of the capabilities that were asked for', () => {
    const requests: Capability[][] = [[...capabilities], ...capabilities.map((name) => [name])];
    for (const form of forms) {
      for (const names of requests) {
        const results = fixedResults(ask({ capabilities: names }), form);
        assert.deepEqual(resultsSchema.parse(results), results);
        for (const name of ['transcription', 'summary', 'brands', 'metadata', 'objects'] as const)
          assert.equal(name in results, names.includes(name), `${name} of ${names} (${form})`);
        assert.equal('query_results' in results, names.includes('custom_query'));
      }
    }
  });

  test('have no field that real results do not have', () => {
    const known = Object.keys(exampleResults);
    for (const field of Object.keys(fixedResults(ask(), 'whole')))
      assert.ok(known.includes(field), field);
  });

  test('carry the mark of a test, and are the same each time', () => {
    for (const form of forms) {
      const results = fixedResults(ask(), form);
      assert.equal(results.meta.test, true);
      assert.deepEqual(results.meta.engines, {}, 'no engine ran');
      assert.equal(results.meta.frames_analyzed, 0);
      assert.deepEqual(fixedResults(ask(), form), results);
    }
    const { transcription, summary, brands = [] } = fixedResults(ask(), 'whole');
    assert.match(transcription?.text ?? '', /test result.*No video was analysed/);
    assert.match(summary?.text ?? '', /test result/);
    for (const { context } of brands.flatMap(({ appearances }) => appearances))
      assert.match(context, /^Test result: .* No video was analysed\.$/);
  });

  test('name the brands and objects of the request, and answer its queries in order', () => {
    const { brands = [], objects = [], query_results: answers = [] } = fixedResults(ask(), 'whole');
    assert.deepEqual(
      brands.map(({ name }) => name),
      ['Acme', 'Globex'],
    );
    assert.deepEqual(
      objects.map(({ name }) => name),
      ['dog', 'bicycle'],
    );
    assert.deepEqual(
      answers.map(({ query, answered }) => [query, answered]),
      [
        ['What is it about?', true],
        ['Who speaks?', true],
        ['Which plan?', false],
      ],
      'an answer with a form is not made up',
    );
  });

  test('quote in evidence what the transcript says at that time', () => {
    const { transcription, query_results: answers = [] } = fixedResults(ask(), 'whole');
    const quotes = answers.flatMap(({ evidence }) => evidence);
    assert.ok(quotes.length > 0);
    for (const { timestamp, quote = '' } of quotes) {
      const segment = transcription?.segments.find(
        ({ start, end }) => start <= timestamp && timestamp < end,
      );
      assert.ok(segment?.text.includes(quote));
    }
  });

  test('of a partial job say what failed, and of an empty one what was not found', () => {
    const partial = fixedResults(ask(), 'partial');
    for (const flag of [
      'transcription_degraded',
      'brand_detection_degraded',
      'query_degraded',
    ] as const)
      assert.equal(partial.meta[flag], true, flag);
    assert.deepEqual(partial.meta.objects_not_found, ['bicycle']);

    const empty = fixedResults(ask(), 'empty');
    assert.equal(empty.transcription?.text, '');
    assert.deepEqual(empty.brands, []);
    assert.equal(empty.meta.no_speech_detected, true);
    assert.deepEqual(empty.meta.objects_not_found, ['dog', 'bicycle']);
  });
});
