/**
 * The SDK's client for the operator's API, authenticated by this browser's session. It is a file of its own, so that
 * the other pages need not load it.
 */
import { type AdminClient, createAdminClient } from '@reelsight/sdk';
import { operatorBase } from './calls.gen.ts';

let operator: AdminClient | undefined;

/** Only accounts with permission may use it. */
export function operatorClient(): AdminClient {
  operator ??= createAdminClient({
    baseUrl: location.origin + operatorBase,
    maxRetries: 0,
  });
  return operator;
}
