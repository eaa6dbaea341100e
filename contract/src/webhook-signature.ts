/** Signatures with which a receiver can check that a delivery came from us and was not changed. */

const secretPrefix = 'whsec_';

export interface Signed {
  /** `whsec_` followed by the key's bytes in base64 (interface.md "Signatures"). */
  readonly secret: string;
  /** The previous secret during a rotation; null or absent at any other time. */
  readonly previousSecret?: string | null;
  /** Exactly the text that is sent, encoded as UTF-8. */
  readonly body: string;
  readonly eventId: string;
  /** The time of the attempt. Receivers that follow Standard Webhooks refuse an attempt that is too old. */
  readonly now: Date;
}

/**
 * The headers of one attempt. `X-Service-Signature` is hex, keyed with the whole secret (interface.md "Signatures").
 * The signature of Standard Webhooks is base64, keyed with the decoded part after the prefix (standardwebhooks.com,
 * "Symmetric"); during a rotation there is one signature for the current secret and one for the previous.
 */
export async function signatureHeaders(signed: Signed): Promise<Record<string, string>> {
  const { secret, previousSecret, body, eventId, now } = signed;
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const standard = async (by: string): Promise<string> => {
    const key = Uint8Array.from(atob(by.slice(secretPrefix.length)), (character) =>
      character.charCodeAt(0),
    );
    const digest = await hmac(key, `${eventId}.${timestamp}.${body}`);
    return `v1,${btoa(String.fromCharCode(...digest))}`;
  };
  const signature = await hmac(new TextEncoder().encode(secret), body);
  const secrets = previousSecret ? [secret, previousSecret] : [secret];

  return {
    'X-Service-Signature': Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(secrets.map(standard))).join(' '),
  };
}

/** HMAC-SHA256 of the text, encoded as UTF-8. */
async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}
