/** Makes and checks upload keys, and the signed URLs that tell the upload host what it may accept. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type UploadContentType, uploadContentTypes } from '@reelsight/contract';
import { uploadFile } from '../artifacts/stored-paths.ts';
import { keyOfText, parseStorageKey, type StorageKey } from './storage-key.ts';

const extensionOf: Readonly<Record<UploadContentType, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Returns `uploads/<tenant_id>/<id>/video.<ext>`; each id must be a single key segment. */
export function uploadKey(
  tenantId: string,
  id: string,
  contentType: UploadContentType,
): StorageKey {
  return keyOfText(uploadFile(tenantId, id, extensionOf[contentType]));
}

/** Parses an upload key that comes from outside; null if it is not an upload key. */
export function parseUploadKey(
  text: string,
): { key: StorageKey; tenantId: string; id: string; contentType: UploadContentType } | null {
  const key = parseStorageKey(text);
  const [, tenantId, id, extension] = /^uploads\/([^/]+)\/([^/]+)\/video\.(.+)$/.exec(text) ?? [];
  const contentType = uploadContentTypes.find((type) => extensionOf[type] === extension);
  if (!key || !tenantId || !id || !contentType) return null;
  return { key, tenantId, id, contentType };
}

/** The upload that a URL permits: this many bytes of this type to this key, until `expiresAt` (Unix seconds). */
export interface UploadTerms {
  readonly key: StorageKey;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAt: number;
}

/**
 * Signs a URL for a PUT to the upload host at `uploadUrl`. The content type is signed but is not part of the URL,
 * because the client sends it as a header.
 */
export function signUploadUrl(uploadUrl: string, secret: string, terms: UploadTerms): string {
  const base = uploadUrl.replace(/\/+$/, '');
  const query = new URLSearchParams({
    expires: String(terms.expiresAt),
    size: String(terms.sizeBytes),
    signature: sign(secret, terms).toString('hex'),
  });
  return `${base}/${terms.key}?${query}`;
}

/** Returns the terms of a request if its signature is valid; null if it is invalid or the URL has expired. */
export function verifyUploadUrl(
  secret: string,
  claim: { key: StorageKey; contentType: string; query: URLSearchParams },
  nowMs: number,
): UploadTerms | null {
  const terms: UploadTerms = {
    key: claim.key,
    contentType: claim.contentType,
    sizeBytes: wholeNumber(claim.query.get('size')),
    expiresAt: wholeNumber(claim.query.get('expires')),
  };
  // Compared as text, because the hex decoder would silently stop at the first invalid character.
  const signature = Buffer.from(claim.query.get('signature') ?? '');
  const expected = Buffer.from(sign(secret, terms).toString('hex'));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;

  return nowMs < terms.expiresAt * 1000 ? terms : null;
}

function sign(secret: string, terms: UploadTerms): Buffer {
  // The first line distinguishes these signatures from any other use of the same secret.
  const lines = [
    'reelsight upload 1',
    'PUT',
    terms.key,
    terms.contentType,
    terms.sizeBytes,
    terms.expiresAt,
  ];
  return createHmac('sha256', secret).update(lines.join('\n')).digest();
}

function wholeNumber(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
