/** Signatures by which a receiver knows that a delivery is ours and unchanged. */
import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';

export interface Signed {
  /** `whsec_` and the base64 of the key's bytes (interface.md "Signatures"). */
  readonly secret: string;
  /** The secret of before, while it is rotated; null or absent: none. */
  readonly previousSecret?: string | null;
  /** Exactly what is sent, as UTF-8. */
  readonly body: string;
  readonly eventId: string;
  /** The time of the attempt; receivers of Standard Webhooks refuse old ones. */
  readonly now: Date;
}

/**
 * The headers of one attempt: `X-Service-Signature`, hex and keyed with the whole secret (interface.md "Signatures"), and
 * those of Standard Webhooks, base64 and keyed with the decoded rest after the prefix (standardwebhooks.com, "Symmetric"):
 * one by each secret while it is rotated.
 */
export function signatureHeaders(signed: Signed): Record<string, string> {
  const { secret, previousSecret, body, eventId, now } = signed;
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const standard = (by: string): string => {
    const key = Buffer.from(by.slice(secretPrefix.length), 'base64');
    const content = `${eventId}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  };
  const secrets = previousSecret ? [secret, previousSecret] : [secret];
  return {
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(standard).join(' '),
  };
}
