/** Types of a call for its caller and its handler, derived from the table. */
import type { CallId, Calls } from './table.ts';

type Schema<Side extends 'input' | 'output'> = {
  readonly _zod: { readonly [key in Side]: unknown };
};
export type InputOf<T> = T extends Schema<'input'> ? T['_zod']['input'] : never;
export type OutputOf<T> = T extends Schema<'output'> ? T['_zod']['output'] : never;

/** Names of the `:name` parameters in a path. */
export type ParamNames<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;

/** The body of a call as its handler receives it; unknown if the call has no body. */
export type BodyOf<Row> = Row extends { readonly body: infer Body }
  ? OutputOf<Body>
  : Row extends { readonly file: unknown }
    ? Uint8Array
    : unknown;
export type QueryOf<Row> = Row extends { readonly query: infer Query } ? OutputOf<Query> : unknown;

/** Calls that have a path of their own for sessions, not only one derived from `key` or `operator`. */
export type SessionCallId = {
  [Id in keyof Calls]: Calls[Id] extends { readonly session: object } ? Id : never;
}[keyof Calls];

type ParamsField<Path> = [ParamNames<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: { readonly [Name in ParamNames<Path>]: string } };
type BodyField<Row> = Row extends { readonly body: infer Body }
  ? { readonly body: InputOf<Body> }
  : Row extends { readonly file: object }
    ? { readonly body: Blob }
    : { readonly body?: undefined };
type Texts<Query> = { readonly [Name in keyof Query]?: string | number | undefined };
type QueryField<Row> = Row extends { readonly query: infer Query }
  ? { readonly query?: Texts<OutputOf<Query>> }
  : { readonly query?: undefined };

/** Parameters of the path that a session calls. */
export type SessionParams<Id extends SessionCallId> = ParamsField<Calls[Id]['session']['path']>;
/** The arguments of a call made with a session. */
export type SessionAsk<Id extends SessionCallId> = SessionParams<Id> &
  BodyField<Calls[Id]> &
  QueryField<Calls[Id]> & { readonly signal?: AbortSignal };

/** Calls that a key may make. */
export type KeyCallId = {
  [Id in keyof Calls]: Calls[Id] extends { readonly key: object } ? Id : never;
}[keyof Calls];
/** The arguments of a call made with a key. */
export type KeyAsk<Id extends KeyCallId> = ParamsField<Calls[Id]['key']['path']> &
  BodyField<Calls[Id]> &
  QueryField<Calls[Id]> & { readonly signal?: AbortSignal };

type EnvelopeOf<Id extends CallId> = Calls[Id]['answers'][0] extends { readonly body: infer Body }
  ? OutputOf<Body>
  : undefined;
/**
 * The answer without its envelope: a page keeps its `pagination`, otherwise only the data remain; undefined if the
 * answer has no body.
 */
export type DataOf<Id extends CallId> =
  EnvelopeOf<Id> extends { pagination: unknown }
    ? Pick<EnvelopeOf<Id>, 'data' | 'pagination'>
    : EnvelopeOf<Id> extends { data: infer Data }
      ? Data
      : undefined;
