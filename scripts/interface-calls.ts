/** Makes a table of the calls in the OpenAPI document. The page `/docs/api` shows the input and output of each call. */
import { markdownTable } from './markdown-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape is walked.
export type Json = any;

const code = (value: string): string => `\`${value}\``;

const scopesOf = (operation: Json): string =>
  [operation['x-scope'], operation['x-scope-too']].filter(Boolean).map(code).join(', ');

export function callTable(document: Json, by: 'key' | 'operator'): string {
  const scheme = by === 'key' ? 'apiKey' : 'operatorToken';
  const operations = (Object.entries(document.paths) as [string, Json][]).flatMap(
    ([path, methods]) =>
      (Object.entries(methods) as [string, Json][])
        .filter(([, operation]) => scheme in operation.security[0])
        .map(([method, operation]) => ({ path, method, operation })),
  );
  const rows = operations.map(({ path, method, operation }) => [
    code(`${method.toUpperCase()} ${path}`),
    operation.summary,
    ...(by === 'key' ? [operation['x-scope'] ? scopesOf(operation) : 'any'] : []),
  ]);

  return markdownTable(['Call', 'What it does', ...(by === 'key' ? ['Scope'] : [])], rows);
}
