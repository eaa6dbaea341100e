/** Gets a key that was not given as an option: asks for it without echo, or reads the first line of standard input. */
import { Interrupted } from './exit-code.ts';

interface Terminal {
  readonly stdin: SecretStream;
  readonly stderr: { write(text: string): unknown };
}

export interface SecretStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  pause(): unknown;
}

/** Resolves with an empty string if nothing was entered. */
export async function readSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  const asks = stdin.isTTY === true && stdin.setRawMode !== undefined;
  if (!asks) return (await firstLine(stdin)).trim();
  stdin.setRawMode?.(true);

  try {
    stderr.write(question);
    return (await typed(stdin)).trim();
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

const longestCharacters = 10_000;

async function firstLine(stream: SecretStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += Buffer.from(chunk as Uint8Array).toString('utf8');
    if (text.includes('\n') || text.length > longestCharacters) break;
  }
  return text.split('\n')[0] ?? '';
}

/** Reads the keys that the user presses, as a raw terminal sends them; throws Interrupted on Ctrl-C. */
async function typed(stream: SecretStream): Promise<string> {
  let text = '';

  for await (const chunk of stream) {
    for (const key of Buffer.from(chunk as Uint8Array).toString('utf8')) {
      if (key === '\u0003') throw new Interrupted();
      if (key === '\r' || key === '\n' || key === '\u0004') return text;
      text = key === '\u007f' || key === '\b' ? text.slice(0, -1) : text + key;
    }
  }

  return text;
}
