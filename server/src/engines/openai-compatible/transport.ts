/**
 * `fetch` with limits on the time to the last byte, the bytes of an answer, and how long a server may ask us to wait.
 */

export interface TransportLimits {
  /** Time limit of one attempt, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** Maximum size of an answer; anything longer is not read. */
  readonly maxAnswerBytes: number;
  /** Longest `Retry-After` that is obeyed; if the server asks for a longer wait, the call fails at once. */
  readonly maxWaitMs: number;
}

/**
 * A `fetch` for the `openai` package. That package's own timeout ends with the headers, it reads bodies of any
 * size, and it ignores a `Retry-After` above a minute by retrying early; these limits close the three gaps.
 */
export function limitedFetch(limits: TransportLimits): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, signal, redirect: 'error' });
    const body = await readAtMost(response, limits.maxAnswerBytes);
    if (body === null) return tooLarge();

    const headers = new Headers(response.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');

    const waitMs = retryAfterMs(headers);
    if (waitMs !== null && waitMs > limits.maxWaitMs) headers.set('x-should-retry', 'false');

    const { status, statusText } = response;
    return new Response(body.length === 0 ? null : body, { status, statusText, headers });
  };
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;

  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream and with it the connection.
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }

  return Buffer.concat(chunks);
}

/**
 * A final refusal in the form that servers use, so that the package `openai` does not request the same oversized answer
 * again.
 */
function tooLarge(): Response {
  return Response.json(
    { error: { message: 'the answer is larger than allowed', type: 'answer_too_large' } },
    { status: 413, headers: { 'x-should-retry': 'false' } },
  );
}

function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(waitMs) ? waitMs : null;
}
