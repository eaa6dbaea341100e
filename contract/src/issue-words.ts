/** Describes in words what is wrong with arguments, for errors of the API and of the tools for assistants. */
import type { z } from 'zod';
import { cutText } from './cut-text.ts';
import { nearest } from './nearest.ts';

/** The part of a schema that is needed to read field names. */
interface SchemaLike {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly innerType?: SchemaLike;
      readonly element?: SchemaLike;
      readonly shape?: Readonly<Record<string, SchemaLike>>;
    };
  };
}

interface Checked {
  readonly schema: z.ZodType;
  /** Name of the whole value, such as `body`, for problems that concern no single field. */
  readonly where: string;
}

/** Maximum number of unknown fields that are named per object. */
const unknownAtMost = 5;

/**
 * One sentence for each invalid field. Unknown fields come first, because a misspelt name may also cause the other
 * problems.
 */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  { schema, where }: Checked,
): string[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownFields(issue, schema) : [],
  );
  const problemsByField = new Map<string, string>();

  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || where;
    if (issue.code === 'unrecognized_keys' || problemsByField.has(field)) continue;
    problemsByField.set(field, `${field}: ${wordsOf(issue)}.`);
  }

  return [...unknown, ...problemsByField.values()];
}

/** Keeps a schema's own messages, and rewords Zod's messages about types, sizes and choices. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const message = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  if (/, received undefined$/.test(message)) return 'must be given';
  if (issue.code === 'invalid_value' && /^Invalid option/.test(message))
    return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && /^Too small/.test(message))
    return limitWords(issue, Number(issue.minimum), 'least');
  if (issue.code === 'too_big' && /^Too big/.test(message))
    return limitWords(issue, Number(issue.maximum), 'most');

  // A union with a message of its own says what all of its forms have in common.
  const isUnionOfForms = issue.code === 'invalid_union' && message === 'Invalid input';
  const [inner] = isUnionOfForms ? (issue.errors[0] ?? []) : [];
  return inner?.path.length === 0 ? wordsOf(inner) : message;
}

function limitWords(
  { origin, inclusive = true }: { readonly origin: string; readonly inclusive?: boolean },
  limit: number,
  bound: 'least' | 'most',
): string {
  if (origin === 'array') return `must have at ${bound} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  if (origin === 'string')
    return `must have at ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (inclusive) return `must be at ${bound} ${limit}`;
  return `must be ${bound === 'least' ? 'more' : 'less'} than ${limit}`;
}

function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
): string[] {
  const fieldNames = fieldsAt(schema as unknown as SchemaLike, path);
  return keys.slice(0, unknownAtMost).map((key) => {
    const name = /^[\w-]{1,60}$/.test(key) ? key : JSON.stringify(cutText(key, 60));
    const meant = nearest(key, fieldNames);
    const field = [...path.map(String), name].join('.');
    return `${field}: unknown field${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
  });
}

/** Names of the fields at a path in a schema; empty if the schema at that path is not an object. */
function fieldsAt(schema: SchemaLike, path: readonly PropertyKey[]): readonly string[] {
  let current: SchemaLike | undefined = schema;
  for (const step of path)
    current = inside(current)?.element ?? inside(current)?.shape?.[String(step)];
  return Object.keys(inside(current)?.shape ?? {});
}

/** The inner schema of an optional, nullable or defaulted schema. */
function inside(schema: SchemaLike | undefined): SchemaLike['_zod']['def'] | undefined {
  let def = schema?._zod.def;
  while (def?.innerType) def = def.innerType._zod.def;
  return def;
}
