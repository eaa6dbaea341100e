/** Seconds, counts and sizes as people read them. */

/** `0:07`, `12:41`, `2:03:09`: a point or a length on the time axis. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** A length: rounded, where a point of time is cut. */
export function lengthText(seconds: number): string {
  return clock(Math.round(seconds));
}

/** As `clock`, with a tenth where the video is short enough for it to matter. */
export function fineClock(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  return `${clock(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** For screen readers and sentences: `1 hour 2 minutes 3 seconds`. */
export function spoken(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts: readonly [number, string][] = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return said.join(' ') || '0 seconds';
}

/** `1 video`, `3 videos`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `once`, `3 times` */
export function times(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time');
}

const whole = new Intl.NumberFormat('en-GB');

export function number(value: number): string {
  return whole.format(value);
}

/** `1.4 MB` */
export function bytes(sizeBytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
  const value = sizeBytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}
