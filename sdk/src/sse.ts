/** Reads server-sent events (html.spec.whatwg.org, 9.2.6) from text as it arrives. */

export interface Message {
  /** Position in the stream after this message; null if the message does not state it. */
  readonly id: string | null;
  /** Kind of the message; `message` if the message states no kind. */
  readonly event: string;
  /** The data; empty if the message has none. */
  readonly data: string;
}

interface ParserOptions {
  readonly onMessage: (message: Message) => void;
  /** Called with the number of milliseconds to wait before reconnecting. */
  readonly onRetry: (ms: number) => void;
}

/**
 * Maximum length of one message, in characters. Most messages of the service have a few hundred; that of a batch has its
 * aggregate results, which may be many megabytes.
 */
const mostCharacters = 32_000_000;

/**
 * Returns a parser that accepts the stream in pieces of any size. A message that is still incomplete when the stream
 * ends is discarded. Throws SyntaxError for a message that is too long.
 */
export function serverSentEvents({ onMessage, onRetry }: ParserOptions): (text: string) => void {
  /** Pieces of the line that is still incomplete. Looking for its end in all of them again would take too long. */
  let rest: string[] = [];
  let restLength = 0;
  let event = '';
  let id: string | null = null;
  let data: string[] = [];
  let length = 0;
  const dispatch = (): void => {
    if (id !== null || data.length > 0)
      onMessage({ id, event: event || 'message', data: data.join('\n') });
    event = '';
    id = null;
    data = [];
    length = 0;
  };

  const take = (line: string): void => {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');

    if (name === 'event') event = value;
    else if (name === 'data') {
      data.push(value);
      length += value.length + 1;
    } else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  };

  return (text) => {
    const isCut = rest.at(-1)?.endsWith('\r') ?? false;
    rest.push(text);
    restLength += text.length;

    if (isCut || /[\r\n]/.test(text)) {
      // A CR at the end of the text may be the first half of a CRLF, so it does not end a line yet.
      const lines = rest.join('').split(/\r\n|\n|\r(?!$)/);
      const last = lines.pop() ?? '';
      rest = [last];
      restLength = last.length;

      for (const line of lines) {
        if (line === '') dispatch();
        else take(line);
      }
    }

    if (restLength + length > mostCharacters)
      throw new SyntaxError(`a message of more than ${mostCharacters} characters`);
  };
}
