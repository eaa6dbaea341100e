/**
 * Stands in for an engine host in tests and benches: speaks its protocol, and sleeps where a real one computes. What it
 * does with each kind of part comes as JSON in REELSIGHT_TEST_HOST.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract/errors';
import type { FromHost, ToHost } from '../../src/jobs/hosts/host-messages.ts';
import type { JoinOrder, PartKind, PartOrder } from '../../src/perception/part.ts';

export interface Script {
  /** Milliseconds of each part. */
  readonly ms?: number;
  /** Ends its process instead of an answer. */
  readonly crash?: boolean;
  /** Takes no notice of an abort. */
  readonly deaf?: boolean;
  readonly memoryMb?: number;
  /** Code of a Fault it fails with. */
  readonly fault?: 'TRANSCRIPTION_FAILED' | 'ANALYSIS_FAILED';
}
export type Scripts = Partial<Record<PartKind, Script>> & {
  /** Path of a file without which it does not start. Each try adds a line to the file of that name with `.tries`. */
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
/** Of parts that found nothing. */
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

/** As a job without any result; what became of the parts is told in `meta`. */
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
