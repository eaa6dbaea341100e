/** Formats counts and sizes for people to read. */
export { sizeText as bytes } from '@reelsight/contract/size-text';

/** `1 video`, `3 videos`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${number(count)} ${count === 1 ? singular : plural}`;
}

/** `once`, `3 times` */
export function times(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time');
}

const numberFormat = new Intl.NumberFormat('en-GB');

export function number(value: number): string {
  return numberFormat.format(value);
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}
