/** Markup in which every value is escaped unless it is markup itself. */

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | null | readonly (Markup | string)[];

export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((all, part, at) => all + textOf(values[at - 1] ?? '') + part));
}

/** Trusted text of ours. */
export const raw = (text: string): Markup => new Markup(text);
export const markupOf = ({ text }: Markup): string => text;

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return escaped(String(value ?? ''));
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Control characters are no text of HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => escapes[sign] as string)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .toWellFormed();
