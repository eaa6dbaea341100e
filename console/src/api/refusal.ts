/** Finds the field of a form that the API's message is about. */
import { ApiError } from '@reelsight/sdk';
import { messageOf, toldOf } from '../ui/plain-message.ts';

export interface Refusal<Field extends string> {
  /** The API's own message for the field that it names. */
  readonly fields: { readonly [name in Field]?: string };
  /** A message that concerns no field of the form. */
  readonly rest: string | undefined;
}

/** Finds the field by the path with which API messages begin: `aliases.0: must not be empty.` */
export function refusalOf<Field extends string>(
  error: Error | null | undefined,
  fields: readonly Field[],
  /** Error codes that concern one field although the message does not name it. */
  codes: { readonly [code: string]: Field } = {},
): Refusal<Field> {
  if (!error) return { fields: {}, rest: undefined };

  const { path, text } = error instanceof ApiError ? toldOf(error.message) : nowhere;
  const namedField = fields.find((field) => path === field || path.startsWith(`${field}.`));
  const coded = error instanceof ApiError ? codes[error.code] : undefined;
  const field = namedField ?? coded;
  if (field === undefined) return { fields: {}, rest: messageOf(error) };

  const message = namedField ? text : messageOf(error);
  return { fields: { [field]: message } as Refusal<Field>['fields'], rest: undefined };
}

/** Whether the API refused with this code. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

const nowhere = { path: '', text: '' };
