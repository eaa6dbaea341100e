/**
 * The parent's side of `child.ts`: sends one request at a time, limits the time for each, and kills the child on abort.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Fault } from '@reelsight/contract';
import type { SherpaAnswers, SherpaReply, SherpaRequest } from './child.ts';

/** Bytes of the child's error output that are kept for the log. */
const keptBytes = 2000;

export class SherpaProcess {
  /** True once the child has exited; another process must then be opened. */
  closed = false;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  #said = '';

  constructor() {
    const script = fileURLToPath(new URL('./child.ts', import.meta.url));
    this.#child = fork(script, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });

    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-keptBytes);
    });
    this.#ended = new Promise((_, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, killer) => {
        this.closed = true;
        reject(new Error(`ended with ${code ?? killer}: ${this.#said.trim()}`));
      });
    });
    this.#ended.catch(() => {});
    this.#hold(false);
  }

  /**
   * Throws Fault TRANSCRIPTION_FAILED (refused, crashed, too slow), or the signal's reason; the child is ended first.
   */
  async ask<R extends SherpaRequest>(
    request: R,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<SherpaAnswers[R['do']]> {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(limitMs);
    const kill = () => this.close();
    const stop = AbortSignal.any([signal, late]);
    stop.addEventListener('abort', kill, { once: true });
    this.#hold(true);

    try {
      const reply = await Promise.race([this.#reply(request), this.#ended]);
      if (!reply.ok) throw new Error(reply.problem);
      return reply.value as SherpaAnswers[R['do']];
    } catch (cause) {
      this.close();
      signal.throwIfAborted();
      const reason = late.aborted ? `not done in ${limitMs} ms` : String(cause);
      throw new Fault('TRANSCRIPTION_FAILED', `sherpa-onnx, ${request.do}: ${reason}`, { cause });
    } finally {
      stop.removeEventListener('abort', kill);
      this.#hold(false);
    }
  }

  close(): void {
    this.closed = true;
    this.#child.kill('SIGKILL');
  }

  /** Waiting for the next request must not keep the process alive. */
  #hold(on: boolean): void {
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as Socket | null]) {
      if (on) handle?.ref();
      else handle?.unref();
    }
  }

  #reply(request: SherpaRequest): Promise<SherpaReply> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (reply) => resolve(reply as SherpaReply));
      this.#child.send(request, (error) => {
        if (error) reject(error);
      });
    });
  }
}
