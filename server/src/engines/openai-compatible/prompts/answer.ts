/** Asks for the answer to one question about one video or a batch, with evidence that can be checked. */
import { z } from 'zod';
import type { Question } from '../../language.ts';
import { newEnclosure } from './enclose.ts';
import { listPassages, maxPassageCharacters } from './passage-list.ts';

const answer = z.object({
  answered: z.boolean(),
  answer: z.string(),
  confidence: z.number(),
  evidence: z.array(z.object({ passage: z.int(), quote: z.string().nullable() })),
});

const maxVideoNameCharacters = 120;

export const answerPrompt = {
  id: 'answer',
  version: 1,
  schema: answer,

  write({ query, videos, passages }: Question): { system: string; user: string } {
    const { enclose, rule } = newEnclosure();
    const several = videos.length > 1;
    const system = [
      `You answer a question about ${several ? `${videos.length} videos` : 'a video'} from numbered passages: what is ` +
        'said, text on the screen, brands and objects that were detected, and metadata.',
      rule,
      'Use only the passages, nothing from your own knowledge. What somebody says is evidence that it was said. If the ' +
        'passages do not answer the question, set "answered" to false, "answer" to "" and "evidence" to []: that is a ' +
        'good answer, a guess is not.',
      'Answer with a JSON object: "answered"; "answer", one to three sentences in the language of the question that name ' +
        'the brands and objects you cite; "confidence", 0 to 1, how fully the passages support the answer; "evidence", ' +
        'one to five entries, each with "passage", the number of a passage, and "quote", 3 to 25 words copied exactly ' +
        'from that passage, or null for a passage that begins with "detected".',
    ].join('\n');
    const names = videos.map((name, index) => `${index + 1}: ${name}`);
    const user = [
      ...(several ? [enclose('videos', names, maxVideoNameCharacters)] : []),
      enclose('passages', listPassages(passages, videos.length), maxPassageCharacters),
      enclose('question', query, 500),
      'Answer the question from the passages.',
    ].join('\n\n');

    return { system, user };
  },
} as const;
