/** For receivers of webhooks: verifies that a delivery comes from the service, and reads its event. */
import type { WebhookEvent, WebhookTestEvent } from './schema.gen.ts';

/**
 * The delivery was not signed with a given secret, is too old, or does not come from the service. Answer it with 401.
 */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/**
 * Any kind of event unknown to this version. It exists only as a type, so that comparing `event` with a known kind
 * narrows the received value.
 */
declare enum LaterKind {
  any = '',
}

/** An event of a kind unknown to this version of the client. */
export interface LaterEvent {
  readonly event: LaterKind;
  readonly event_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly [field: string]: unknown;
}

/**
 * The event of a delivery. Comparing `event` with a known kind narrows the type. Ignore kinds that you do not handle.
 */
export type ReceivedEvent = WebhookEvent | WebhookTestEvent | LaterEvent;

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be in the past or future. Default 300 s. */
  readonly toleranceSeconds?: number;
  /** The current time, in milliseconds since 1970. Default: the system clock's. */
  readonly nowMs?: number;
  /**
   * Whether to accept a delivery without the Standard Webhooks headers, by `X-Service-Signature` alone. That signature
   * contains no time, so anyone who has one such delivery can send it again at any later time. Default false.
   */
  readonly allowUntimed?: boolean;
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature of a delivery and returns its event. `rawBody` must be the bytes as received, not JSON that was
 * serialised again. `secret` is the workspace's `whsec_…`, or several secrets during a rotation. The Standard Webhooks
 * headers (`webhook-id`, `webhook-timestamp`, `webhook-signature`) must be present and valid, unless `allowUntimed` is
 * set. Throws WebhookVerificationError for a delivery that must be refused. Throws TypeError for a mistake by the
 * caller: a body that was already parsed, or an invalid secret.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<ReceivedEvent> {
  const secrets = secretsOf(secret);
  const body = bytesOf(rawBody);
  const header = (name: string) => headerOf(headers, name);
  const serviceSignature = header('x-service-signature');

  if (header('webhook-signature') !== undefined || !options.allowUntimed) {
    await checkStandard(header, body, secrets, options);
  } else if (serviceSignature === undefined) {
    throw new WebhookVerificationError('The delivery is not signed.');
  } else if (!(await isOwnSignature(serviceSignature, body, secrets))) {
    throw new WebhookVerificationError('X-Service-Signature does not match.');
  }

  return eventOf(body);
}

const prefix = 'whsec_';

interface Secret {
  readonly whole: Uint8Array<ArrayBuffer>;
  /** The key: the decoded base64 after the prefix. */
  readonly decoded: Uint8Array<ArrayBuffer>;
}

function secretsOf(input: string | readonly string[]): Secret[] {
  const candidates: readonly unknown[] = typeof input === 'string' ? [input] : (input ?? []);
  if (!Array.isArray(candidates) || candidates.length === 0) {
    throw new TypeError('secret: give the webhook secret of the workspace, whsec_….');
  }

  return candidates.map((candidate) => {
    if (typeof candidate !== 'string' || candidate === '')
      throw new TypeError('secret: is empty. Is its environment variable set?');

    if (!candidate.startsWith(prefix)) {
      throw new TypeError('secret: must begin with whsec_, as the account shows it.');
    }

    const decoded = fromBase64(candidate.slice(prefix.length));
    if (!decoded?.length) throw new TypeError('secret: what follows whsec_ is not base64.');

    return { whole: new TextEncoder().encode(candidate), decoded };
  });
}

function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(
      'rawBody: must be the body as received, a string or bytes. An object was parsed already: read the raw body before a JSON parser does.',
    );
  }

  if (bytes.length === 0) {
    throw new WebhookVerificationError('The body is empty. Was it read before?');
  }

  return new Uint8Array(bytes);
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) || undefined;
  const headerValue = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof headerValue === 'string' ? headerValue : headerValue?.join(' ')) || undefined;
}

/** Throws WebhookVerificationError. */
async function checkStandard(
  header: (name: string) => string | undefined,
  body: Uint8Array,
  secrets: readonly Secret[],
  options: VerifyOptions,
): Promise<void> {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = header(`webhook-${name}`);
    if (value === undefined) throw new WebhookVerificationError(`webhook-${name} is missing.`);
    return value;
  }) as [string, string, string];
  checkAge(timestamp, options);
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);

  // The header is a list of `v1,<base64>`, of which at least one must match; during a rotation it has two.
  for (const part of signature.split(/\s+/)) {
    const digest = part.startsWith('v1,') ? fromBase64(part.slice('v1,'.length)) : undefined;
    if (!digest) continue;
    for (const { decoded } of secrets) if (await matches(digest, signed, decoded)) return;
  }

  throw new WebhookVerificationError('webhook-signature does not match.');
}

function checkAge(timestamp: string, options: VerifyOptions): void {
  const { toleranceSeconds = 300, nowMs = Date.now() } = options;
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
    throw new TypeError('toleranceSeconds: must be a number of seconds, 0 or more.');

  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? nowMs / 1000 - Number(timestamp) : Number.NaN;
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `webhook-timestamp is not within ${toleranceSeconds} s of now.`,
    );
  }
}

/** Checks the service's own hex signature, which is keyed with the whole secret string, including the prefix. */
async function isOwnSignature(
  hex: string,
  body: Uint8Array,
  secrets: readonly Secret[],
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
  const pairs = hex.match(/../g) ?? [];
  const signature = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  for (const { whole: key } of secrets) if (await matches(signature, body, key)) return true;
  return false;
}

function eventOf(body: Uint8Array): ReceivedEvent {
  const refused = new WebhookVerificationError('The body is signed, but it is no event of ours.');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw refused;
  }

  const { event, event_id } = Object(value) as Partial<Record<'event' | 'event_id', unknown>>;
  if (typeof event !== 'string' || typeof event_id !== 'string') throw refused;

  return value as ReceivedEvent;
}

/** Whether the signature is valid. Web Crypto compares in constant time. */
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
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
