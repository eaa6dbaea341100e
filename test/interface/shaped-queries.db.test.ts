/** Questions whose answers have a form: which are accepted and shown again, and which are refused and why. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sharedSubject } from './shared-subject.ts';
import { refused, refusing, type Subject, videoUrl } from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

const base = { url: videoUrl, capabilities: ['custom_query'] };
const refuse = refusing('/v1/jobs', base);
const choices = { query: 'Which plan?', choices: ['Starter', 'Pro'] };
const recursive = {
  $defs: {
    offer: {
      type: 'object',
      properties: { name: { type: 'string' }, better: { $ref: '#/$defs/offer' } },
      required: ['name'],
    },
  },
  $ref: '#/$defs/offer',
};

describe('shaped_queries', () => {
  test('are a question of custom_query, and shown again as asked', async () => {
    const owner = await subject.owner();
    const shapedQueries = [choices, { ready: 'chapters' }, { query: 'What?', schema: recursive }];
    const { job_id: id } = await owner.job({ ...base, shaped_queries: shapedQueries });
    const { json } = await owner.get(`/v1/jobs/${id}`);
    assert.deepEqual(json.data.shaped_queries, shapedQueries);
    assert.equal(json.data.queries, undefined);
  });

  test('count with queries against the plan', async () => {
    const owner = await subject.owner('free');
    const queries = ['a', 'b'];
    await refuse(owner, { queries, shaped_queries: [choices, choices] }, 'TOO_MANY_QUERIES');
    await refuse(owner, { shaped_queries: [] }, 'INVALID_CAPABILITIES');
  });

  const bad: readonly (readonly [name: string, shapedQuery: unknown, message: RegExp])[] = [
    ['no form', { query: 'What?' }, /exactly one of choices, schema and ready/],
    ['two forms', { ...choices, ready: 'chapters' }, /exactly one of/],
    ['no question', { choices: ['a', 'b'] }, /query/],
    ['one choice', { query: 'Which?', choices: ['a'] }, /at least 2 items/],
    ['the same choice twice', { query: 'Which?', choices: ['a', 'a'] }, /is alike to "a"/],
    ['choices that are alike', { query: 'Which?', choices: ['Café', 'CAFE'] }, /is alike to/],
    ['a choice without letters', { query: 'Which?', choices: ['a', '?'] }, /a letter or a digit/],
    ['a schema that is none', { query: 'What?', schema: { type: 'text' } }, /has the type "text"/],
    ['a schema that is a list', { query: 'What?', schema: [] }, /schema/],
    [
      'a pattern that explodes',
      { query: 'What?', schema: { type: 'string', pattern: '(a+)+$' } },
      /"pattern", which is not supported/,
    ],
    [
      'what can not be',
      { query: 'What?', schema: { type: 'number', minimum: 2, maximum: 1 } },
      /no number can fit/,
    ],
    ['an unknown ready question', { ready: 'jokes' }, /must be one of chapters/],
    ['a character that no database stores', { query: 'a\u0000', choices: ['a', 'b'] }, /control/],
    [
      'such a character in a schema',
      { query: 'What?', schema: { enum: ['a\u0000', 'b'] } },
      /control characters/,
    ],
  ];
  for (const [name, shapedQuery, message] of bad)
    test(`${name}: VALIDATION_FAILED`, async () => {
      const owner = await subject.owner();
      const answer = await owner.post('/v1/jobs', { ...base, shaped_queries: [shapedQuery] });
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.match(answer.json.error.message, message);
    });

  test('a schema as large as a body may be is refused in a moment', async () => {
    const owner = await subject.owner();
    const deep = `${'{"items":'.repeat(950)}{}${'}'.repeat(950)}`;
    const startedMs = performance.now();
    const shapedQueries = [{ query: 'What?', schema: JSON.parse(deep) }];
    const answer = await owner.post('/v1/jobs', { ...base, shaped_queries: shapedQueries });
    refused(answer, 422, 'VALIDATION_FAILED');
    assert.ok(performance.now() - startedMs < 2000);
  });

  test('a preset keeps them for its jobs', async () => {
    const owner = await subject.owner();
    const preset = { name: 'Plans', capabilities: ['custom_query'], shaped_queries: [choices] };
    const saved = await owner.post('/v1/presets', preset);
    assert.equal(saved.status, 201);
    const { job_id: id } = await owner.job({ url: videoUrl, preset: 'Plans', capabilities: null });
    const { json } = await owner.get(`/v1/jobs/${id}`);
    assert.deepEqual(json.data.shaped_queries, [choices]);
  });
});
