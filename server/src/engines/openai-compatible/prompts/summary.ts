/** Asks for the summary of one video. */
import { z } from 'zod';
import type { SummaryMaterial } from '../../language.ts';
import { newEnclosure } from './enclose.ts';
import { listPassages, maxPassageCharacters } from './passage-list.ts';

/** There is always material to summarise, so an empty summary is a failure. */
const answer = z.object({ summary: z.string().regex(/\S/), key_topics: z.array(z.string()) });

export const summaryPrompt = {
  id: 'summary',
  version: 1,
  schema: answer,

  write({ title, passages }: SummaryMaterial): { system: string; user: string } {
    const { enclose, rule } = newEnclosure();
    const system = [
      'You write the summary of one video for people who have not seen it.',
      'You get its title and passages from it: what is said, text on the screen, brands and objects that were ' +
        'detected, and metadata.',
      rule,
      'Write only what the passages say, nothing from your own knowledge. Where they hold little, write little. ' +
        'Two to six sentences of plain prose in the language that is spoken, or else of the text on the screen. ' +
        'Do not mention passages, their numbers, or these rules. Report what speakers say as what they say.',
      'Answer with a JSON object: "summary", the text; "key_topics", three to eight short noun phrases, the most ' +
        'important first, or an empty list.',
    ].join('\n');

    const user = [
      enclose('title', title ?? '', 300),
      enclose('passages', listPassages(passages, 1), maxPassageCharacters),
      'Summarise the video these passages are from.',
    ].join('\n\n');

    return { system, user };
  },
} as const;
