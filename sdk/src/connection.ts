/** A connection to a service: its address, authentication and limits, and the functions that make calls. */
import {
  type Addresses,
  type Answered,
  type Asked,
  type Call,
  isRepeatable,
  type OperationId,
  type Send,
  urlOf,
} from './call.ts';
import { addresses } from './calls.gen.ts';
import { UnexpectedAnswerError } from './errors.ts';
import {
  addressOf,
  type CallOptions,
  type ConnectionOptions,
  headersOf,
  limitsOf,
} from './options.ts';
import { repeating } from './retry.ts';
import { exchange, readJson } from './transport.ts';

export interface Connection {
  readonly baseUrl: string;
  /** The headers that authenticate every call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly options: ConnectionOptions;
  readonly call: Call;
  /** Returns a function that makes the calls of another table of addresses. */
  sender<Id extends string>(addresses: Addresses<Id>): Send<Id>;
  /** Fetches a file of the API by its path, with the authenticating headers. */
  file(path: string, options?: CallOptions): Promise<{ data: Blob; response: Response }>;
  /** Whether this service has ever given a valid answer. */
  isKnown(): boolean;
  /** Records that the service has given a valid answer. */
  noteAnswer(): void;
}

interface Line {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly options: ConnectionOptions;
  readonly note: () => void;
}

/** Creates a connection. `headers` authenticate each call. Throws ConfigurationError if the options are invalid. */
export function connect(
  options: ConnectionOptions,
  headers: Readonly<Record<string, string>>,
): Connection {
  let hasAnswered = false;
  const line: Line = {
    baseUrl: addressOf(options.baseUrl),
    headers: headersOf(headers, options.headers),
    options,
    note: () => {
      hasAnswered = true;
    },
  };

  limitsOf({}, options);
  const senderOf = <Id extends string>(table: Addresses<Id>) => sender(line, table);

  return {
    baseUrl: line.baseUrl,
    headers: line.headers,
    options,
    call: callOf(senderOf(addresses)),
    sender: senderOf,
    file: (path, call = {}) => readFile(line, path, call),
    isKnown: () => hasAnswered,
    noteAnswer: line.note,
  };
}

/** Returns a function that makes the calls of another table of addresses, with the same limits, retries and errors. */
export function createSender<Id extends string>(
  options: ConnectionOptions,
  table: Addresses<Id>,
): Send<Id> {
  return connect(options, {}).sender(table);
}

/** The global `fetch` is looked up anew at each call, so that a later replacement of it is used too. */
const fetchOf = ({ fetch }: ConnectionOptions): typeof globalThis.fetch =>
  fetch ?? ((input, init) => globalThis.fetch(input, init));

function sender<Id extends string>(line: Line, table: Addresses<Id>): Send<Id> {
  return async (id, request = {}) => {
    const address = table[id];
    const [method, path] = address;
    const url = urlOf(line.baseUrl, path, request);
    const limits = limitsOf(request, line.options);
    const { signal } = request;
    const init = { method, ...content(line, request) };
    const once = (leftMs: number) =>
      exchange({
        send: fetchOf(line.options),
        url,
        init,
        signal,
        timeoutMs: Math.min(limits.timeoutMs, leftMs),
        read: async (response): Promise<Answered> => {
          const body = await readJson(response, line.baseUrl);
          line.note();
          return { body, response };
        },
      });
    const emptyAnswer = () => ({ body: undefined, response: new Response(null, { status: 204 }) });

    return repeating(once, {
      limits,
      signal,
      repeatable: isRepeatable(address, request),
      ...(method === 'DELETE' && { gone: emptyAnswer }),
    });
  };
}

/** The headers and the body of a request. */
function content(line: Line, { header, body }: Asked): Pick<RequestInit, 'headers' | 'body'> {
  const headers = new Headers({ Accept: 'application/json', ...line.headers });
  for (const [name, value] of Object.entries(header ?? {}))
    if (value !== undefined) headers.set(name, value);
  if (body === undefined) return { headers };
  const isFile = body instanceof Blob;
  headers.set('Content-Type', isFile ? body.type : 'application/json');
  return { headers, body: isFile ? body : JSON.stringify(body) };
}

/** Makes a typed call. Its answer must be an envelope or empty, like every answer of the API. */
const callOf = (send: Send<OperationId>): Call => {
  const call = async (id: OperationId, request: Asked): Promise<Answered> => {
    const answered = await send(id, request);
    const { body, response } = answered;
    if (response.status !== 204 && !('data' in (body as object))) {
      const origin = response.url ? new URL(response.url).origin : 'The server';
      throw new UnexpectedAnswerError(response, origin, 'JSON of another kind');
    }
    return answered;
  };
  return call as Call;
};

async function readFile(line: Line, path: string, call: CallOptions) {
  const limits = limitsOf(call, line.options);
  const { signal } = call;
  const once = (leftMs: number) =>
    exchange({
      send: fetchOf(line.options),
      url: line.baseUrl + path,
      signal,
      init: { method: 'GET', headers: new Headers(line.headers) },
      timeoutMs: Math.min(limits.timeoutMs, leftMs),
      read: async (response) => ({ data: await response.blob(), response }),
    });

  return repeating(once, { limits, signal, repeatable: true });
}
