/** The OpenAPI document: valid, whole, and in agreement with the error table and the routes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorTable } from './errors.ts';
import { openapiDocument, openapiPath, routeErrors } from './openapi.ts';
import { type Route, routes } from './routes.ts';

const document = JSON.parse(JSON.stringify(openapiDocument('http://localhost:8080'))) as {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
};
const allRoutes = Object.entries(routes) as [string, Route][];

function eachNode(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    visit(key, inner);
    eachNode(inner, visit);
  }
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(validator.version, '3.1');
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

test('every route is an operation, and nothing else is', () => {
  const inDocument = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const inTable = allRoutes.map(
    ([, route]) => `${route.method.toLowerCase()} ${openapiPath(route.path)}`,
  );
  assert.deepEqual(inDocument.sort(), inTable.sort());
});

test('every error of a route stands under its status with the words of the table', () => {
  for (const [id, route] of allRoutes) {
    const operation = document.paths[openapiPath(route.path)]?.[route.method.toLowerCase()];
    for (const code of routeErrors(route)) {
      const { status, text } = errorTable[code];
      assert.ok(status !== null, `${id} names ${code}, which has no HTTP status`);
      assert.ok(
        operation?.responses[String(status)]?.description.includes(`\`${code}\`: ${text}`),
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
