/** Closes everything that the service opened at startup, in reverse order. */
import type { Logger } from 'pino';

export class Closers {
  readonly #list: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#list.unshift(close);
  }

  async close(log: Logger): Promise<void> {
    for (const close of this.#list.splice(0))
      await close().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
  }
}
