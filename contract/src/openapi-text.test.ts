/**
 * Tests the texts of the OpenAPI document: everything is described, numbers have a unit, and examples cover every field
 * and fit their schemas. A failure lists the places; `units` and `isExample` define what is accepted.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { misfit } from '../../test/interface/json-schema.ts';
import { type ErrorEntry, errorTable } from './errors.ts';
import { openapiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape is walked.
type Json = any;
type Place = readonly [path: string, node: Json];

const document: Json = JSON.parse(
  JSON.stringify(
    openapiDocument('http://localhost:8080', ['key', 'operator', 'runner', 'session']),
  ),
);
const operations: readonly Place[] = [document.paths, document.webhooks].flatMap((items) =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, one]): Place => [`${method} ${path}`, one]),
  ),
);

const resolved = (schema: Json): Json =>
  schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

/** The schema itself and every schema inside it; references are not followed. */
function schemasIn(schema: Json, path: string): Place[] {
  if (typeof schema !== 'object' || schema === null) return [];

  const inner: [string, Json][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]): [string, Json] => [name, one]),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) =>
      (schema[key] ?? []).map((one: Json, index: number): [string, Json] => [
        `${key}/${index}`,
        one,
      ]),
    ),
    ...(schema.items ? [['[]', schema.items] as [string, Json]] : []),
  ];
  return [[path, schema], ...inner.flatMap(([name, one]) => schemasIn(one, `${path}/${name}`))];
}

/** The body of a request or an answer, with its schema and its examples. */
interface Body {
  readonly path: string;
  readonly schema: Json;
  readonly examples: readonly Json[];
}

const examplesOf = (one: Json): Json[] => [
  ...('example' in one ? [one.example] : []),
  ...Object.values(one.examples ?? {}).map((example: Json) => example.value),
];

const jsonOf = (path: string, { content = {} }: Json): Body[] => {
  const media = content['application/json'];
  return media ? [{ path, schema: media.schema, examples: examplesOf(media) }] : [];
};

/**
 * Whether the body is an error that only calls outside the public API return. The list of codes in the document leaves
 * such errors out.
 */
const ofConsole = (body: Json): boolean =>
  (errorTable as Record<string, ErrorEntry>)[body?.error?.code]?.consoleOnly === true;

const bodies: readonly Body[] = operations.flatMap(([id, { requestBody, responses }]) => [
  ...(requestBody ? jsonOf(`${id} request`, requestBody) : []),
  ...Object.entries(responses).flatMap(([status, one]) => jsonOf(`${id} ${status}`, one)),
]);
const parameters: readonly Place[] = operations.flatMap(([id, one]) =>
  (one.parameters ?? []).map(
    (parameter: Json): Place => [`${id} ${parameter.in} ${parameter.name}`, parameter],
  ),
);
const headers: readonly Place[] = operations.flatMap(([id, { responses }]) =>
  Object.entries(responses).flatMap(([status, one]) =>
    Object.entries((one as Json).headers ?? {}).map(
      ([name, each]): Place => [`${id} ${status} header ${name}`, each],
    ),
  ),
);
const schemas: readonly Place[] = [
  ...Object.entries(document.components.schemas).flatMap(([id, one]) => schemasIn(one, id)),
  ...bodies.flatMap(({ path, schema }) => schemasIn(schema, path)),
];
const fields: readonly Place[] = schemas.flatMap(([path, schema]) =>
  Object.entries(schema.properties ?? {}).map(([name, one]): Place => [`${path}/${name}`, one]),
);

const isDescribed = ({ description }: Json): boolean => (description?.length ?? 0) >= 8;

/** The description of a number must match this pattern: it names the unit, what is counted, or the range. */
const units =
  /\b(seconds?|milliseconds|minutes|hours|days|bytes|pixels|credits|fractions?|percent|frames a second|HTTP status|version)\b|\bnumber of\b|\bcounted from \d|\d to \d/i;

function isNumber(schema: Json): boolean {
  const one = resolved(schema);
  if (typeof (one?.enum ?? [one?.const])[0] === 'number') return true;
  if (one?.type === 'array') return isNumber(one.items);
  if ([one?.type].flat().some((type) => type === 'number' || type === 'integer')) return true;
  return [...(one?.anyOf ?? []), ...(one?.oneOf ?? [])].some(isNumber);
}

/** Whether the value shows anything; null and empty lists do not. */
const isExample = (value: Json): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Schemas of the fields for which an example has a value. */
const shown = new Set<Json>();

function show(schema: Json, value: Json): void {
  const one = resolved(schema);
  for (const option of [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])])
    if (misfit(document, option, value) === null) show(option, value);

  if (Array.isArray(value)) for (const each of value) if (one.items) show(one.items, each);
  if (typeof value !== 'object' || value === null) return;

  for (const [name, field] of Object.entries(one.properties ?? {})) {
    if (!isExample(value[name])) continue;
    shown.add(field);
    show(field, value[name]);
  }
}

for (const { schema, examples } of bodies) for (const example of examples) show(schema, example);
for (const [, one] of schemas) for (const example of one.examples ?? []) show(one, example);

/** Names of all places that fail the check, without duplicates. */
const failing = (all: readonly Place[], holds: (one: Json) => boolean): string[] => [
  ...new Set(all.filter(([, one]) => !holds(one)).map(([path]) => path)),
];

test('all of the interface is looked at', () => {
  assert.ok(fields.length > 500, `only ${fields.length} fields were found`);
  assert.ok(parameters.length > 80, `only ${parameters.length} parameters were found`);
  assert.ok(headers.length > 200, `only ${headers.length} headers were found`);
  assert.ok(bodies.length > 200, `only ${bodies.length} bodies were found`);
  assert.ok(operations.length > 80, `only ${operations.length} calls were found`);
});

describe('Everything is described', () => {
  test('every field', () => assert.deepEqual(failing(fields, isDescribed), []));
  test('every parameter', () => assert.deepEqual(failing(parameters, isDescribed), []));
  test('every header', () => assert.deepEqual(failing(headers, isDescribed), []));
  test('every call, by a line and a text', () => {
    const holds = (one: Json) => isDescribed(one) && one.summary?.length >= 8;
    assert.deepEqual(failing(operations, holds), []);
  });
  test('every tag of a call that is public: `tags` of openapi.ts', () => {
    const known: readonly string[] = document.tags.map((tag: Json) => tag.name);
    const wanted = operations.flatMap(([, one]) =>
      one.security?.some((scheme: Json) => 'session' in scheme || 'runnerToken' in scheme)
        ? []
        : (one.tags ?? []),
    );

    assert.deepEqual(
      [...new Set(wanted)].filter((tag) => !known.includes(tag)),
      [],
    );
    assert.deepEqual(
      failing(
        document.tags.map((tag: Json) => [tag.name, tag]),
        isDescribed,
      ),
      [],
    );
  });

  test('every named schema', () => {
    assert.deepEqual(failing(Object.entries(document.components.schemas), isDescribed), []);
  });
});

describe('A number says its unit, that it is a "Number of" something, or its range', () => {
  const saysUnit = (schema: Json, { description }: Json): boolean =>
    !isNumber(schema) || units.test(description ?? '');
  test('every field', () => {
    assert.deepEqual(
      failing(fields, (one) => saysUnit(one, one)),
      [],
    );
  });

  test('every parameter and header', () => {
    assert.deepEqual(
      failing([...parameters, ...headers], (one) => saysUnit(one.schema, one)),
      [],
    );
  });
});

describe('Examples', () => {
  test('every JSON body and JSON answer of a call has one', () => {
    assert.deepEqual(
      bodies.filter(({ examples }) => examples.length === 0).map(({ path }) => path),
      [],
    );
  });

  test('every parameter and header has one, as `example` or in the `examples` of its schema', () => {
    const has = (one: Json) => [...examplesOf(one), ...(one.schema.examples ?? [])].some(isExample);
    assert.deepEqual(failing([...parameters, ...headers], has), []);
  });

  test('every field has a value in an example of a body, or `examples` of its own', () => {
    const has = (one: Json) => shown.has(one) || (one.examples ?? []).some(isExample);
    assert.deepEqual(failing(fields, has), []);
  });

  test('each fits its schema: bodies, answers, errors, webhooks, parameters, fields', () => {
    const all: readonly Body[] = [
      ...bodies,
      ...[...parameters, ...headers].map(([path, one]) => ({
        path,
        schema: one.schema,
        examples: examplesOf(one),
      })),
      ...schemas.map(([path, schema]) => ({ path, schema, examples: schema.examples ?? [] })),
    ];
    const misfits = all.flatMap(({ path, schema, examples }) =>
      examples
        .filter((example) => !ofConsole(example))
        .map((example) => [path, misfit(document, schema, example)]),
    );

    assert.ok(misfits.length > 500, `only ${misfits.length} examples were found`);
    assert.deepEqual(
      misfits.filter(([, found]) => found !== null),
      [],
    );
  });
});

test('a 429 and a 503 tell when to come back', () => {
  const answers = operations.flatMap(([id, { responses }]) =>
    ['429', '503'].flatMap((status): Place[] =>
      responses[status] ? [[`${id} ${status}`, responses[status]]] : [],
    ),
  );
  assert.ok(answers.length > 60);
  assert.deepEqual(
    failing(answers, ({ headers = {} }) => 'Retry-After' in headers),
    [],
  );
});

test('a stream and a file of text show what they look like', () => {
  const answers = operations.flatMap(([id, { responses }]) =>
    Object.entries<Json>(responses['200']?.content ?? {}).flatMap(([type, media]): Place[] =>
      type === '*/*' || (type === 'text/event-stream' && !id.includes('/console/'))
        ? [[`${id} ${type}`, media]]
        : [],
    ),
  );
  assert.ok(answers.length >= 4, `only ${answers.length} were found`);
  assert.deepEqual(
    failing(answers, ({ example }) => typeof example === 'string' && example.endsWith('\n')),
    [],
  );
});
