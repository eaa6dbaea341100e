/** One way to make every call: by its id, with what the table of calls says of it. */
import type { Client } from 'openapi-fetch';
import type { operations, paths } from './schema.gen.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Method and path, `{name}` in it being a parameter, and whether the call takes a body. */
export type Address = readonly [method: string, path: string, takes?: 'body'];
export type Addresses<Id extends string = string> = Readonly<Record<Id, Address>>;

/** What a call may be given; a body is sent as JSON, a Blob as it is. */
export interface Asked extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly header?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** `body` is the envelope; undefined if nothing came back. */
export interface Answered<Body = unknown> {
  readonly body: Body;
  readonly response: Response;
}

export type Send<Id extends string = string> = (id: Id, asked?: Asked) => Promise<Answered>;

/** Calls by id. Refusals throw, as the connection's `fetch` does. */
export function sender<Id extends string>(api: Client<paths>, addresses: Addresses<Id>): Send<Id> {
  // Which path takes what is said by the types of those who call; the library's own go by path.
  const request = api.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data?: unknown; readonly response: Response }>;
  return async (id, { params, query, header, body, signal } = {}) => {
    const [method, path] = addresses[id];
    const file = body instanceof Blob && {
      bodySerializer: (blob: Blob) => blob,
      headers: { 'Content-Type': body.type },
    };
    const { data, response } = await request(method.toLowerCase(), path, {
      params: { path: params, query, header },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...file,
    });
    if (data === undefined && response.status !== 204) throw new Error('The answer has no body.');
    return { body: data, response };
  };
}

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined;

export type OperationId = keyof operations & string;
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

/** What an operation of the interface takes. */
export type AskedOf<Id extends OperationId> = CallOptions &
  Field<'params', ParamsOf<Id>> &
  Field<'body', BodyOf<Id>> & {
    readonly query?: QueryOf<Id>;
    readonly header?: NonNullable<ParametersOf<Id>['header']>;
  };

type Success = 200 | 201 | 202;
/** The envelope it answers with; undefined if there is none. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: JsonOf<
    operations[Id]['responses'][Status]
  >;
}[keyof operations[Id]['responses'] & Success];
export type DataOf<Id extends OperationId> =
  AnswerOf<Id> extends { data: infer Data } ? Data : undefined;

/** Any operation of the interface, by its id. */
export type Call = <Id extends OperationId>(
  id: Id,
  asked: AskedOf<Id>,
) => Promise<Answered<AnswerOf<Id>>>;
