/** The promise that calls return: resolves with the data alone, or with the data and the response. */
import type { Answered } from './call.ts';

export interface WithResponse<Data> {
  readonly data: Data;
  /** The response with status and headers; its body has already been read. */
  readonly response: Response;
  /** Id of the request, to quote when asking for help. */
  readonly requestId: string | undefined;
}

/** A promise of the data. `withResponse()` also gives the status and headers. */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #answer: Promise<WithResponse<Data>>;

  constructor(answer: Promise<{ readonly data: Data; readonly response: Response }>) {
    // The promise's own value is not used, because callers get the answer through `then`, which is overridden.
    super((resolve) => resolve(undefined as never));
    this.#answer = answer.then(({ data, response }) => ({
      data,
      response,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }));
  }

  /** Makes methods such as `then` return a plain promise. */
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

/** A promise of the data inside the answer's envelope. */
export const dataOf = <Data>(answer: Promise<Answered<{ data: Data }>>): ApiPromise<Data> =>
  new ApiPromise(answer.then(({ body: { data }, response }) => ({ data, response })));

/** Like `dataOf`, for calls whose type of data depends on the request. */
export const dataAs = <Data>(answer: Promise<Answered<{ data: unknown }>>): ApiPromise<Data> =>
  dataOf(answer as Promise<Answered<{ data: Data }>>);

/** A promise for a call that returns no data. */
export const nothingOf = (answer: Promise<Answered>): ApiPromise<void> =>
  new ApiPromise(answer.then(({ response }) => ({ data: undefined, response })));
