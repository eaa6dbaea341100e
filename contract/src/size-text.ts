/** Formats sizes for people to read, in the console and on the command line. Imports nothing. */

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size in decimal units, as used for disks: `12 bytes`, `1.4 MB`, `524 MB`. */
export function sizeText(sizeBytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
  const value = sizeBytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
