/**
 * Escapes characters that a terminal would act on (control characters) or that reverse text, because text from a
 * service or a file must not control the terminal.
 */

const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Writes each control or text-reversing character as a JSON escape, so that JSON output keeps its meaning. Tab and line
 * feed are left as they are.
 */
export const printable = (text: string): string =>
  text.replace(
    obeyed,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export interface PrintableStream {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): boolean;
  /** Writes without escaping, for this command's own control sequences. */
  writeRaw(text: string): boolean;
}

export const printableStream = (
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): boolean },
): PrintableStream => ({
  get isTTY() {
    return stream.isTTY;
  },
  get columns() {
    return stream.columns;
  },
  write: (text) => stream.write(printable(text)),
  writeRaw: (text) => stream.write(text),
});
