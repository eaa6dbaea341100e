/** Texts of strangers, made fit for files that have a syntax of their own. */
import { cleanText, htmlText } from '@reelsight/contract/clean-text';

/** On one line, without control characters and without what reverses the text after it. */
export const lineOf = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();

/** For the content of an element or a quoted attribute. */
export const xmlText = (text: string): string => htmlText(lineOf(text));

/** For a WebVTT cue: no tag, no arrow. */
export const vttText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** SubRip has no escapes: a space keeps players from reading a tag, a style or an arrow. */
export const srtText = (text: string): string =>
  text
    .replaceAll('-->', '-- >')
    .replace(/<(?=[a-z/])/gi, '< ')
    .replaceAll('{\\', '{ \\');
