/** Names of brands or objects in a query. */
import { z } from 'zod';
import { characterCount, textOf } from './text.ts';

interface Bounds {
  readonly names: number;
  readonly characters: number;
}

/**
 * Names may be repeated or separated by commas; both have the same limits and error messages. As a name may have a comma
 * of its own, what is given counts as a whole too.
 */
export const namesInQuery = (bounds: Bounds) =>
  z
    .union([
      z.string().meta({ minLength: 1 }),
      z.array(z.string().meta({ minLength: 1 })).meta({ maxItems: bounds.names }),
    ])
    .transform((given, context) => {
      const values = [given].flat().map((value) => ({ value, parts: partsOf(value) }));
      const parts = values.flatMap((one) => one.parts);
      const wrong =
        parts.length > bounds.names
          ? `must be at most ${bounds.names} names`
          : wrongIn(parts, bounds);
      if (wrong === undefined) return [...new Set(values.flatMap((one) => namesIn(one, bounds)))];
      context.issues.push({ code: 'custom', message: wrong, input: given });
      return z.NEVER;
    })
    .meta({ examples: ['Nike'] });

/** What stands between commas; a value without a name in it counts as one that is empty. */
function partsOf(value: string): string[] {
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts : [''];
}

function wrongIn(names: readonly string[], { characters }: Bounds): string | undefined {
  for (const name of names) {
    const [issue] = textOf(characters).safeParse(name).error?.issues ?? [];
    if (issue) return issue.message;
  }
  return undefined;
}

const namesIn = (
  { value, parts }: { readonly value: string; readonly parts: readonly string[] },
  { characters }: Bounds,
): readonly string[] => (characterCount(value) <= characters ? [value, ...parts] : parts);
