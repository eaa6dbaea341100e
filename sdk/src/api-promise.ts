/** The promise that calls return: resolves with the data alone, or with the data and the response. */
import type { Answered } from './call.ts';

export interface WithResponse<Data> {
  readonly data: Data;
  /** Status and headers; the body has already been read. */
  readonly response: Response;
  /** Quote this id when asking for help. */
  readonly requestId: string | undefined;
}

/** Resolves with the data. `withResponse()` also returns the status and headers. */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #answer: Promise<WithResponse<Data>>;

  constructor(answer: Promise<{ readonly data: Data; readonly response: Response }>) {
    // Callers get the answer through `then`; this promise's own value is not used.
    super((resolve) => resolve(undefined as never));
    this.#answer = answer.then(({ data, response }) => ({
      data,
      response,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }));
  }

  /** Makes `then` return a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<WithResponse<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise of its own is what this is.
  override then<Result = Data, Failure = never>(
    fulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#answer.then(({ data }) => data).then(fulfilled, rejected);
  }
}

/** A promise of the envelope's data. */
export const dataOf = <Data>(answer: Promise<Answered<{ data: Data }>>): ApiPromise<Data> =>
  new ApiPromise(answer.then(({ body: { data }, response }) => ({ data, response })));

/** Like `dataOf`, for calls whose data has a type that depends on the request. */
export const dataAs = <Data>(answer: Promise<Answered<{ data: unknown }>>): ApiPromise<Data> =>
  dataOf(answer as Promise<Answered<{ data: Data }>>);

/** A promise for a call that returns no data. */
export const nothingOf = (answer: Promise<Answered>): ApiPromise<void> =>
  new ApiPromise(answer.then(({ response }) => ({ data: undefined, response })));
