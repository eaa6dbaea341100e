/** Turns a model's text into a value of a schema, and a schema into a form that servers accept. */
import { cutText } from '@reelsight/contract/cut-text';
import { z } from 'zod';

export type ParsedAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Finds the JSON in a model's answer and checks it. `problem` is short and meant for the model and the log. */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  const json = findJson(text);
  if (json === undefined) return { ok: false, problem: 'no complete JSON object' };
  const checked = schema.safeParse(json);
  if (checked.success) return { ok: true, value: checked.data };
  const issues = checked.error.issues.slice(0, 5);
  const problem = issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`);
  return { ok: false, problem: cutText(problem.join('; '), 400) };
}

/** Finds the JSON in an answer. Models wrap it in fences or prose, or put their thinking before it. */
function findJson(text: string): unknown {
  const bare = withoutThoughts(text).trim();
  const fenced = fencedIn(bare);
  const open = bare.indexOf('{');
  const close = bare.lastIndexOf('}');
  const candidates = [bare, fenced, open < close && open >= 0 ? bare.slice(open, close + 1) : null];
  for (const candidate of candidates) {
    if (!candidate) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // This candidate is not valid; the next may be.
    }
  }

  return undefined;
}

/**
 * Searches with `indexOf`: if the closing tag is missing, a regular expression would search for it again from each
 * opening tag.
 */
function withoutThoughts(text: string): string {
  const open = '<think>';
  const close = '</think>';
  const answerParts: string[] = [];
  let from = 0;

  for (;;) {
    const begin = text.indexOf(open, from);
    const end = begin < 0 ? -1 : text.indexOf(close, begin);
    if (end < 0) return [...answerParts, text.slice(from)].join('');
    answerParts.push(text.slice(from, begin));
    from = end + close.length;
  }
}

/** The text inside the first fence. */
function fencedIn(text: string): string | undefined {
  const fence = '```';
  const opening = /```(?:json)?[ \t\r]*\n/.exec(text);
  if (!opening) return undefined;
  const from = opening.index + opening[0].length;
  const to = text.indexOf(fence, from);
  return to < 0 ? undefined : text.slice(from, to);
}

/**
 * Reduces the JSON Schema to the keywords that every server with strict output knows, because some servers refuse a
 * whole schema for one unknown keyword. Limits of length and range are checked by zod instead.
 */
export function strictSchema(schema: z.ZodType): Record<string, unknown> {
  return keepStructure(z.toJSONSchema(schema)) as Record<string, unknown>;
}

const structural = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const'],
  ...['anyOf', 'description', '$ref', '$defs'],
]);

function keepStructure(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(keepStructure);
  if (typeof node !== 'object' || node === null) return node;

  const structuralEntries = Object.entries(node).filter(([key]) => structural.has(key));
  return Object.fromEntries(
    structuralEntries.map(([key, value]) =>
      // The keys under `properties` and `$defs` are names that the schema defines, not keywords.
      key === 'properties' || key === '$defs'
        ? [key, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, keepStructure(v)]))]
        : [key, keepStructure(value)],
    ),
  );
}
