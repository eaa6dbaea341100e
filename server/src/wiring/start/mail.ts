/** Sends mail about finished work, and reports by schedule. Any process may send it, but each mail is sent by exactly one. */
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Domain } from '../../domain/domain.ts';
import { sendDueMail } from '../../mail/outbox.ts';
import { sendDueReportMail } from '../../mail/report-outbox.ts';
import { openMailServer } from '../../mail/transport.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Config } from '../settings/config.ts';

interface MailParts {
  readonly config: Pick<Config, 'mail' | 'http'>;
  readonly domain: Domain;
  readonly storage: Storage;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const everyMs = 2000;

/**
 * Sends mail until `signal` aborts, and resolves when the mail in progress has been sent. Resolves at once if there is
 * no mail server.
 */
export async function startMail({
  config,
  domain,
  storage,
  log,
  signal,
}: MailParts): Promise<void> {
  const { smtpUrl, from, pauseMs, fileBytes } = config.mail;
  if (smtpUrl === null || from === null) return;

  const server = openMailServer(smtpUrl, from);
  const onFailure = (error: unknown, failures: number): void =>
    log.warn({ err: error, failures }, 'a mail was not sent; it is tried again');
  const origin = () => new URL(config.http.publicUrl).origin;
  const options = { domain, server, origin, onFailure };
  const onError = (error: unknown): void => log.error({ err: error }, 'mail');
  // Side by side, so that large files of reports do not hold up the short mails.
  await Promise.all([
    repeat(() => sendDueMail({ ...options, pauseMs }, signal), onError, signal),
    repeat(() => sendDueReportMail({ ...options, storage, fileBytes }, signal), onError, signal),
  ]);
  server.close();
}

/** Repeats the work, one run after the other. Resolves after `signal` has aborted and the run in progress has ended. */
async function repeat(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let running: Promise<unknown> | null = null;
  const look = (): void => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, everyMs);
  if (!signal.aborted) await once(signal, 'abort');

  clearInterval(timer);
  await running;
}
