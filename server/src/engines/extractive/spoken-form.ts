/** Puts the description of a property into a question that can be looked up. */
import type { AnswerSlot } from '@reelsight/contract';

const asks = /^(?:what|which|who|whose|whom|where|when|how|why|in which|in what|at what|by how)\b/i;

/** The question that a property asks: its description, its title or its name, completed by what the whole asks for. */
export function spokenForm(
  name: string,
  { description, title, node }: AnswerSlot,
  wholeQuery: string,
): string {
  const wording = (description ?? title ?? wordsOfName(name)).trim().replace(/[.!]$/, '');
  if (asks.test(wording) || wording.endsWith('?')) return wording;

  // A name such as "price" says too little by itself, so the words of the whole question are searched for as well.
  const subject = wording.split(' ').length < 4 ? `${wording} ${subjectOf(wholeQuery)}` : wording;
  const counts = node.kind === 'integer' && !/\b(?:year|price|cost|number|percent)/i.test(wording);
  return counts ? `How many ${subject}?` : `What is the ${subject}?`;
}

/** The question without the words that only ask. */
const subjectOf = (query: string): string =>
  query
    .replace(/(?<![?.!])[?.!]+$/, '')
    .replace(/^(?:what|which|who|where|when|how)(?:'s| is| are| was| were| do| does| did)?\b/i, '')
    .trim();

/** `unitPrice` and `unit_price` as "unit price". */
const wordsOfName = (name: string): string =>
  name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
