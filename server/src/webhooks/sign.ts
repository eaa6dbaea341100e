/** Signatures by which a receiver knows that a delivery is ours and unchanged. */
import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

export interface Signed {
  /** `whsec_` and the base64 of the key's bytes (interface.md "Signatures"). */
  readonly secret: string;
  /** Exactly what is sent, as UTF-8. */
  readonly body: string;
  readonly eventId: string;
  /** The time of the attempt; receivers of Standard Webhooks refuse old ones. */
  readonly now: Date;
}

/**
 * The headers of one attempt: `X-Service-Signature`, hex and keyed with the whole secret (interface.md "Signatures"), and
 * those of Standard Webhooks, base64 and keyed with the decoded rest after the prefix (standardwebhooks.com, "Symmetric").
 */
export function signatureHeaders({ secret, body, eventId, now }: Signed): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const standardKey = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${eventId}.${timestamp}.${body}`);
  return {
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}
