/** What browsers are told about pages of other origins (CORS): which of them may call, and what they may read. */

/** Exact origins such as `https://app.example.com`, or `*` for any. */
export type AllowedOrigins = readonly string[];

/** Whether a page from this origin may call; programs send no origin. */
export const isAllowed = (allowed: AllowedOrigins, origin: string | undefined): boolean =>
  origin !== undefined && (allowed.includes('*') || allowed.includes(origin));

/** Headers for each answer from an address that pages may call. Cookies are never allowed. */
export function originHeaders(
  allowed: AllowedOrigins,
  origin: string | undefined,
): Record<string, string> {
  if (allowed.length === 0) return {};
  if (allowed.includes('*')) return { 'Access-Control-Allow-Origin': '*' };
  // Caches must not give one origin the answer of another.
  return {
    Vary: 'Origin',
    ...(isAllowed(allowed, origin) && { 'Access-Control-Allow-Origin': String(origin) }),
  };
}
