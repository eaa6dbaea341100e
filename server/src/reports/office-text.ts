/** Makes texts fit for the XML of office files, which has no place for most control characters. */

/** The characters that XML 1.0 forbids. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Maximum number of characters that a cell of a spreadsheet holds; a program refuses a file with longer ones. */
const mostCharacters = 32_000;

export const officeText = (text: string): string =>
  text.toWellFormed().replace(forbidden, '').slice(0, mostCharacters);
