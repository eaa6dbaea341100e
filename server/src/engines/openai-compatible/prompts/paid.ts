/** Asks which passages of a transcript are paid for, by numbered lines and with quotes that can be checked. */
import { z } from 'zod';
import type { Excerpt } from '../../language.ts';
import { newEnclosure } from './enclose.ts';

const answer = z.object({
  segments: z.array(
    z.object({
      first_line: z.int(),
      last_line: z.int(),
      advertiser: z.string().nullable(),
      quote: z.string(),
    }),
  ),
});

const maxLineCharacters = 1000;

export const paidPrompt = {
  id: 'paid',
  version: 1,
  schema: answer,

  write(excerpts: readonly Excerpt[]): { system: string; user: string } {
    const { enclose, rule } = newEnclosure();
    const system = [
      'You mark advertising in the transcript of a video: advertisements, and messages of sponsors that a host reads ' +
        'out. Opinions about products, news about companies, and what speakers say about their own show, book or ' +
        'course are no advertising.',
      rule,
      'You get excerpts of numbered lines: the number, when the line begins, and what is said. Something is left out ' +
        'between two excerpts, so that no segment goes from one into the other. Every excerpt counts.',
      'Answer with a JSON object: "segments", one entry for each advertisement, in order, or an empty list. Each entry ' +
        'has "first_line" and "last_line", the numbers of the first and the last line that belong to it, with the words ' +
        'that lead to it; "advertiser", who pays, as the lines name them, or null; "quote", 3 to 25 words copied exactly ' +
        'from these lines which show that it is advertising.',
    ].join('\n');

    const user = [
      ...numbered(excerpts).map((lines) => enclose('excerpt', lines, maxLineCharacters)),
      'Mark the advertising in these excerpts.',
    ].join('\n\n');

    return { system, user };
  },
} as const;

/** Lines are numbered from 1 through all excerpts. */
function numbered(excerpts: readonly Excerpt[]): string[][] {
  let number = 0;
  return excerpts.map((lines) =>
    lines.map(({ start, text }) => {
      number += 1;
      return `[${number}] ${start.toFixed(1)} s: ${text}`;
    }),
  );
}
