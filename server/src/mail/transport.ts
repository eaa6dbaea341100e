/** Sends mail through the operator's mail server. */
import { cutText } from '@reelsight/contract/cut-text';
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

/**
 * A Message-ID of the service. `name` must be the same on every attempt to send a mail, so that a mail program shows a
 * mail that was sent twice only once.
 */
export const messageId = (name: string, origin: string): string =>
  `<${name}@${new URL(origin).hostname.replaceAll(/[^a-z0-9.-]/gi, '') || 'localhost'}>`;

const failureCharacters = 500;

/** Why a mail was not sent, to be stored with it. */
export const failureText = (error: unknown): string =>
  cutText(error instanceof Error ? error.message : String(error), failureCharacters);

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
    async send(mail, to, messageId) {
      const { subject, text, html, unsubscribe, attachments = [], pictures = [] } = mail;
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        attachments: [
          ...attachments.map(({ filename, contentType, content }) => ({
            filename,
            contentType,
            content: bufferOf(content),
          })),
          ...pictures.map(({ id: cid, filename, content }) => ({
            cid,
            filename,
            contentType: 'image/jpeg',
            contentDisposition: 'inline' as const,
            content: bufferOf(content),
          })),
        ],
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

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
