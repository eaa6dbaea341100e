/** Names of brands or objects as a query parameter. */
import { z } from 'zod';
import { characterCount, textOf } from './text.ts';

interface Bounds {
  readonly names: number;
  readonly characters: number;
}

/**
 * A value of the parameter. `parts` are the texts between its commas; a value without any name counts as one empty
 * name.
 */
interface Given {
  readonly value: string;
  readonly parts: readonly string[];
}

/**
 * Schema of the parameter. Names may be given by repeating the parameter, or separated by commas; both have the same
 * limits and error messages. The whole value counts as a name too, because a name may itself contain a comma.
 */
export function namesInQuery({ names, characters }: Bounds) {
  const name = textOf(characters);
  const wrongIn = (parts: readonly string[]): string | undefined =>
    parts.length > names
      ? `must be at most ${names} names`
      : parts.flatMap((part) => name.safeParse(part).error?.issues ?? [])[0]?.message;
  const namesOf = ({ value, parts }: Given): readonly string[] =>
    characterCount(value) <= characters ? [value, ...parts] : parts;

  return z
    .union([
      z.string().meta({ minLength: 1 }),
      z.array(z.string().meta({ minLength: 1 })).meta({ maxItems: names }),
    ])
    .transform((argument, context) => {
      const values = [argument].flat().map(givenOf);
      const wrong = wrongIn(values.flatMap(({ parts }) => parts));
      if (wrong === undefined) return [...new Set(values.flatMap(namesOf))];
      context.issues.push({ code: 'custom', message: wrong, input: argument });
      return z.NEVER;
    })
    .meta({ examples: ['Nike'] });
}

function givenOf(value: string): Given {
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return { value, parts: parts.length > 0 ? parts : [''] };
}
