/** Schemas of the OpenAPI document as tables of fields. */
import { markdownTable } from './markdown-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape is walked.
export type Json = any;

const nameOf = ({ $ref }: Json): string => $ref.split('/').at(-1);

/** Schemas that another section of the page shows. */
const elsewhere: Readonly<Record<string, string>> = { ErrorCode: 'errors' };

/** Schemas have headings of their names. */
export function linkTo(schema: Json): string {
  const name = nameOf(schema);
  return `[${name}](#${elsewhere[name] ?? name.toLowerCase()})`;
}

const literal = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const formats: Readonly<Record<string, string>> = { 'date-time': 'moment', uri: 'URL' };

/** A type in words: `integer or null`, `list of [Job](#job)`. */
export function typeOf(schema: Json): string {
  if (schema.$ref) return linkTo(schema);

  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map(literal).join(', ');
  if ('const' in schema) return literal(schema.const);

  if (schema.type === 'array') {
    if (schema.prefixItems) return 'pair of numbers';
    return schema.items ? `list of ${typeOf(schema.items)}` : 'list';
  }

  return formats[schema.format] ?? [schema.type ?? 'anything'].flat().join(' or ');
}

/** Objects inside a field, with what its name goes on by. */
function insideOf(schema: Json): [suffix: string, object: Json][] {
  if (schema.$ref) return [];
  if (schema.properties) return [['.', schema]];
  if (schema.items) {
    return insideOf(schema.items).map(([suffix, object]) => [`[]${suffix}`, object]);
  }
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(insideOf);
}

/** A row for each field; fields of objects that have no name of their own follow theirs. */
export function fieldRows(schema: Json, prefix = ''): string[][] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]: [string, Json]) => {
    const path = `${prefix}${name}`;
    const shown = `\`${path}${required.has(name) ? '' : '?'}\``;
    return [
      [shown, typeOf(field), field.description ?? ''],
      ...insideOf(field).flatMap(([suffix, object]) => fieldRows(object, path + suffix)),
    ];
  });
}

export const fieldTable = (schema: Json): string =>
  markdownTable(['Field', 'Type', 'Meaning'], fieldRows(schema));

function schemaSection([name, schema]: [string, Json]): string {
  const fields = schema.properties ? fieldTable(schema) : `${typeOf(schema)}\n`;
  return `### ${name}\n\n${schema.description}\n\n${fields}`;
}

export const schemaTables = (document: Json): string =>
  (Object.entries(document.components.schemas) as [string, Json][])
    .filter(([name]) => !(name in elsewhere))
    .map(schemaSection)
    .join('\n');
