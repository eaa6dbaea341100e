/** Reads a stream of events from its bytes. */
import assert from 'node:assert/strict';
import { type Message, serverSentEvents } from '../../sdk/src/sse.ts';

// biome-ignore lint/suspicious/noExplicitAny: these tests look into answers of every shape
type Json = any;

export interface Told {
  readonly id: string | null;
  readonly event: string;
  readonly data: Json;
}

export class Reader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #stop: AbortController;
  readonly #messages: Message[] = [];
  readonly #take = serverSentEvents({
    onMessage: (message) => this.#messages.push(message),
    onRetry: () => undefined,
  });
  /** The last position that the stream sent. */
  position = '';

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(response: Response, stop: AbortController) {
    this.response = response;
    this.#stop = stop;
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(url: string, headers: Record<string, string>): Promise<Reader> {
    const stop = new AbortController();
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream', ...headers },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
    });
    assert.equal(response.status, 200, `${url}: ${response.status}`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);

    return new Reader(response, stop);
  }

  /** The next message with data for which `holds` is true; undefined if the service ended the stream. */
  async next(holds: (told: Told) => boolean = () => true): Promise<Told | undefined> {
    for (;;) {
      const message = this.#messages.shift();
      if (!message) {
        const { done, value } = await this.#reader.read();
        if (done) return undefined;
        this.#take(value);
        continue;
      }

      if (message.id !== null) this.position = message.id;
      if (message.data === '') continue;

      const told = { ...message, data: JSON.parse(message.data) };
      if (holds(told)) return told;
    }
  }

  /** The kinds of all messages until the end of the stream. */
  async rest(): Promise<string[]> {
    const kinds: string[] = [];
    for (let told = await this.next(); told; told = await this.next()) kinds.push(told.event);
    return kinds;
  }

  close(): void {
    this.#stop.abort();
  }
}
