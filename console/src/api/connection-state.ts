/** Whether the service answers: every call updates this state, and a single bar shows it. */
import { useSyncExternalStore } from 'react';

export type ConnectionState = 'connected' | 'lost';

const retryMs = 3000;
const listeners = new Set<() => void>();
let state: ConnectionState = 'connected';
let timer: ReturnType<typeof setTimeout> | undefined;
const onBack = new Set<() => void>();

/** Calls `back` each time the service answers again. */
export function whenConnectionIsBack(back: () => void): () => void {
  onBack.add(back);
  return () => onBack.delete(back);
}

/** Called when a request got no answer: polls until the service answers. */
export function noteLostConnection(): void {
  if (state === 'lost') return;
  change('lost');
  timer = setTimeout(() => void ask(), retryMs);
}

/** True if the service answers now. */
export function isAnswering(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).then(
    (response) => response.ok,
    () => false,
  );
}

export async function ask(): Promise<void> {
  clearTimeout(timer);
  const answered = await isAnswering();
  if (state !== 'lost') return;
  if (answered) {
    change('connected');
    for (const back of onBack) back();
  } else timer = setTimeout(() => void ask(), retryMs);
}

function change(next: ConnectionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, () => state);
}

// The browser reports a lost network even before a call fails.
addEventListener('offline', noteLostConnection);
addEventListener('online', () => void ask());
