/** Makes texts written by strangers safe for files with a syntax of their own. */
import { cleanText, htmlText } from '@reelsight/contract/clean-text';

/**
 * The text as one line, without control characters and without characters that reverse the direction of the following
 * text.
 */
export const lineOf = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();

/** Escapes a text for the content of an element or a quoted attribute. */
export const xmlText = (text: string): string => htmlText(lineOf(text));

/** Escapes a text for a WebVTT cue: everything that could be read as a tag or an arrow. */
export const vttText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Makes a text safe for SubRip, which has no escapes: added spaces keep players from reading a tag, a style or an
 * arrow.
 */
export const srtText = (text: string): string =>
  text
    .replaceAll('-->', '-- >')
    .replace(/<(?=[a-z/])/gi, '< ')
    .replaceAll('{\\', '{ \\');
