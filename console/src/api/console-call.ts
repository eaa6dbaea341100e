/** One typed call for the console's own routes; what the public API does goes through the client of the sdk. */
import type { ConsoleRouteId, consoleRoutes } from '@reelsight/contract';
import { ConnectionError, errorOf } from '@reelsight/sdk';
import { consoleAddresses } from './console-addresses.ts';

type Routes = typeof consoleRoutes;
type Schema<Side extends 'input' | 'output'> = {
  readonly _zod: { readonly [key in Side]: unknown };
};
type InputOf<T> = T extends Schema<'input'> ? T['_zod']['input'] : never;
type OutputOf<T> = T extends Schema<'output'> ? T['_zod']['output'] : never;

type ParamNames<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never;
type ParamsOf<Path> = [ParamNames<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: { readonly [Name in ParamNames<Path>]: string } };
type BodyOf<Route> = Route extends { readonly body: infer Body }
  ? { readonly body: InputOf<Body> }
  : { readonly body?: undefined };
type Texts<Query> = { readonly [Name in keyof Query]?: string | number | undefined };
type QueryOf<Route> = Route extends { readonly query: infer Query }
  ? { readonly query?: Texts<OutputOf<Query>> }
  : { readonly query?: undefined };

export type ConsoleCall<Id extends ConsoleRouteId> = ParamsOf<Routes[Id]['path']> &
  BodyOf<Routes[Id]> &
  QueryOf<Routes[Id]> & { readonly signal?: AbortSignal };

type EnvelopeOf<Id extends ConsoleRouteId> = Routes[Id]['answers'][0] extends {
  readonly body: infer Body;
}
  ? OutputOf<Body>
  : undefined;
/** A page with its `pagination`, else the data alone; undefined where nothing comes back. */
export type ConsoleAnswer<Id extends ConsoleRouteId> =
  EnvelopeOf<Id> extends { pagination: unknown }
    ? Pick<EnvelopeOf<Id>, 'data' | 'pagination'>
    : EnvelopeOf<Id> extends { data: infer Data }
      ? Data
      : undefined;

/** Throws the sdk's errors: ApiError with the API's code and message, ConnectionError where no answer came. */
export async function consoleCall<Id extends ConsoleRouteId>(
  id: Id,
  call: ConsoleCall<Id>,
): Promise<ConsoleAnswer<Id>> {
  const { params, query, body, signal } = call as Untyped;
  const [method = 'GET', path = ''] = consoleAddresses[id].split(' ');
  const request: RequestInit = {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  };
  const answer = await send(pathWith(path, params) + searchOf(query), request);
  return answer as ConsoleAnswer<Id>;
}

interface Untyped {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The path of a console route, for links, pictures and curl lines. */
export function consolePath<Id extends ConsoleRouteId>(
  id: Id,
  params: ParamsOf<Routes[Id]['path']>['params'],
): string {
  return pathWith(consoleAddresses[id].split(' ')[1] ?? '', params);
}

function pathWith(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function searchOf(query: Untyped['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Bytes of a file go to a route as they are (a logo picture). */
export async function sendBytes<Data>(path: string, file: Blob): Promise<Data> {
  const request = { method: 'POST', body: file, headers: { 'content-type': file.type } };
  return (await send(path, request)) as Data;
}

async function send(path: string, request: RequestInit): Promise<unknown> {
  const response = await fetch(path, request).catch((cause: unknown) => {
    if (request.signal?.aborted) throw request.signal.reason;
    throw new ConnectionError(location.origin, cause);
  });
  const text = await response.text();
  if (!response.ok) throw errorOf(response, parsed(text));
  if (text === '') return undefined;
  const envelope = parsed(text) as { data: unknown; pagination?: unknown };
  return envelope.pagination === undefined ? envelope.data : envelope;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
