/** Starts the loop of alerts with its connection to the mail server. Every process may run it. */
import type { Logger } from 'pino';
import { startAlerts } from '../../alerts/alert-loop.ts';
import type { Domain } from '../../domain/domain.ts';
import { openMailServer } from '../../mail/transport.ts';
import type { Lookup } from '../../network/names.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Config } from '../settings/config.ts';

interface AlertParts {
  readonly config: Pick<Config, 'mail' | 'http' | 'webhooks'>;
  readonly domain: Domain;
  readonly storage: Pick<Storage, 'get'>;
  readonly log: Logger;
  readonly lookup: Lookup;
  readonly signal: AbortSignal;
}

/** Resolves when `signal` has aborted and the work in progress has ended. */
export async function runAlerts({
  config,
  domain,
  storage,
  log,
  lookup,
  signal,
}: AlertParts): Promise<void> {
  const { smtpUrl, from, pictureBytes } = config.mail;
  const { concurrency, perWorkspace, allowPrivate } = config.webhooks;
  const mail = smtpUrl === null || from === null ? null : openMailServer(smtpUrl, from);
  const origin = () => new URL(config.http.publicUrl).origin;
  const sending = { mail, origin, lookup, allowPrivate, storage, pictureBytes };
  const { done } = startAlerts({ domain, log, signal, concurrency, perWorkspace, ...sending });

  await done;
  mail?.close();
}
