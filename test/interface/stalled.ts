/** Clients that request a large answer and do not read it. */
import { connect, type Socket } from 'node:net';
import type { Owner } from './subject.ts';

export interface Stalled {
  readonly socket: Socket;
  /** Status of the answer, when it begins. */
  readonly status: Promise<number>;
}

/** Makes `count` requests whose clients read only the beginning of the answer. */
export function stalled(
  { apiKey, subject: { service } }: Owner,
  asked: string,
  count: number,
): Stalled[] {
  const { hostname, port } = new URL(service.apiUrl);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${asked} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\n\r\n`);

    const status = new Promise<number>((resolve, reject) => {
      socket.on('error', reject);
      socket.once('data', (bytes) => {
        socket.pause();
        resolve(Number(String(bytes).split(' ')[1]));
      });
    });
    status.catch(() => undefined);

    return { socket, status };
  });
}
