/** Calls of the OpenAPI document as sections: parameters, body, answers, errors. */
import { commonErrors, type ErrorCode, errorTable } from '@reelsight/contract';
import { fieldTable, type Json, typeOf } from './interface-schemas.ts';
import { markdownTable } from './markdown-table.ts';

const code = (value: string): string => `\`${value}\``;

function parameterTable({ parameters }: Json): string {
  if (parameters.length === 0) return '';

  const rows = parameters.map((parameter: Json) => [
    `${code(parameter.name)} (${parameter.in})`,
    typeOf(parameter.schema),
    parameter.description,
    code(String(parameter.example)),
  ]);
  return `${markdownTable(['Parameter', 'Type', 'Meaning', 'Example'], rows)}\n`;
}

const jsonOf = (one: Json): Json => one?.content?.['application/json']?.schema;

function bodyLine({ requestBody }: Json): string {
  if (!requestBody) return '';
  const { schema, example, examples } = requestBody.content['application/json'] ?? {};
  if (!schema) return `Body: ${requestBody.description}\n\n`;
  const usual = JSON.stringify(example ?? examples.usual.value, null, 2);
  return `Body: ${typeOf(schema)}.\n\n\`\`\`json\n${usual}\n\`\`\`\n\n`;
}

/** What is in the envelope, or the media type of what has none. */
function answerType(answer: Json): string {
  const schema = jsonOf(answer);
  const data = schema?.properties?.data;
  if (data) return typeOf(data);
  if (schema) return typeOf(schema);
  return Object.keys(answer.content ?? {})
    .map(code)
    .join(', ');
}

/** Headers that every answer has are told in the overview. */
const usual = /^X-(Request-Id|RateLimit-)/;

function answerTable({ responses }: Json): string {
  const rows = (Object.entries(responses) as [string, Json][])
    .filter(([status]) => Number(status) < 400)
    .map(([status, one]) => [
      status,
      answerType(one),
      one.description,
      Object.keys(one.headers ?? {})
        .filter((name) => !usual.test(name))
        .map(code)
        .join(', '),
    ]);
  return markdownTable(['Status', '`data`', 'Meaning', 'Headers'], rows);
}

/** Data that has no name of its own is shown with its fields. */
function inlineFields({ responses }: Json): string {
  const tables = (Object.values(responses) as Json[]).flatMap((response) => {
    const data = jsonOf(response)?.properties?.data;
    const object = data?.items ?? data;
    return object?.properties ? [`\nFields of \`data\`:\n\n${fieldTable(object)}`] : [];
  });
  return tables.join('');
}

function ownErrors({ responses }: Json): string {
  const shared: readonly string[] = [...commonErrors.key, ...commonErrors.body];
  const named = (Object.values(responses) as Json[]).flatMap((response) =>
    Object.keys(response.content?.['application/json']?.examples ?? {}),
  );
  const own = named.filter((name) => name in errorTable && !shared.includes(name));
  if (own.length === 0) return '';

  const shown = own.map((name) => `${code(name)} (${errorTable[name as ErrorCode].status})`);
  return `\nErrors: ${shown.join(', ')}.\n`;
}

function section(path: string, method: string, one: Json): string {
  const scope = one['x-scope'] ? ` Scope: ${code(one['x-scope'])}.` : '';
  return `### ${method.toUpperCase()} ${path}

${one.summary} ${one.description}${scope}

${parameterTable(one)}${bodyLine(one)}${answerTable(one)}${inlineFields(one)}${ownErrors(one)}`;
}

export function callsOf(document: Json, by: 'key' | 'operator'): string {
  const scheme = by === 'key' ? 'apiKey' : 'operatorToken';
  return (Object.entries(document.paths) as [string, Json][])
    .flatMap(([path, item]) =>
      (Object.entries(item) as [string, Json][])
        .filter(([, one]) => scheme in one.security[0])
        .map(([method, one]) => section(path, method, one)),
    )
    .join('\n');
}
