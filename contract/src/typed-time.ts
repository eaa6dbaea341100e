/** Reads times as people type them: seconds (`90`, `12.5`) or as on a clock (`1:30`, `1:02:03.5`). */

const typedPattern = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,9}(?:\.\d{1,6})?)$/;

/** The time in seconds; null if the text is no time. */
export function typedTime(text: string): number | null {
  const [match, hours = '0', minutes = '0', seconds] = typedPattern.exec(text.trim()) ?? [];
  if (!match) return null;

  const isClock = match.includes(':');
  if (isClock && (Number(seconds) >= 60 || (Number(hours) > 0 && Number(minutes) >= 60)))
    return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
