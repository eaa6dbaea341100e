/** Tells browsers which pages of other origins may make calls (CORS), and what those pages may read. */

/** Exact origins such as `https://app.example.com`, or `*` for any. */
export type AllowedOrigins = readonly string[];

/**
 * Whether a page from this origin may make calls. `origin` is undefined for clients other than browsers, which send
 * none.
 */
export const isAllowed = (allowed: AllowedOrigins, origin: string | undefined): boolean =>
  origin !== undefined && (allowed.includes('*') || allowed.includes(origin));

/** Headers for every answer of an endpoint that such pages may call. Cookies are never allowed. */
export function originHeaders(
  allowed: AllowedOrigins,
  origin: string | undefined,
): Record<string, string> {
  if (allowed.length === 0) return {};
  if (allowed.includes('*')) return { 'Access-Control-Allow-Origin': '*' };
  // Prevents caches from using an answer for another origin.
  return {
    Vary: 'Origin',
    ...(isAllowed(allowed, origin) && { 'Access-Control-Allow-Origin': String(origin) }),
  };
}
