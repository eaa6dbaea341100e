/**
 * An FTP server on the loopback interface, for tests of where a link may lead. It serves the same bytes under every
 * name.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface FtpServer extends AsyncDisposable {
  readonly port: number;
  /** Every command that the server received. */
  readonly commands: readonly string[];
}

export async function startFtpServer(content: Buffer): Promise<FtpServer> {
  const commands: string[] = [];
  const listening: Server[] = [];

  const listen = async (server: Server): Promise<number> => {
    listening.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };

  const control = createServer((client) => {
    let data = createServer();
    const reply = (line: string) => client.write(`${line}\r\n`);

    client.on('error', () => undefined);
    reply('220 ready');

    client.on('data', async (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        commands.push(line);

        const [verb = ''] = line.split(' ');

        if (verb === 'PASV') {
          data = createServer((socket) => socket.on('error', () => undefined).end(content));
          const port = await listen(data);
          reply(`227 entering passive mode (127,0,0,1,${port >> 8},${port & 255})`);
        } else if (verb === 'RETR') {
          reply(`150 opening (${content.length} bytes)`);
          reply('226 done');
        } else reply(replies[verb] ?? '200 fine');
      }
    });
  });

  const port = await listen(control);

  return {
    port,
    commands,
    [Symbol.asyncDispose]: async () => {
      for (const server of listening) server.close();
    },
  };
}

const replies: Readonly<Record<string, string>> = {
  USER: '331 any password will do',
  PASS: '230 come in',
  CWD: '250 there',
  NLST: '550 no list',
  QUIT: '221 bye',
};
