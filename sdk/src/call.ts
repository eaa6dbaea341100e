/** Makes any call of the API, named by its id in the table of calls. */
import type { addresses as allAddresses } from './calls.gen.ts';
import { ConfigurationError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { operations } from './schema.gen.ts';

/**
 * Method, path with parameters as `{name}`, and marks: `body` if the call has a body, `repeatable` if the call may be
 * repeated although its method does not imply it.
 */
export type Address = readonly [method: string, path: string, ...marks: ('body' | 'repeatable')[]];
export type Addresses<Id extends string = string> = Readonly<Record<Id, Address>>;

/** Arguments of a call. A body is sent as JSON, but a Blob is sent unchanged. */
export interface Asked extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly header?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
}

/** An answer. `body` includes the envelope; it is undefined if the answer was empty. */
export interface Answered<Body = unknown> {
  readonly body: Body;
  readonly response: Response;
}

export type Send<Id extends string = string> = (id: Id, request?: Asked) => Promise<Answered>;

/** The URL of a call. Throws ConfigurationError if a parameter is missing. */
export function urlOf(baseUrl: string, path: string, { params, query }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (typeof value !== 'string' || value === '')
      throw new ConfigurationError(`The call needs ${name}, a text that is not empty.`);
    // A path segment of only dots would change the path of the call.
    if (value === '.' || value === '..')
      throw new ConfigurationError(`${name} cannot be ${JSON.stringify(value)}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();

  for (const [name, value] of Object.entries(query ?? {})) {
    for (const entry of Array.isArray(value) ? value : [value])
      if (entry !== undefined && entry !== null) search.append(name, String(entry));
  }

  const text = search.toString();
  return `${baseUrl}${filled}${text && `?${text}`}`;
}

/**
 * Whether the call can safely be repeated: because of its method, its mark or its idempotency key, or because it is a
 * dry run.
 */
export function isRepeatable([method, , ...marks]: Address, { header, body }: Asked): boolean {
  if (['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) || marks.includes('repeatable'))
    return true;
  const hasKey = Object.keys(header ?? {}).some((name) => name.toLowerCase() === 'idempotency-key');
  return hasKey || (body as { dry_run?: unknown } | null | undefined)?.dry_run === true;
}

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

export type OperationId = keyof operations & keyof typeof allAddresses;
type ParametersOf<Id extends OperationId> = operations[Id]['parameters'];
export type ParamsOf<Id extends OperationId> =
  ParametersOf<Id> extends { path: infer Path } ? Path : undefined;
export type QueryOf<Id extends OperationId> = NonNullable<ParametersOf<Id>['query']>;
type BodyContent<Body> = Body extends { content: { 'application/json': infer Json } }
  ? Json
  : Body extends { content: object }
    ? Blob
    : undefined;
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? BodyContent<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? BodyContent<NonNullable<Body>> | undefined
    : undefined;

/** The arguments of an API operation. */
export type AskedOf<Id extends OperationId> = CallOptions &
  Field<'params', ParamsOf<Id>> &
  Field<'body', BodyOf<Id>> & {
    readonly query?: QueryOf<Id>;
    readonly header?: NonNullable<ParametersOf<Id>['header']>;
  };

type Success = 200 | 201 | 202;
/** The body of an operation's answer, including the envelope; undefined if the answer has no body. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: JsonOf<
    operations[Id]['responses'][Status]
  >;
}[keyof operations[Id]['responses'] & Success];
export type DataOf<Id extends OperationId> =
  AnswerOf<Id> extends { data: infer Data } ? Data : undefined;

/** Makes any API call by its operation id. */
export type Call = <Id extends OperationId>(
  id: Id,
  request: AskedOf<Id>,
) => Promise<Answered<AnswerOf<Id>>>;
