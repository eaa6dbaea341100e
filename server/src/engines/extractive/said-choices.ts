/** Finds which of several choices a text says. */
import { type AnswerScalar, identityOfChoice } from '@reelsight/contract';
import { numbersIn } from './said-numbers.ts';

/** The choices that a text says as whole words. A choice inside a longer one that is said does not count. */
export function choicesIn(text: string, choices: readonly AnswerScalar[]): AnswerScalar[] {
  if (choices.every((choice) => typeof choice === 'number')) {
    const saidValues = numbersIn(text).map(({ value }) => value);
    return choices.filter((choice) => saidValues.includes(choice));
  }

  const words = ` ${identityOfChoice(text)} `;
  const spans = choices.flatMap((choice) =>
    spansOf(words, identityOfChoice(String(choice)), choice),
  );
  const saidChoices = new Set(withoutCovered(spans).map(({ choice }) => choice));
  return choices.filter((choice) => saidChoices.has(choice));
}

/** The spans that no longer one covers. No two are equal, as no two choices are alike. */
function withoutCovered(spans: readonly ChoiceSpan[]): ChoiceSpan[] {
  let end = 0;
  return spans
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((span) => {
      const isCovered = span.end <= end;
      end = Math.max(end, span.end);
      return !isCovered;
    });
}

interface ChoiceSpan {
  readonly choice: AnswerScalar;
  readonly start: number;
  readonly end: number;
}

const isInWord = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The forms in which a text may say a choice: as it is, in the plural, or with the ending of a possessive. */
const formsOf = (identity: string): string[] => [
  identity,
  `${identity}s`,
  ...(/(?:[sxz]|[cs]h)$/.test(identity) ? [`${identity}es`] : []),
  ...(/[^aeiou]y$/.test(identity) ? [`${identity.slice(0, -1)}ies`] : []),
];

function spansOf(words: string, identity: string, choice: AnswerScalar): ChoiceSpan[] {
  if (identity === '') return [];
  const isUnspaced = unspaced.test(identity);
  const forms = isUnspaced ? [identity] : formsOf(identity);
  return forms.flatMap((form) => formSpans(words, form, isUnspaced, choice));
}

function formSpans(
  words: string,
  form: string,
  isUnspaced: boolean,
  choice: AnswerScalar,
): ChoiceSpan[] {
  const spans: ChoiceSpan[] = [];

  for (let start = words.indexOf(form); start >= 0; start = words.indexOf(form, start + 1)) {
    const end = start + form.length;
    const isWhole = !isInWord(words[start - 1]) && !isInWord(words[end]);
    if (isWhole || isUnspaced) spans.push({ choice, start, end });
  }

  return spans;
}
