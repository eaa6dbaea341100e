/** Whether the service answers: noted by every call, told by one calm bar. */
import { useSyncExternalStore } from 'react';

export type ConnectionState = 'connected' | 'lost';

const retryMs = 3000;
const listeners = new Set<() => void>();
let state: ConnectionState = 'connected';
let timer: ReturnType<typeof setTimeout> | undefined;
let onBack: () => void = () => undefined;

/** `back` runs when the service answers again. */
export function whenConnectionIsBack(back: () => void): void {
  onBack = back;
}

/** A call got no answer: asks until one comes. */
export function noteLostConnection(): void {
  if (state === 'lost') return;
  change('lost');
  timer = setTimeout(() => void ask(), retryMs);
}

export async function ask(): Promise<void> {
  clearTimeout(timer);
  const answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    .then((response) => response.ok)
    .catch(() => false);
  if (state !== 'lost') return;
  if (answered) {
    change('connected');
    onBack();
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
