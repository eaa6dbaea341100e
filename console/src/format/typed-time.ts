/** Converts a time in a video from the text that people type, and to the text that a field shows. */

/** Parses `12.5`, `1:05.5` or `1:02:03`; NaN for anything else. */
export function secondsOf(text: string): number {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!parts) return Number.NaN;
  const [hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  return hours * 3600 + minutes * 60 + seconds;
}

/** Formats a time exactly to a hundredth of a second, because the ends of a range may be that exact. */
export function clockText(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const rest = ((hundredths % 6000) / 100).toFixed(2).replace(/\.?0+$/, '');
  const padded = Number(rest) < 10 ? `0${rest}` : rest;
  return `${Math.floor(hundredths / 6000)}:${padded}`;
}
