/** A mail server on a free port, which keeps the mail that it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: string[];
  readonly raw: string;
  /** The headers, with folded lines joined. */
  readonly head: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly received: Received[];
  /** Called when a mail has arrived, before it is answered. */
  onMail: () => void;
  /** Sets the answer to each mail from now on; null: mail is accepted. */
  refuse(refusal: { readonly code: number; readonly text: string } | null): void;
  close(): Promise<void>;
}

/** If `password` is given, the server requires a login and accepts only this password. */
export async function startMailServer(password?: string): Promise<TestMailServer> {
  const received: Received[] = [];
  let refusal: { code: number; text: string } | null = null;
  const smtp = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password: given }, _, done) {
      if (given === password) done(null, { user: username });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusal) {
          done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
          return;
        }

        const raw = Buffer.concat(parts).toString('utf8');
        const head = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, head });
        testServer.onMail();
        done();
      });
    },
  });
  // A client may disconnect during the greeting.
  smtp.on('error', () => undefined);

  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  const name = password === undefined ? '' : `reelsight:${encodeURIComponent(password)}@`;

  const testServer: TestMailServer = {
    url: `smtp://${name}127.0.0.1:${port}`,
    received,
    onMail: () => undefined,
    refuse: (one) => {
      refusal = one;
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return testServer;
}
