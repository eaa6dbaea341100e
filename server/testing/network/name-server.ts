/** For tests: a DNS server over UDP on the loopback interface. It answers A and AAAA questions from a table. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NamedHost {
  /** IPv4 and IPv6 addresses of the host. */
  readonly addresses: readonly string[];
  readonly delayMs?: number;
  /** Questions for addresses of this family are never answered. */
  readonly silentFor?: 4 | 6;
}

export interface NameServer extends AsyncDisposable {
  /** `address:port`, the form that resolvers expect. */
  readonly address: string;
  /** Every question so far, as `A name` or `AAAA name`. */
  readonly questions: string[];
}

/** Returns the host of a name; null: the question is never answered; undefined: the name does not exist. */
export type NamesOf = (name: string) => NamedHost | null | undefined;

const types = { 1: 'A', 28: 'AAAA' } as const;
const headerBytes = 12;

export async function startNameServer(namesOf: NamesOf): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  const timers = new Set<NodeJS.Timeout>();
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const kind = types[type as keyof typeof types];
    questions.push(`${kind} ${name}`);

    const host = namesOf(name.toLowerCase());
    const family = kind === 'A' ? 4 : 6;
    if (host === null || host?.silentFor === family) return;

    const fitting = host?.addresses.filter((address) => address.includes(':') === (family === 6));
    const answer = answerTo(query.subarray(0, end), type, fitting);
    const timer = setTimeout(() => {
      timers.delete(timer);
      socket.send(answer, port, address);
    }, host?.delayMs ?? 0);
    timers.add(timer);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');

  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: async () => {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/**
 * Answers as RFC 1035, 4.1 says: the question again, then a record for each address. Undefined: the name does not
 * exist.
 */
function answerTo(
  question: Buffer,
  type: number,
  addresses: readonly string[] | undefined,
): Buffer {
  const header = Buffer.from(question.subarray(0, headerBytes));
  header.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) => record(type, address));
  return Buffer.concat([header, question.subarray(headerBytes), ...records]);
}

function record(type: number, address: string): Buffer {
  const data = address.includes(':') ? ipv6Bytes(address) : address.split('.').map(Number);
  // A pointer to the question's name, the type, class IN, a time to live of one minute, and the length.
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
}

function ipv6Bytes(address: string): number[] {
  const [before = '', after] = address.split('::');
  const words = (text: string) =>
    text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16));
  const left = words(before);
  const right = words(after ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right].flatMap((word) => [word >> 8, word & 255]);
}
