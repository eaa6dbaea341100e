/**
 * Messages between a worker and a process that it does not trust: JSON, one message per line, over a pipe in each
 * direction.
 */
import type { Readable } from 'node:stream';

const mostLineBytes = 64 * 1024;
/**
 * Far more lines than the four progress reports per second of an ingestion, because lines that a busy worker has not
 * read yet arrive all at once.
 */
const mostLinesPerSecond = 200;
const lineFeed = 10;

/** Returns a message as a line to write. */
export const lineOf = (message: object): string => `${JSON.stringify(message)}\n`;

/**
 * Calls `take` with each message. A line that is too long or not JSON, too many lines, or an error from `take` ends the
 * stream, and `refuse` receives the reason.
 */
export function readLines(
  stream: Readable,
  take: (message: unknown) => void,
  refuse: (error: Error) => void,
): void {
  let rest: Buffer = Buffer.alloc(0);
  const count = counter();
  const consume = (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);

    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      checkLength(end);
      count();
      const line = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      take(JSON.parse(line));
    }

    checkLength(rest.length);
  };

  stream.on('error', refuse);
  stream.on('data', (bytes: Buffer) => {
    try {
      consume(bytes);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
}

function checkLength(bytes: number): void {
  if (bytes > mostLineBytes) throw new Error(`a message longer than ${mostLineBytes} bytes`);
}

function counter(): () => void {
  let second = 0;
  let lines = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, lines] = [now, 0];
    lines += 1;
    if (lines > mostLinesPerSecond)
      throw new Error(`more than ${mostLinesPerSecond} messages a second`);
  };
}
