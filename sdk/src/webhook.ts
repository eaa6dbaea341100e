/** Receiving webhooks: is this delivery ours, and what does it say. */
import type { WebhookEvent } from './schema.gen.ts';

/** The delivery was not signed with this secret, or is too old. Answer 401. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

export interface VerifyOptions {
  /** Greatest age, and greatest lead, of `webhook-timestamp`. Default 300 s. */
  readonly toleranceSeconds?: number;
  readonly nowMs?: number;
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signatures of a delivery and returns its event. `rawBody` must be the bytes as
 * received, not JSON written again; `secret` is the workspace's `whsec_…`. Either of
 * `X-Service-Signature` and the Standard Webhooks headers must be there, and what is there must hold.
 * Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const header = (name: string) => headerOf(headers, name);
  const own = header('x-service-signature');
  const standard = header('webhook-signature');
  if (!own && !standard) throw new WebhookVerificationError('The delivery is not signed.');
  if (own && !(await isOwnSignature(own, body, secret))) {
    throw new WebhookVerificationError('X-Service-Signature does not match.');
  }
  if (standard) {
    const id = header('webhook-id') ?? '';
    const timestamp = header('webhook-timestamp') ?? '';
    checkAge(timestamp, options);
    const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
    if (!(await isStandardSignature(standard, signed, secret))) {
      throw new WebhookVerificationError('webhook-signature does not match.');
    }
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}

function checkAge(timestamp: string, options: VerifyOptions): void {
  const { toleranceSeconds = 300, nowMs = Date.now() } = options;
  const ageSeconds = nowMs / 1000 - Number(timestamp || Number.NaN);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('webhook-timestamp is missing or too far from now.');
  }
}

/** Keyed with the whole secret string, prefix included; hex. */
async function isOwnSignature(given: string, body: Uint8Array, secret: string): Promise<boolean> {
  const signature = /^[0-9a-f]{64}$/i.test(given)
    ? Uint8Array.from(given.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;
  return signature !== undefined && matches(signature, body, new TextEncoder().encode(secret));
}

/** Keyed with the decoded rest of the secret; a list of `v1,<base64>`, of which one must match. */
async function isStandardSignature(
  given: string,
  signed: Uint8Array,
  secret: string,
): Promise<boolean> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (!key) throw new WebhookVerificationError('The secret is not of the form whsec_….');
  for (const one of given.split(/\s+/)) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined;
    if (signature && (await matches(signature, signed, key))) return true;
  }
  return false;
}

/** Web Crypto compares in constant time. */
async function matches(
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array,
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, new Uint8Array(data));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
