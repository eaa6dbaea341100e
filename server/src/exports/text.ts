/** Makes texts written by strangers safe for files that have a syntax of their own. */
import { cleanText, htmlText } from '@reelsight/contract/clean-text';

/** The text on one line, without control characters and without characters that reverse the text after them. */
export const lineOf = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();

/** Escapes a text for the content of an element or a quoted attribute. */
export const xmlText = (text: string): string => htmlText(lineOf(text));

/** For a WebVTT cue: escapes everything that could be read as a tag or an arrow. */
export const vttText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** SubRip has no escapes: an added space keeps players from seeing a tag, a style or an arrow. */
export const srtText = (text: string): string =>
  text
    .replaceAll('-->', '-- >')
    .replace(/<(?=[a-z/])/gi, '< ')
    .replaceAll('{\\', '{ \\');
