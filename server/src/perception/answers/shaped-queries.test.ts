/** Tests answers in a form: what the embedded engine looks up, and what is left of a model's answer after the check. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queryResult, type ShapedQuery } from '@reelsight/contract';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { openLoopback, says, textOf } from '../../../testing/engines/model-server.ts';
import type { Material } from '../../analysis/passages.ts';
import { openExtractive } from '../../engines/extractive/extractive.ts';
import type { LanguageEngine } from '../../engines/language.ts';
import { openRemote } from '../../engines/openai-compatible/client.ts';
import { openRemoteLanguage } from '../../engines/openai-compatible/language.ts';
import { answerShapedQueries } from './shaped-queries.ts';

const context = { signal: new AbortController().signal, meter: () => {} };
const lines = [
  'The joiner Clara Benson runs the workshop.',
  'The Starter plan costs nine dollars a month.',
  'Most people take the Pro plan.',
  'The workshop opened on May 4th, 1998.',
  'Twelve carpenters work here today.',
  'This video is sponsored by Acme Tools.',
  'Acme Tools gives you 20% off with the code WOOD20 at acmetools.com.',
];
const material: Material = {
  transcription: {
    language: 'en',
    segments: lines.map((text, index) => ({ start: index * 10, end: index * 10 + 8, text })),
  },
};

async function answerOf(
  shapedQuery: ShapedQuery,
  engine: LanguageEngine = openExtractive(),
  videoMaterial: Material = material,
) {
  const { value } = await answerShapedQueries(videoMaterial, [shapedQuery], engine, context);
  const [result] = queryResult.array().parse(value);
  assert.ok(result);
  return result;
}

describe('without a model', () => {
  test('no more is looked up than can be read in time, however many sentences there are', async () => {
    const segments = Array.from({ length: 60_000 }, (_, index) => ({
      start: index / 5,
      end: (index + 1) / 5,
      text: 'Is it 5?',
    }));
    const names = Array.from({ length: 30 }, (_, index) => `price ${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
    const shapedQuery = { query: 'What did it cost?', schema: { type: 'object', properties } };
    const began = cpuMs();
    await answerOf(shapedQuery, openExtractive(), { transcription: { language: 'en', segments } });
    const ms = cpuMs() - began;
    assert.ok(ms < 8000, `${ms} ms`);
  });

  test('a choice, with the words that say it and their second', async () => {
    const choices = ['Starter', 'Pro', 'Business'];
    const result = await answerOf({ query: 'Which plan do most people take?', choices });
    assert.equal(result.value, 'Pro');
    assert.equal(result.fields?.[0]?.evidence[0]?.timestamp, 20);
    assert.match(result.evidence[0]?.quote ?? '', /Pro plan/);
  });

  test('a choice that no word for its kind is said with, however its name is bent', async () => {
    const choices = ['NASA', 'ESA', 'Roscosmos'];
    const kinds = [
      "They visited NASA's control center last summer.",
      'They visited NASA’s control center last summer.',
      'They visited the NASA team last summer.',
      'They visited a NASA-built control center last summer.',
    ];
    for (const line of kinds) {
      const segments = [lines[0] ?? '', line, lines[4] ?? ''].map((text, index) => ({
        start: index * 10,
        end: index * 10 + 8,
        text,
      }));
      const spoken: Material = { transcription: { language: 'en', segments } };
      const choiceFor = async (query: string) =>
        (await answerOf({ query, choices }, undefined, spoken)).value;
      assert.equal(await choiceFor('Which space agency did they visit?'), 'NASA', line);
      assert.equal(await choiceFor('Which agency is mentioned?'), 'NASA', line);
      assert.equal(await choiceFor('Which agency launched the telescope?'), undefined, line);
    }
  });

  test('a number, a day and a name', async () => {
    const number = { query: 'How many carpenters work here?', schema: { type: 'integer' } };
    const day = { query: 'When did it open?', schema: { type: 'string', format: 'date' } };
    const name = { query: 'Who runs the workshop?', schema: { type: 'string' } };
    assert.equal((await answerOf(number)).value, 12);
    assert.equal((await answerOf(day)).value, '1998-05-04');
    assert.equal((await answerOf(name)).value, 'Clara Benson');
  });

  test('an object whose properties are asked one by one', async () => {
    const schema = {
      type: 'object',
      properties: {
        price: { type: 'number', description: 'How much does the Starter plan cost?' },
        carpenters: { type: 'integer', description: 'How many carpenters work here?' },
        chairs: { type: 'integer', description: 'How many chairs were sold to the museum?' },
      },
      required: ['price'],
    };
    const result = await answerOf({ query: 'What about the workshop?', schema });
    assert.deepEqual(result.value, { price: 9, carpenters: 12 });
    assert.deepEqual(
      result.fields?.map(({ path, evidence }) => [path, evidence[0]?.timestamp]),
      [
        ['/price', 10],
        ['/carpenters', 40],
      ],
    );

    const strict = { ...schema, required: ['price', 'chairs'] };
    const none = await answerOf({ query: 'What about the workshop?', schema: strict });
    // Without a model it is not known whether the video says it, so nothing claims that it does not.
    assert.deepEqual([none.outcome, none.reason, none.value], ['not_tested', undefined, undefined]);
  });

  test('a value outside the limits is no answer, and neither is the next best', async () => {
    const schema = { type: 'integer', maximum: 10 };
    const result = await answerOf({ query: 'How many carpenters work here?', schema });
    assert.deepEqual([result.answered, result.reason], [false, 'does_not_fit']);
  });

  test('what can only be understood is left to a model', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const unanswered = [
      { query: 'Is the workshop cheap?', schema: { type: 'boolean' } },
      { query: 'Which tools are used?', schema: list },
      { query: 'Do they like it?', choices: ['Yes', 'No'] },
    ];
    for (const shapedQuery of unanswered)
      assert.equal((await answerOf(shapedQuery)).reason, 'needs_language_model');
  });

  test('a video without anything to read answers nothing', async () => {
    const result = await answerOf({ query: 'Which?', choices: ['a', 'b'] }, openExtractive(), {});
    assert.deepEqual([result.answered, result.reason], [false, 'not_said']);
  });

  test('sponsors with their offers, and when they begin', async () => {
    const brands: Material['brands'] = [];
    const result = await answerOf({ ready: 'sponsors' }, openExtractive(), { ...material, brands });
    const [sponsor] = result.value as Record<string, unknown>[];
    assert.equal(sponsor?.code, 'WOOD20');
    assert.equal(sponsor?.address, 'acmetools.com');
    assert.match(String(sponsor?.offer), /20% off/);
    assert.ok(result.fields?.every(({ evidence }) => evidence.length > 0));
  });

  test('a ready question that is asked ten times is answered once', async () => {
    const segments = Array.from({ length: 4000 }, (_, index) => ({
      start: index * 3,
      end: index * 3 + 3,
      text: lines[index % lines.length] ?? '',
    }));
    const spoken: Material = { transcription: { language: 'en', segments }, brands: [] };
    const cpuOf = async (times: number): Promise<number> => {
      const asked = new Array<ShapedQuery>(times).fill({ ready: 'sponsors' });
      const began = cpuMs();
      const { value } = await answerShapedQueries(spoken, asked, openExtractive(), context);
      assert.ok(value.every(({ answered }) => answered));
      return cpuMs() - began;
    };

    await cpuOf(1);
    const once = await cpuOf(1);
    const tenTimes = await cpuOf(10);
    assert.ok(tenTimes < 4 * once, `${tenTimes} ms for ten, ${once} ms for one`);
  });

  test('of sponsors: their own address, and no offer out of a row of catchwords', async () => {
    const said = [
      'This video is sponsored by Oak Harbour.',
      'Promo code, discount code, sale, bonus, coupon, free trial, Oak Harbour, deals.',
      'Oak Harbour was praised by sawnews.net.',
      'At Oak Harbour, your first order comes with a money-back guarantee.',
      'Go to oakharbour.com.',
    ];
    const segments = said.map((text, index) => ({ start: index * 6, end: index * 6 + 5, text }));
    const spoken: Material = { transcription: { language: 'en', segments }, brands: [] };
    const result = await answerOf({ ready: 'sponsors' }, openExtractive(), spoken);
    assert.deepEqual(result.value, [
      { sponsor: 'Oak Harbour', offer: said[3], address: 'oakharbour.com', start: 0 },
    ]);
  });

  test('chapters are named by what is said in them, and none of them is an advertisement', async () => {
    const part = (lines: readonly string[], times: number) =>
      Array.from({ length: times }, () => lines).flat();
    const said = [
      'This video is sponsored by Acme Tools.',
      'Acme Tools gives you 20% off with the code WOOD20 at acmetools.com.',
      ...part(['The rye bread needs a sour dough.', 'A sour dough needs the flour of a mill.'], 30),
      'This part of the video is sponsored by Oak Harbour.',
      'Go to oakharbour.com and use the code HARBOUR for 10% off at Oak Harbour.',
      ...part(['The chain of the bicycle wants oil.', 'Without a chain no bicycle moves.'], 30),
    ];

    const segments = said.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }));
    const spoken: Material = { transcription: { language: 'en', segments }, brands: [] };
    const result = await answerOf({ ready: 'chapters' }, openExtractive(), spoken);
    const chapters = result.value as { title: string; start: number }[];

    const isInBreak = (start: number): boolean => start < 10 || (start >= 310 && start < 320);
    assert.ok(!chapters.some(({ start }) => isInBreak(start)));
    assert.match(chapters[0]?.title ?? '', /sour dough/i);
    assert.match(chapters.at(-1)?.title ?? '', /bicycle/i);
    for (const { quote } of result.evidence) assert.doesNotMatch(quote ?? '', /sponsored|code/);
  });

  test('a video that is an advertisement has chapters all the same', async () => {
    const said = Array.from(
      { length: 20 },
      (_, index) => `Use the code WOOD20 for 20% off at acmetools.com, number ${index}.`,
    );
    const segments = said.map((text, index) => ({ start: index * 3, end: index * 3 + 3, text }));
    const spoken: Material = { transcription: { language: 'en', segments }, brands: [] };
    const result = await answerOf({ ready: 'chapters' }, openExtractive(), spoken);
    assert.equal((result.value as object[]).length, 1);
  });

  test('the chapters that the author named come first', async () => {
    const chapters = [
      { start: 0, end: 30, title: 'Plans' },
      { start: 30, end: 70, title: 'The workshop' },
    ];
    const result = await answerOf({ ready: 'chapters' }, openExtractive(), {
      ...material,
      metadata: { chapters, duration_seconds: 70 },
    });
    assert.deepEqual(result.value, [
      { title: 'Plans', start: 0 },
      { title: 'The workshop', start: 30 },
    ]);
  });
});

async function modelAnswer(reply: object, shapedQuery: ShapedQuery) {
  await using server = await openLoopback(() => says(reply));
  const remote = openRemote({
    url: server.url,
    apiKey: null,
    timeoutMs: 2000,
    maxRetries: 0,
    maxTokensPerJob: 1e6,
    models: { language: 'small', vision: null, speech: null },
  });
  const engine = openRemoteLanguage(remote, { materialTokens: 4000, answerTokens: 300 });
  assert.ok(engine);
  const result = await answerOf(shapedQuery, engine);
  return { result, requests: server.received };
}

const offers = {
  type: 'array',
  items: {
    type: 'object',
    properties: { plan: { type: 'string' }, price: { type: 'number' }, trial: { type: 'string' } },
    required: ['plan', 'price'],
  },
};

describe('with a model', () => {
  test('each value needs a quote that is said, and an item without one is left out', async () => {
    const { result, requests } = await modelAnswer(
      {
        answered: true,
        confidence: 0.8,
        value: [
          { plan: 'Invented', price: 5, trial: null },
          { plan: 'Starter', price: 9, trial: null },
        ],
        evidence: [
          { field: '/0', passage: 2, quote: 'words that nobody says' },
          { field: '/1/plan', passage: 2, quote: 'The Starter plan costs' },
          { field: '/1/price', passage: 2, quote: 'costs nine dollars a month' },
        ],
      },
      { query: 'Which plans are there?', schema: offers },
    );
    assert.deepEqual(result.value, [{ plan: 'Starter', price: 9 }]);
    assert.deepEqual(
      result.fields?.map(({ path }) => path),
      ['/0/plan', '/0/price'],
    );
    assert.equal(result.confidence, 0.4);

    const format = requests[0]?.body.response_format as {
      json_schema?: { schema?: { properties?: Record<string, unknown> } };
    };
    assert.ok(format.json_schema?.schema?.properties?.value);
    assert.doesNotMatch(textOf(requests[0], 'system'), /Which plans/);
  });

  test('a number that its quote contradicts is no answer', async () => {
    const { result } = await modelAnswer(
      {
        answered: true,
        confidence: 0.9,
        value: 19,
        evidence: [{ field: '', passage: 2, quote: 'costs nine dollars a month' }],
      },
      { query: 'How much is it?', schema: { type: 'number' } },
    );
    assert.deepEqual([result.answered, result.reason], [false, 'no_evidence']);
  });

  test('an answer that never fits is asked for twice, then looked up', async () => {
    const { result, requests } = await modelAnswer(
      { answered: true, confidence: 0.9, value: 'Platinum', evidence: [] },
      { query: 'Which plan do most people take?', choices: ['Starter', 'Pro'] },
    );
    assert.equal(requests.length, 2);
    assert.equal(result.value, 'Pro');
  });

  test('a model that knows no answer gives none', async () => {
    const { result } = await modelAnswer(
      { answered: false, confidence: 0, value: null, evidence: [] },
      { query: 'Which plan?', choices: ['Starter', 'Pro'] },
    );
    assert.deepEqual([result.answered, result.outcome], [false, 'not_found']);
  });
});
