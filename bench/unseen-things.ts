/**
 * Measures how accurately things are found in pictures on which nothing was tuned: cut-outs and photos from Debian
 * packages, drawn into clips and analysed with the product's own search.
 *
 * Usage: node bench/unseen-things.ts [--set tuning|final]
 */
import { parseArgs } from 'node:util';
import type { CallContext } from '../server/src/engines/engine.ts';
import type { ObjectEngine } from '../server/src/engines/objects.ts';
import { openEngines } from '../server/src/engines/registry.ts';
import { drawnPass } from '../server/testing/perception/drawn-pass.ts';
import { seeObjects } from '../server/testing/perception/seen-whole.ts';
import { thingClips } from './unseen/thing-clips.ts';
import { countThings, noCounts, type ThingCounts } from './unseen/thing-score.ts';
import { missingPackages, type SetName } from './unseen/thing-sources.ts';

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };

/** Minimum confidence at which a frame may prove an appearance. */
const proofConfidence = 0.8;

interface Measured {
  readonly byKind: ReadonlyMap<string, ThingCounts>;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/**
 * Returns Markdown with the heading `## Things never seen`. If Debian packages are missing, it names them instead of
 * results.
 */
export async function measureThings(set: SetName): Promise<string> {
  const missing = missingPackages();
  if (missing.length > 0) {
    return `## Things never seen\n\nNot measured: install ${missing.join(', ')}.\n`;
  }

  const engines = await openEngines({
    modelsDir: '/nonexistent',
    threads: 1,
    device: 'cpu',
    remote: null,
    brandsFile: null,
    logosDir: null,
    paid: { calls: 12, timeMs: 120_000 },
  }).objects();
  const measured = await measure(set, engines);
  for (const engine of engines) await engine.close();

  return report(set, measured);
}

async function measure(set: SetName, objects: readonly ObjectEngine[]): Promise<Measured> {
  const byKind = new Map<string, ThingCounts>();
  let seconds = 0;
  let microseconds = 0;

  for await (const clip of thingClips(set)) {
    const pictures = clip.seconds.map(({ picture }) => picture);
    const drawn = drawnPass(pictures, { shots: clip.shots });
    const wish = { names: clip.asked, costlyLooks: 60 };
    const from = process.cpuUsage();
    const seen = await seeObjects(drawn, wish, { objects, outlines: null, vision: null }, context);
    const { user, system } = process.cpuUsage(from);
    microseconds += user + system;
    seconds += pictures.length;

    const counts = byKind.get(clip.kind) ?? noCounts();
    byKind.set(clip.kind, counts);
    countThings(counts, clip, seen.built);
  }

  return { byKind, seconds, cpuSeconds: microseconds / 1e6 };
}

function report(set: SetName, { byKind, seconds, cpuSeconds }: Measured): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const head = [
    'pictures',
    'seconds',
    'precision',
    'recall',
    'recall, large',
    'boxes',
    `right from ${proofConfidence} on`,
  ];

  const rows = [...byKind].map(([kind, counts]) => {
    const { right, wrong, missed, largeRight, largeMissed, boxes, boxed, claims } = counts;
    const sure = claims.filter(({ confidence }) => confidence >= proofConfidence);
    return [
      ...[kind, right + missed, share(right, right + wrong), share(right, right + missed)],
      share(largeRight, largeRight + largeMissed),
      ...[share(boxes, boxed), share(sure.filter((claim) => claim.right).length, sure.length)],
    ];
  });
  const cpu = ((cpuSeconds / seconds) * 60).toFixed(1);

  return [
    '## Things never seen',
    `The ${set} part of a generated set: clips of ${seconds} s in all, at one frame per second. Cut-outs are photos of single objects on backgrounds, from 5 % of the height upwards: turned, mirrored, blurred, dimmed, moving, half hidden, several at once, and among objects that COCO does not have. Photos are whole scenes with panning and zooming. Each clip is searched for the objects in it and for other names, five in all. Results are counted in seconds per name. "Large" objects have at least a fifth of the frame's height; "boxes" is the mean overlap of all reported boxes with the true one; the last column is the share of correct seconds among those reported with a confidence of ${proofConfidence} or more. ${cpu} s of CPU per minute, without decoding the video.`,
    [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'),
    '',
  ].join('\n\n');
}

const share = (part: number, whole: number) => (whole === 0 ? '·' : (part / whole).toFixed(2));

if (import.meta.main) {
  const { values } = parseArgs({ options: { set: { type: 'string', default: 'final' } } });
  if (values.set !== 'tuning' && values.set !== 'final') throw new Error('--set tuning or final');
  console.log(await measureThings(values.set));
}
