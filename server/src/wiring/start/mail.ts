/** Sends mail about finished work. Any process may send it, but each mail is sent by exactly one. */
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Domain } from '../../domain/domain.ts';
import { sendDueMail } from '../../mail/outbox.ts';
import { openMailServer } from '../../mail/transport.ts';
import type { Config } from '../settings/config.ts';

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'http'>;
  readonly domain: Domain;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const everyMs = 2000;

/**
 * Sends mail until `signal` aborts, and resolves when the mail in progress has been sent. Resolves at once if there is
 * no mail server.
 */
export async function startMail({ config, domain, log, signal }: MailParts): Promise<void> {
  const { smtpUrl, from, pauseMs } = config.mail;
  if (smtpUrl === null || from === null) return;

  const server = openMailServer(smtpUrl, from);
  const onFailure = (error: unknown, failures: number): void =>
    log.warn({ err: error, failures }, 'the mail server took no mail; it is tried again');
  const origin = () => new URL(config.http.publicUrl).origin;
  const options = { domain, server, origin, pauseMs, onFailure };
  let running: Promise<unknown> | null = null;
  const look = (): void => {
    running ??= sendDueMail(options, signal)
      .catch((error: unknown) => log.error({ err: error }, 'mail'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, everyMs);
  if (!signal.aborted) await once(signal, 'abort');

  clearInterval(timer);
  await running;
  server.close();
}
