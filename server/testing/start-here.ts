/**
 * Starts the service as `main.ts` does, but in this process, which takes a tenth of the time that a new process takes.
 */
import { pino } from 'pino';
import { readConfig } from '../src/wiring/settings/config.ts';
import { type Refusal, refusalOf } from '../src/wiring/start/program.ts';
import { serve } from '../src/wiring/start/serve.ts';
import { compileCache } from './compile-cache.ts';
import { isolationFoundOnce } from './part-cache/stand-ins.ts';

export interface Start {
  /** The log lines so far. */
  readonly lines: readonly string[];
  /** Why the service refused to start; null if it is running. */
  readonly refusal: Refusal | null;
  stop(): Promise<void>;
}

/** `env` as an operator would set it. Rejects if the start fails for a reason that is not an expected refusal. */
export async function startHere(env: Readonly<Record<string, string>>): Promise<Start> {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const own = { PORT: '0', UPLOAD_PORT: '0', REELSIGHT_HOST: '127.0.0.1' };
  const noLinks = { REELSIGHT_YTDLP: 'no-such-program', REELSIGHT_LINKS_UPDATE: 'off' };

  try {
    const config = readConfig({
      PATH: process.env.PATH,
      ...compileCache,
      ...own,
      ...noLinks,
      ...env,
    });
    const served = await serve(config, log, { findIsolation: isolationFoundOnce });
    return { lines, refusal: null, stop: () => served.close() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return { lines, refusal, stop: async () => undefined };
  }
}
