/** A start of the service as `main.ts` makes it, in this process, which takes a tenth of the time of a new one. */
import { pino } from 'pino';
import { readConfig } from '../src/wiring/settings/config.ts';
import { type Refusal, refusalOf } from '../src/wiring/start/program.ts';
import { serve } from '../src/wiring/start/serve.ts';
import { compileCache } from './compile-cache.ts';
import { isolationFoundOnce } from './part-cache/stand-ins.ts';

export interface Start {
  /** The log so far. */
  readonly lines: readonly string[];
  /** Null if it serves. */
  readonly refusal: Refusal | null;
  stop(): Promise<void>;
}

/** `env` as an operator sets it. Rejects for a start that fails by something that nobody foresaw. */
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
