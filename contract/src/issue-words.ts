/** What is wrong with arguments, in words: for the refusals of the interface and of the tools for assistants. */
import type { z } from 'zod';
import { cutText } from './cut-text.ts';
import { nearest } from './nearest.ts';

/** The part of a schema that names of fields are read from. */
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
  /** Name of the whole, such as `body`, for what is wrong with no single field. */
  readonly where: string;
}

/** More unknown fields of one object are not named. */
const unknownAtMost = 5;

/** A sentence for each field at fault; unknown fields come first, as a typing error may be what the others follow from. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  { schema, where }: Checked,
): string[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownFields(issue, schema) : [],
  );
  const others = new Map<string, string>();

  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || where;
    if (issue.code === 'unrecognized_keys' || others.has(field)) continue;
    others.set(field, `${field}: ${wordsOf(issue)}.`);
  }

  return [...unknown, ...others.values()];
}

/** What a schema says in words of its own stays; what the library says of types, sizes and choices is said in words. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const message = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  if (/, received undefined$/.test(message)) return 'must be given';
  if (issue.code === 'invalid_value' && /^Invalid option/.test(message))
    return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && /^Too small/.test(message))
    return limitWords(issue, Number(issue.minimum), 'least');
  if (issue.code === 'too_big' && /^Too big/.test(message))
    return limitWords(issue, Number(issue.maximum), 'most');

  const [inner] = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  return inner?.path.length === 0 ? wordsOf(inner) : message;
}

function limitWords(
  { origin, inclusive = true }: { readonly origin: string; readonly inclusive?: boolean },
  limit: number,
  at: 'least' | 'most',
): string {
  if (origin === 'array') return `must have at ${at} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  if (origin === 'string')
    return `must have at ${at} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (inclusive) return `must be at ${at} ${limit}`;
  return `must be ${at === 'least' ? 'more' : 'less'} than ${limit}`;
}

function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
): string[] {
  const known = fieldsAt(schema as unknown as SchemaLike, path);
  return keys.slice(0, unknownAtMost).map((key) => {
    const name = /^[\w-]{1,60}$/.test(key) ? key : JSON.stringify(cutText(key, 60));
    const meant = nearest(key, known);
    const field = [...path.map(String), name].join('.');
    return `${field}: unknown field${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
  });
}

/** Names of the fields of the object at a path of a schema; none where the schema is of another kind. */
function fieldsAt(schema: SchemaLike, path: readonly PropertyKey[]): readonly string[] {
  let at: SchemaLike | undefined = schema;
  for (const step of path) at = inside(at)?.element ?? inside(at)?.shape?.[String(step)];
  return Object.keys(inside(at)?.shape ?? {});
}

/** Of an optional, nullable or defaulted schema what it wraps. */
function inside(schema: SchemaLike | undefined): SchemaLike['_zod']['def'] | undefined {
  let def = schema?._zod.def;
  while (def?.innerType) def = def.innerType._zod.def;
  return def;
}
