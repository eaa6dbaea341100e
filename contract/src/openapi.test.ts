/**
 * Tests that the OpenAPI document is valid and complete, and that it agrees with the error table and the table of
 * calls.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { z } from 'zod';
import { type Access, accessesOf, callRows } from './calls/index.ts';
import { errorTable } from './errors.ts';
import { eventSchemas } from './event.ts';
import { eventKindsWhere, exampleEvent } from './event-kinds.ts';
import { callErrors, openapiDocument, openapiPath, operationId } from './openapi.ts';

interface Described {
  readonly description?: string;
}
interface Operation extends Described {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters: readonly (Described & { readonly name: string })[];
  readonly responses: Readonly<
    Record<string, Described & { readonly headers?: Readonly<Record<string, Described>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Described>> };
}

const documentOf = (...accesses: Access['by'][]): Document =>
  JSON.parse(JSON.stringify(openapiDocument('http://localhost:8080', accesses))) as Document;

const document = documentOf('key', 'operator');
const publicCalls = callRows.flatMap(([id, row]) =>
  accessesOf(row)
    .filter(({ by }) => by === 'key' || by === 'operator')
    .map((access) => ({ id, row, access })),
);

function eachNode(
  value: unknown,
  visit: (key: string, value: unknown, path: string) => void,
): void {
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      visit(key, inner, `${path}/${key}`);
      walk(inner, `${path}/${key}`);
    }
  };
  walk(value, '');
}

test('the document is valid OpenAPI 3.1', async () => {
  for (const one of [document, documentOf('session')]) {
    const validator = new Validator();
    const result = await validator.validate(structuredClone({ ...one }));
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.equal(validator.version, '3.1');
  }
});

test('every reference leads somewhere', () => {
  const broken: string[] = [];
  let count = 0;

  eachNode(document, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return;
    count += 1;
    const steps = value.replace(/^#\//, '').split('/');
    let at: unknown = document;
    for (const step of steps) at = (at as Record<string, unknown> | undefined)?.[step];
    if (at === undefined || !value.startsWith('#/')) broken.push(value);
  });
  assert.ok(count > 50, `only ${count} references were found`);
  assert.deepEqual(broken, []);
});

test('no text ends a comment, because generators of clients write descriptions into comments', () => {
  const ending = textsOf(document).filter((text) => text.includes('*/'));
  assert.deepEqual(ending, []);
});

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

test('every call of a key or the operator is an operation, and nothing else is', () => {
  const inDocument = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]) => `${method} ${path} ${one.operationId}`),
  );
  const inTable = publicCalls.map(
    ({ id, row, access }) =>
      `${row.method.toLowerCase()} ${openapiPath(access.path)} ${operationId(id, access)}`,
  );
  assert.ok(inTable.length >= 29);
  assert.deepEqual(inDocument.sort(), inTable.sort());

  const ids = publicCalls.map(({ id, access }) => operationId(id, access));
  assert.equal(new Set(ids).size, ids.length);
});

test('every error of a call stands under its status with the words of the table', () => {
  for (const { id, row, access } of publicCalls) {
    const operation = document.paths[openapiPath(access.path)]?.[row.method.toLowerCase()];
    for (const code of callErrors(row, access)) {
      const { status, text } = errorTable[code];
      assert.ok(status !== null, `${id} names ${code}, which has no HTTP status`);
      assert.ok(
        operation?.responses[String(status)]?.description?.includes(`\`${code}\`: ${text}`),
        `${id} ${status} ${code}`,
      );
    }
  }
});

test('every code the document names is in the table', () => {
  const named = [...JSON.stringify(document.paths).matchAll(/`([A-Z][A-Z_0-9]{3,})`/g)];
  assert.ok(named.length > 50, `only ${named.length} codes were found`);
  assert.deepEqual(
    named.map(([, code]) => code as string).filter((code) => !(code in errorTable)),
    [],
  );
});

describe('Every call has examples', () => {
  const misfit = (schema: z.ZodType, value: unknown): string | null => {
    const { error } = schema.safeParse(value);
    return error ? error.message : null;
  };

  test('a body that is taken carries one that fits', () => {
    const bodies = callRows.filter(([, { body }]) => body);
    assert.ok(bodies.length > 20);

    for (const [id, { body, example, more = {} }] of bodies) {
      for (const one of [example, ...Object.values(more)]) {
        assert.ok(one !== undefined, `${id} has no example`);
        assert.equal(misfit(body as z.ZodType, one), null, id);
      }
    }
  });

  test('so does every answer', () => {
    for (const [id, { answers }] of callRows) {
      for (const { status, body, example, more = {} } of answers) {
        for (const one of body ? [example, ...Object.values(more)] : []) {
          assert.ok(one !== undefined, `${id} ${status} has no example`);
          assert.equal(misfit(body as z.ZodType, one), null, `${id} ${status}`);
        }
      }
    }
  });

  test('an event of each kind fits its schema', () => {
    for (const kind of eventKindsWhere(() => true))
      assert.equal(misfit(eventSchemas[kind], exampleEvent(kind)), null, kind);
  });

  test('every parameter of a path has an example, and no row names another', () => {
    for (const [id, row] of callRows) {
      const inPaths = accessesOf(row).flatMap(({ path }) =>
        [...path.matchAll(/:(\w+)|\*/g)].map(([all, name = all]) => name),
      );
      const names = new Set(inPaths.filter((name) => name !== 'workspace'));
      assert.deepEqual(Object.keys(row.params ?? {}).sort(), [...names].sort(), id);
    }
  });

  test('only the stream of events, the ZIP file of many jobs, a CSV file, a picture and redirects have none', () => {
    const empty = callRows.filter(
      ([, row]) =>
        row.example === undefined &&
        row.answers.every(({ example, status }) => example === undefined && status !== 302) &&
        Object.keys(row.params ?? {}).length === 0,
    );
    assert.deepEqual(
      empty.map(([id]) => id),
      ['streamEvents', 'exportMany', 'getTrendsFile', 'readLogoReference'],
    );
  });
});
