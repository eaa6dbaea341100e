/** Types of a call as its caller and its handler see it, read from the table. */
import type { CallId, Calls } from './table.ts';

type Schema<Side extends 'input' | 'output'> = {
  readonly _zod: { readonly [key in Side]: unknown };
};
export type InputOf<T> = T extends Schema<'input'> ? T['_zod']['input'] : never;
export type OutputOf<T> = T extends Schema<'output'> ? T['_zod']['output'] : never;

/** `:name` parts of a path. */
export type ParamNames<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;

/** Body of a call as its handler gets it; unknown if it takes none. */
export type BodyOf<Row> = Row extends { readonly body: infer Body }
  ? OutputOf<Body>
  : Row extends { readonly file: unknown }
    ? Uint8Array
    : unknown;
export type QueryOf<Row> = Row extends { readonly query: infer Query } ? OutputOf<Query> : unknown;

/** Calls with an access of a session's own, beside the mirrors. */
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

/** Parameters of the path a session calls. */
export type SessionParams<Id extends SessionCallId> = ParamsField<Calls[Id]['session']['path']>;
/** What a session gives a call. */
export type SessionAsk<Id extends SessionCallId> = SessionParams<Id> &
  BodyField<Calls[Id]> &
  QueryField<Calls[Id]> & { readonly signal?: AbortSignal };

/** Calls that a key may make. */
export type KeyCallId = {
  [Id in keyof Calls]: Calls[Id] extends { readonly key: object } ? Id : never;
}[keyof Calls];
/** What a key gives a call. */
export type KeyAsk<Id extends KeyCallId> = ParamsField<Calls[Id]['key']['path']> &
  BodyField<Calls[Id]> &
  QueryField<Calls[Id]> & { readonly signal?: AbortSignal };

type EnvelopeOf<Id extends CallId> = Calls[Id]['answers'][0] extends { readonly body: infer Body }
  ? OutputOf<Body>
  : undefined;
/** A page with its `pagination`, else the data alone; undefined if nothing comes back. */
export type DataOf<Id extends CallId> =
  EnvelopeOf<Id> extends { pagination: unknown }
    ? Pick<EnvelopeOf<Id>, 'data' | 'pagination'>
    : EnvelopeOf<Id> extends { data: infer Data }
      ? Data
      : undefined;
