/**
 * Replaces an engine host in tests and benches: speaks its protocol, and sleeps instead of computing.
 * REELSIGHT_TEST_HOST says in JSON what to do with each kind of part.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract/errors';
import type { FromHost, ToHost } from '../../src/jobs/hosts/host-messages.ts';
import type { JoinOrder, PartKind, PartOrder } from '../../src/perception/part.ts';

export interface Script {
  /** Milliseconds that each part takes. */
  readonly ms?: number;
  /** Ends the process instead of answering. */
  readonly crash?: boolean;
  /** Ignores an abort. */
  readonly deaf?: boolean;
  readonly memoryMb?: number;
  /** Fails with a Fault that has this code. */
  readonly fault?: 'TRANSCRIPTION_FAILED' | 'ANALYSIS_FAILED';
}
export type Scripts = Partial<Record<PartKind, Script>> & {
  /**
   * Path of a file without which the host does not start. Each attempt to start adds a line to the file of this name
   * with `.tries` appended.
   */
  readonly startsWith?: string;
};

const scripts: Scripts = JSON.parse(process.env.REELSIGHT_TEST_HOST ?? '{}');
if (scripts.startsWith && !existsSync(scripts.startsWith)) {
  appendFileSync(`${scripts.startsWith}.tries`, '\n');
  process.exit(8);
}
let stop = new AbortController();
const tell = (message: FromHost): void => void process.send?.(message);

const nothing = { degraded: false, failure: null };
/** Artifacts of parts that found nothing. */
const artifacts: Partial<Record<PartKind, object>> = {
  hear: { spans: [], failure: null },
  speakers: { turns: null, engine: null },
  read: {
    ...nothing,
    lines: [],
    pieces: [],
    surfaces: { asked: 0, failed: 0 },
    engines: { text: null, logos: null },
  },
  detect: { ...nothing, engines: [], sightings: [], looks: [], unsupported: [] },
};

async function perform(order: PartOrder): Promise<void> {
  const script = scripts[order.kind] ?? {};
  stop = new AbortController();

  try {
    const options = script.deaf ? {} : { signal: stop.signal };
    await sleep(script.ms ?? 0, undefined, options);

    if (script.crash) process.exit(7);
    if (script.fault) throw new Fault(script.fault, 'scripted');
    if (order.kind === 'join') await writeResults(order);

    tell({
      kind: 'done',
      work: [],
      usage: order.kind === 'join' ? {} : { text_frames: 1 },
      outcome: { artifact: artifacts[order.kind] ?? null, found: {} },
      memory: (script.memoryMb ?? 100) * 1024 * 1024,
    });
  } catch (error) {
    const code = error instanceof Fault ? error.code : null;
    tell({ kind: 'failed', work: [], usage: {}, code, text: 'scripted', detail: String(error) });
  }
}

/** Writes the results of a job that found nothing; `meta` says what became of the parts. */
async function writeResults({ outDir, parts, withoutModel }: JoinOrder): Promise<void> {
  const given = parts.filter(({ path }) => path === null).map(({ kind }) => kind);
  const meta = {
    fps_used: 1,
    frames_analyzed: parts.length,
    engines: {},
    given_up: [...new Set(given)],
    without_model: withoutModel,
  };
  await writeFile(join(outDir, 'results.json'), JSON.stringify({ meta }));
}

process.on('message', (message: ToHost) => {
  if (message.kind === 'abort') stop.abort(new Error('no longer wanted'));
  else void perform(message.order);
});
process.on('disconnect', () => process.exit(1));
tell({ kind: 'ready' });
