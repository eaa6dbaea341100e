import { type Duplex, pipeline, type Readable, type Writable } from 'node:stream';

/**
 * Passes data on until one end closes, then closes the other end. Unlike `pipeline`, it does not throw if the
 * destination is already closed, as happens if the client leaves before an answer arrives.
 */
export function passOn(source: Readable, ...further: [...through: Duplex[], last: Writable]): void {
  try {
    pipeline([source, ...further], () => undefined);
  } catch {
    for (const stream of [source, ...further]) stream.destroy();
  }
}
