/** Receivers of webhooks: one that always answers, one that is dead at times, and one that is often too slow. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../server/testing/webhooks/receiver.ts';

export const receiverKinds = ['prompt', 'dying', 'slow'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];

export interface Receivers extends AsyncDisposable {
  readonly of: Readonly<Record<ReceiverKind, Receiver>>;
  /** Whether the receiver that is dead at times is dead now. */
  dead: boolean;
}

/** Longer than the 5 s that an attempt waits for an answer. */
const mostPauseMs = 7000;

export async function startReceivers(): Promise<Receivers> {
  const state = { dead: false };
  const prompt = await startReceiver();
  const dying = await startReceiver((response) => {
    if (!state.dead) response.end();
    else if (Math.random() < 0.5) response.socket?.destroy();
    else response.writeHead(500).end('no');
  });

  const slow = await startReceiver((response) => {
    void sleep(Math.random() * mostPauseMs).then(() => response.end());
  });

  return Object.assign(state, {
    of: { prompt, dying, slow },
    [Symbol.asyncDispose]: async () => {
      for (const one of [prompt, dying, slow]) await one[Symbol.asyncDispose]();
    },
  });
}
