/** Rewrites the API's refusals in everyday words. The API's messages have the form `path: what is wrong.` */
import { ApiError, ConnectionError, UnexpectedAnswerError } from '@reelsight/sdk';

interface Told {
  /** Dotted path of the field; empty if the message has none. */
  readonly path: string;
  readonly text: string;
}

export function toldOf(message: string): Told {
  const [, path = '', text = message] = /^([a-z][\w.]*|body|query): (.*)$/s.exec(message) ?? [];
  return { path, text: plain(text) };
}

/** The message for a place away from the field, so its text names the field. */
export function messageOf(error: Error): string {
  if (error instanceof ConnectionError || error instanceof UnexpectedAnswerError)
    return 'The service does not answer at the moment.';
  if (!(error instanceof ApiError)) return error.message;
  const { path, text } = toldOf(error.message);
  if (path === '' || path === 'body' || path === 'query') return text;
  return `${sentence(path.replace(/\.\d+/g, '').replaceAll(/[._]/g, ' '))}: ${text}`;
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

type Rule = readonly [pattern: RegExp, say: (...parts: string[]) => string];

/** Replacements for the messages of the schemas, which name data types instead of what the user should type. */
const rules: readonly Rule[] = [
  [/^expected \w+, received (?:undefined|null)/, () => 'This is missing.'],
  [/^expected int\b/, () => 'Must be a whole number.'],
  [/^expected number/, () => 'Must be a number.'],
  [/^expected string/, () => 'Must be a text.'],
  [/^Too small: expected (string|array) to have >=1 /, () => 'Must not be empty.'],
  [/^Too (small|big): expected (string|array) to have [<>]=?(\d+)/, countOf],
  [
    /^Too (small|big): expected \w+ to be [<>](=?)([\d.e+-]+?)\.?$/,
    (size, equal, limit) =>
      `Must be ${equal ? (size === 'small' ? 'at least' : 'at most') : size === 'small' ? 'more than' : 'less than'} ${limit}.`,
  ],
  [
    /^Invalid option: expected one of (.*)$/s,
    (choices) =>
      `Must be one of ${choices.replaceAll('"', '').replace(/\.$/, '').split('|').join(', ')}.`,
  ],
  [/^Invalid URL/, () => 'Must be a whole link, such as https://example.com/page.'],
  [/^Invalid (?:ISO )?date/, () => 'Must be a date.'],
  [/^Invalid email/, () => 'Must be an e-mail address.'],
];

function countOf(size: string, kind: string, limit: string): string {
  const unit = units[kind]?.[limit === '1' ? 0 : 1] ?? '';
  return `Must have at ${size === 'small' ? 'least' : 'most'} ${limit} ${unit}.`;
}

function plain(text: string): string {
  for (const [pattern, say] of rules) {
    const match = pattern.exec(text);
    if (match) return say(...match.slice(1));
  }
  return sentence(text);
}

/** Begins with a capital letter, unless it begins with an e-mail address, which stays as it is written. */
const sentence = (text: string): string =>
  /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
