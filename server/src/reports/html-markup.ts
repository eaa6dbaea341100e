/** Builds markup in which every value is escaped unless it is markup itself. */
import { htmlText } from '@reelsight/contract/clean-text';

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | null | readonly (Markup | string)[];

export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.reduce((html, part, index) => html + textOf(values[index - 1] ?? '') + part),
  );
}

/** Treats a text of our own, which must be trusted, as markup that is not escaped. */
export const raw = (text: string): Markup => new Markup(text);
export const markupOf = ({ text }: Markup): string => text;

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return htmlText(String(value ?? ''));
}
