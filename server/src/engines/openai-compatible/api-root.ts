/**
 * The root to which the package `openai` appends `/chat/completions`: `/v1` is added unless the path names a version
 * already.
 */
export function apiRoot(url: string): string {
  const parsed = new URL(url);
  const path = parsed.pathname.replace(/\/+$/, '');
  return `${parsed.origin}${/\/v\d/.test(path) ? path : `${path}/v1`}`;
}
