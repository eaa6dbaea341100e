/** Sends mail through the operator's mail server. */
import { createTransport } from 'nodemailer';
import type { Mail } from './compose.ts';

export interface MailServer {
  send(mail: Mail, to: string, messageId: string): Promise<void>;
  /** Connects to the server and signs in, without sending anything. */
  check(): Promise<void>;
  close(): void;
}

const connectMs = 10_000;
/** Longest wait for an answer; must be shorter than the time for which the outbox reserves a person's mail. */
const answerMs = 30_000;

/** `url`: smtp://user:password@host:port, or smtps:// for TLS from the first byte. */
export function openMailServer(url: string, from: string): MailServer {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    // Forbids the library to read any part of a mail from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ subject, text, html, unsubscribe, attachments = [] }, to, messageId) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
