/** Counts and sizes as people read them. */
export { sizeText as bytes } from '@reelsight/contract/size-text';

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

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}
