/** Counts and sizes as people read them. */

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
