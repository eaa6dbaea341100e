/** Tells browsers which pages of other origins may call (CORS), and what they may read. */

/** Exact origins such as `https://app.example.com`, or `*` for any. */
export type AllowedOrigins = readonly string[];

/** Whether a page from this origin may call; clients that are not browsers send no origin. */
export const isAllowed = (allowed: AllowedOrigins, origin: string | undefined): boolean =>
  origin !== undefined && (allowed.includes('*') || allowed.includes(origin));

/** Headers for every answer of an endpoint that pages may call. Cookies are never allowed. */
export function originHeaders(
  allowed: AllowedOrigins,
  origin: string | undefined,
): Record<string, string> {
  if (allowed.length === 0) return {};
  if (allowed.includes('*')) return { 'Access-Control-Allow-Origin': '*' };
  // Caches must not give the answer for one origin to another.
  return {
    Vary: 'Origin',
    ...(isAllowed(allowed, origin) && { 'Access-Control-Allow-Origin': String(origin) }),
  };
}
