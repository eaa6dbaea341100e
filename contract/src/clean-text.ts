/**
 * Makes text from outside safe to store and show: titles, chapters and tags of files, and the details of videos that
 * platforms return.
 */
import { cutText } from './cut-text.ts';
import { withFewMarks } from './few-marks.ts';

/** Whole escape sequences that move a terminal's cursor, change its colours, or set its title. */
const terminalSequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;
/** All control characters except tab and line feed. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufff9-\ufffb]/g;
/**
 * Characters that reverse the direction of the text after them. The direction marks that names in Arabic or Hebrew need
 * (U+200E, U+200F, U+061C) are not among them.
 */
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;

/** Turns text into a form that a database can store: well-formed Unicode, without NUL. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/**
 * Removes everything that a terminal or a page would act on instead of showing, and shortens long runs of combining
 * marks. Returns at most `limit` UTF-16 units, trimmed.
 */
export function cleanText(text: string, limit = Number.POSITIVE_INFINITY): string {
  // Only the first `limit` units are kept, so megabytes of text need not be processed to the end.
  const prefix = limit === Number.POSITIVE_INFINITY ? text : text.slice(0, 2 * limit + 1000);
  const safe = prefix
    .replace(terminalSequences, '')
    .replace(lineEnds, '\n')
    .replace(controls, '')
    .replace(overrides, '')
    .toWellFormed();
  const clean = withFewMarks(safe).trim();
  return clean.length > limit ? cutText(clean, limit).trim() : clean;
}

/** `cleanText` on a single line, for text that other people wrote. Returns at most `limit` UTF-16 units. */
export const cleanLine = (text: string, limit: number): string =>
  cutText(cleanText(text).replaceAll(/\s+/g, ' ').trim(), limit);

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for use as the content of an HTML or XML element or as a quoted attribute, and removes characters that
 * are not allowed there.
 */
export const htmlText = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => htmlEscapes[sign] as string)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .toWellFormed();

/** The trimmed text if it has the form of a language code such as `en` or `pt-BR`; otherwise null. */
export function cleanLanguage(code: string): string | null {
  const trimmed = code.trim();
  return /^[a-z]{2,8}([-_][a-z0-9]{1,8}){0,3}$/i.test(trimmed) ? trimmed : null;
}
