import { type Duplex, pipeline, type Readable, type Writable } from 'node:stream';

/**
 * Passes on what comes until one end closes, and then closes the other. Never throws, as `pipeline` does at once for a
 * destination that is closed already: whoever asked may be gone before there is an answer.
 */
export function passOn(source: Readable, ...further: [...through: Duplex[], last: Writable]): void {
  try {
    pipeline([source, ...further], () => undefined);
  } catch {
    for (const stream of [source, ...further]) stream.destroy();
  }
}
