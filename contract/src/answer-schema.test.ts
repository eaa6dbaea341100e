/** Tests which schemas for answers are read, which are refused and why, and what fits them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkValue } from './answer-fit.ts';
import { readAnswerSchema } from './answer-schema.ts';

function slotOf(schema: unknown) {
  const read = readAnswerSchema(schema);
  assert.ok(read.ok, read.ok ? '' : `${read.path.join('.')}: ${read.message}`);
  return read.slot;
}

function refusalOf(schema: unknown): string {
  const read = readAnswerSchema(schema);
  assert.ok(!read.ok, 'the schema should be refused');
  return [...read.path, read.message].join(' ');
}

const fits = (schema: unknown, value: unknown): boolean => checkValue(slotOf(schema), value).ok;

const offer = {
  type: 'object',
  properties: {
    sponsor: { type: 'string', minLength: 1 },
    price: { type: ['number', 'null'], minimum: 0 },
    until: { type: 'string', format: 'date' },
  },
  required: ['sponsor'],
  additionalProperties: false,
};

describe('what fits a schema', () => {
  test('an object with its required properties, and no others', () => {
    assert.ok(fits(offer, { sponsor: 'Acme', price: 9.5, until: '2026-02-28' }));
    assert.ok(fits(offer, { sponsor: 'Acme', price: null }));
    assert.ok(!fits(offer, { price: 9.5 }));
    assert.ok(!fits(offer, { sponsor: 'Acme', colour: 'red' }));
    assert.ok(!fits(offer, { sponsor: 'Acme', until: '2026-02-30' }));
    assert.ok(!fits(offer, { sponsor: 'Acme', price: -1 }));
    assert.ok(!fits(offer, JSON.parse('{"sponsor": "Acme", "__proto__": {"price": 1}}')));
  });

  test('a list within its limits', () => {
    const list = { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, uniqueItems: true };
    assert.ok(fits(list, ['a', 'b']));
    for (const value of [[], ['a', 'a'], ['c'], 'a', null]) assert.ok(!fits(list, value));
  });

  test('a whole number between its limits', () => {
    const number = { type: 'integer', exclusiveMinimum: 0, maximum: 10 };
    assert.deepEqual(
      [0, 1, 10, 11, 1.5, '1'].map((value) => fits(number, value)),
      [false, true, true, false, false, false],
    );
  });

  test('the fields of an answer are named by JSON Pointers', () => {
    const schema = { type: 'object', properties: { 'a/b': { type: 'array', items: offer } } };
    const checked = checkValue(slotOf(schema), { 'a/b': [{ sponsor: 'Acme', price: null }] });
    assert.deepEqual(checked, { ok: true, fields: [{ path: '/a~1b/0/sponsor', value: 'Acme' }] });
  });

  test('an answer of a schema that refers to itself, to a limited depth', () => {
    const tree = {
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, child: { $ref: '#/$defs/node' } },
          required: ['name'],
        },
      },
      $ref: '#/$defs/node',
    };
    const nested = (levels: number): object =>
      levels === 0 ? { name: 'x' } : { name: 'x', child: nested(levels - 1) };
    assert.ok(fits(tree, nested(5)));
    assert.ok(!fits(tree, nested(50)));
  });
});

describe('schemas that are refused', () => {
  const refused: readonly (readonly [unknown, RegExp])[] = [
    [true, /must be a JSON Schema/],
    [{}, /must have a type/],
    [{ type: 'text' }, /has the type "text"/],
    [{ type: 'null' }, /other than null/],
    [{ type: ['string', 'number'] }, /must have one type/],
    [{ type: 'string', pattern: '(a+)+$' }, /keyword "pattern", which is not supported/],
    [{ type: { toString: 1 } }, /has the type {"toString":1}; types are/],
    [
      { type: 'object', properties: { a: { type: 'string' } }, required: [{ toString: 0 }] },
      /requires {"toString":0}/,
    ],
    [{ type: 'string', minimum: 1 }, /"minimum", which does not apply to type string/],
    [{ type: 'string', minLength: 5, maxLength: 2 }, /so no text can fit/],
    [{ type: 'string', format: 'regex' }, /formats are date, date-time, time/],
    [{ type: 'string', format: 'date', maxLength: 4 }, /a length that no date has/],
    [{ type: 'number', minimum: 2, maximum: 1 }, /so no number can fit/],
    [{ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, /so no number can fit/],
    [{ type: 'number', enum: [1, 'one'] }, /allows "one", which its other keywords exclude/],
    [{ enum: [] }, /list of 1 to 100 values/],
    [{ enum: ['a', 'a'] }, /more than once/],
    [{ type: 'array' }, /must say what its items are/],
    [{ type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 2 }, /no list can fit/],
    [{ type: 'object', properties: {} }, /1 to 50 properties/],
    [{ type: 'object' }, /must name its properties/],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }, /requires "b"/],
    [{ $ref: 'https://example.com/schema.json' }, /inside this one/],
    [{ $ref: '#/$defs/a' }, /not in this schema/],
    [{ $ref: '#' }, /leads only to itself/],
    [
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      /itself/,
    ],
    [
      { type: 'object', properties: { me: { $ref: '#' } }, required: ['me'] },
      /contains itself without end/,
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, /anyOf only for one schema or/],
    [{ type: 'string', description: 'a\u0000b' }, /control characters/],
    [JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'), /__proto__/],
    [JSON.parse('{"type":"number","maximum":1e999}'), /too large/],
    [{ type: 'string', description: 'x'.repeat(9000) }, /longer than 8000 characters/],
  ];
  for (const [schema, message] of refused)
    test(String(message), () => assert.match(refusalOf(schema), message));

  test('thousands of levels are refused without recursion', () => {
    const deep = `${'{"items":'.repeat(900)}{}${'}'.repeat(900)}`;
    assert.match(refusalOf(JSON.parse(deep)), /deeper than 8 levels/);
  });
});

test('reading the largest schemas takes a moment', () => {
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  const references = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/a' }]));
  const wide = { type: 'object', properties: references };
  const schema = { $defs: { a: { ...wide, required: [] } }, ...wide };
  const startedMs = performance.now();
  slotOf(schema);
  const value = Object.fromEntries(names.map((name) => [name, {}]));
  assert.ok(fits(schema, value));
  assert.ok(performance.now() - startedMs < 200);
});
