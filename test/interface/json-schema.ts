/**
 * Checks whether a value fits a schema in the OpenAPI document. Supports the keywords that the document uses,
 * independently of the code that generates it.
 */
import type { Json } from './subject.ts';

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

function fitsType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type;
}

/** Returns the first place at which the value does not fit the schema, or null. */
export function misfit(document: Json, schema: Json, value: unknown, at = ''): string | null {
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.split('/').at(-1)];
    return misfit(document, target, value, at);
  }

  const inner = (one: Json): string | null => misfit(document, one, value, at);
  const options = schema.anyOf ?? schema.oneOf;
  if (options && !options.some((option: Json) => inner(option) === null))
    return `${at}: ${options.map(inner).join(' | ')}`;

  for (const one of schema.allOf ?? []) if (inner(one)) return inner(one);
  if (schema.type && ![schema.type].flat().some((type) => fitsType(type, value)))
    return `${at}: ${typeOf(value)} is not ${schema.type}`;
  if (schema.enum && !schema.enum.includes(value)) return `${at}: not one of the values`;
  if ('const' in schema && schema.const !== value) return `${at}: not ${schema.const}`;
  if (typeof value === 'string') return misfitText(schema, value, at);
  if (typeof value === 'number') return misfitNumber(schema, value, at);
  if (Array.isArray(value)) return misfitList(document, schema, value, at);

  return typeOf(value) === 'object' ? misfitObject(document, schema, value as Json, at) : null;
}

function misfitText(schema: Json, value: string, at: string): string | null {
  const count = [...value].length;
  if (schema.minLength !== undefined && count < schema.minLength) return `${at}: too short`;
  if (schema.maxLength !== undefined && count > schema.maxLength) return `${at}: too long`;
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return `${at}: wrong form`;
  return null;
}

function misfitNumber(schema: Json, value: number, at: string): string | null {
  if (schema.minimum !== undefined && value < schema.minimum) return `${at}: too small`;
  if (schema.maximum !== undefined && value > schema.maximum) return `${at}: too large`;
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum)
    return `${at}: too small`;
  return null;
}

function misfitList(document: Json, schema: Json, value: unknown[], at: string): string | null {
  if (schema.minItems !== undefined && value.length < schema.minItems) return `${at}: too few`;
  if (schema.maxItems !== undefined && value.length > schema.maxItems) return `${at}: too many`;
  if (!schema.items) return null;

  for (const [index, one] of value.entries()) {
    const found = misfit(document, schema.items, one, `${at}/${index}`);
    if (found) return found;
  }

  return null;
}

function misfitObject(document: Json, schema: Json, value: Json, at: string): string | null {
  const properties = schema.properties ?? {};

  for (const name of schema.required ?? [])
    if (!Object.hasOwn(value, name)) return `${at}/${name}: missing`;

  for (const [name, one] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      const found = misfit(document, properties[name], one, `${at}/${name}`);
      if (found) return found;
    } else if (schema.additionalProperties === false) return `${at}/${name}: unknown`;
  }

  return null;
}
