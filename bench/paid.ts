/**
 * Measures how well paid segments are found in podcast episodes whose advertisements were verified by people. The
 * episodes are in the folder `shared` next to the checkout (`real/paid`, see its README, which also says how to score):
 * transcripts with the times of their words, and a list of advertising spans. Nothing but the words is used.
 *
 * Usage: node bench/paid.ts [--set tuning|final|all] [--each] [--disclosures] [--model | --ceiling]
 *
 * `--model`: the language model of the settings refines what words tell: that of REELSIGHT_AI_URL and
 * REELSIGHT_AI_LANGUAGE_MODEL, or else one that was pulled to REELSIGHT_MODELS_DIR. `--ceiling`: something that knows
 * the true spans takes the place of the model, which says how much the windows and the rules let any model reach.
 *
 * Weights were chosen on the episodes for tuning; the others are for the final measurement. `--each`: lists every span
 * that was missed, and every one that was found where there is none, with its words. `--disclosures`: lists what is
 * found to disclose that the episode is paid for; the list of true spans does not tell, so a person has to judge it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LanguageEngine, MarkPaid } from '../server/src/engines/language.ts';
import { openRemote } from '../server/src/engines/openai-compatible/client.ts';
import { openRemoteLanguage } from '../server/src/engines/openai-compatible/language.ts';
import { openEngines } from '../server/src/engines/registry.ts';
import type { SpeechSegment } from '../server/src/engines/speech.ts';
import { disclosuresOf } from '../server/src/perception/paid/disclosures.ts';
import { paidSegments } from '../server/src/perception/paid/paid-segments.ts';
import { type Reader, refinePaid } from '../server/src/perception/paid/refine.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { engineSettings } from '../server/src/wiring/settings/engine-settings.ts';
import { sharedDir } from './real/truth.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    each: { type: 'boolean', default: false },
    disclosures: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    ceiling: { type: 'boolean', default: false },
  },
});

/** The other episodes are for the final measurement. */
const tuning =
  /drink-champs|crime-junkie|daily-gist|daily-tech-news|tosh-show|glt1412|security-now/;
/** Spans closer together than this are one span, in seconds. */
const nearSeconds = 15;
/** Minimum overlap (intersection over union) of a span that was found with a true one. */
const leastOverlap = 0.5;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Episode {
  readonly name: string;
  readonly segments: readonly SpeechSegment[];
  readonly truth: readonly Span[];
  readonly durationSeconds: number;
}

type RawSegment = [start: number, end: number, text: string, words: [number, number, string][]];

const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

function truthOf(text: string): Span[] {
  const times = [...text.matchAll(/^(start|end):\s*([\d:.]+)/gm)].map(([, , clock]) =>
    secondsOf(clock ?? ''),
  );
  return times.flatMap((start, index) =>
    index % 2 === 0 ? [{ start, end: times[index + 1] as number }] : [],
  );
}

function readEpisode(folder: string, name: string): Episode {
  const read = (file: string) => readFileSync(path.join(folder, name, file), 'utf8');
  const raw = JSON.parse(read('segments.json')) as RawSegment[];
  const segments = raw.map(([start, end, text, words]) => ({
    start,
    end,
    text,
    words: words.map(([from, to, word]) => ({ text: word, start: from, end: to })),
  }));
  return {
    name,
    segments,
    truth: truthOf(read('truth.txt')),
    durationSeconds: segments.at(-1)?.end ?? 0,
  };
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start - last.end < nearSeconds)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push({ start: span.start, end: span.end });
  }
  return result;
}

const common = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
const overlapOf = (a: Span, b: Span): number => {
  const both = common(a, b);
  return both / Math.max(1e-9, a.end - a.start + b.end - b.start - both);
};
const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);
const commonOf = (a: readonly Span[], b: readonly Span[]): number =>
  a.reduce((sum, one) => sum + b.reduce((part, other) => part + common(one, other), 0), 0);

/** Pairs of a span that was found and a true one, one to one, those with the largest overlap first. */
function matched(found: readonly Span[], truth: readonly Span[]): number {
  const pairs = found
    .flatMap((span, index) =>
      truth.map((other, of) => ({ index, of, overlap: overlapOf(span, other) })),
    )
    .filter(({ overlap }) => overlap >= leastOverlap)
    .sort((a, b) => b.overlap - a.overlap);
  const usedFound = new Set<number>();
  const usedTruth = new Set<number>();
  for (const { index, of } of pairs) {
    if (usedFound.has(index) || usedTruth.has(of)) continue;
    usedFound.add(index);
    usedTruth.add(of);
  }
  return usedFound.size;
}

const clock = (time: number): string =>
  `${Math.floor(time / 60)}:${(time % 60).toFixed(0).padStart(2, '0')}`;
const wordsIn = ({ segments }: Episode, { start, end }: Span): string =>
  segments
    .flatMap(({ words = [] }) => words)
    .filter((word) => word.start >= start - 0.05 && word.end <= end + 0.05)
    .map(({ text }) => text)
    .join(' ');

function describeMisses(episode: Episode, found: readonly Span[], truth: readonly Span[]): void {
  const show = (kind: string, span: Span) =>
    console.log(
      `  ${kind} ${clock(span.start)}-${clock(span.end)}: ${wordsIn(episode, span).slice(0, 400)}`,
    );
  const fits = (span: Span, others: readonly Span[]) =>
    others.some((other) => overlapOf(span, other) >= leastOverlap);
  for (const span of truth) if (!fits(span, found)) show('missed', span);
  for (const span of found) if (!fits(span, truth)) show('wrong ', span);
}

const config = readConfig(process.env);

/** The language engine of the settings, opened anew for each episode, because its tokens are counted per job. */
async function openModel(): Promise<LanguageEngine> {
  const { url, key, ...remote } = config.remote;
  const engine =
    url === null
      ? await openEngines(engineSettings(config)).language()
      : openRemoteLanguage(
          openRemote({
            url,
            apiKey: key,
            models: remote.models,
            timeoutMs: remote.timeoutMs,
            maxRetries: remote.retries,
            maxTokensPerJob: remote.tokensPerJob,
          }),
          remote,
        );
  if (!engine?.markPaid)
    throw new Error(
      'no language model: set REELSIGHT_AI_URL and REELSIGHT_AI_LANGUAGE_MODEL, or REELSIGHT_MODELS_DIR',
    );
  return engine;
}

/** Marks the control, and the lines that begin in a true span. */
const knowsTruth =
  (truth: readonly Span[]): MarkPaid =>
  async ([control = [], lines = []]) => {
    const passages = truth.flatMap((span) => {
      const isIn = ({ start }: { readonly start: number }) =>
        start >= span.start - 1 && start < span.end - 1;
      const first = lines.findIndex(isIn);
      if (first < 0) return [];
      return [{ first, last: lines.findLastIndex(isIn), quote: lines[first]?.text ?? '' }];
    });
    return [
      { firstLine: 0, lastLine: 2, advertiser: null, quote: control[0]?.text ?? '' },
      ...passages.map(({ first, last, quote }) => ({
        firstLine: control.length + first,
        lastLine: control.length + last,
        advertiser: null,
        quote,
      })),
    ];
  };

async function engineFor({ truth }: Episode): Promise<Reader['engine'] | null> {
  if (options.model) return openModel();
  if (!options.ceiling) return null;
  const info = { name: 'truth', version: '', kind: 'embedded' } as const;
  return { info, materialTokens: config.remote.materialTokens, markPaid: knowsTruth(truth) };
}

const usage = { calls: 0, tokens_in: 0, tokens_out: 0, degraded: 0, seconds: 0 };

async function segmentsOf(episode: Episode): Promise<Span[]> {
  const { segments, durationSeconds } = episode;
  const nothing = { texts: [], metadata: {}, chapters: [], brands: [] };
  const material = { ...nothing, segments, durationSeconds };
  const engine = await engineFor(episode);
  if (!engine) return paidSegments(material);

  const { markPaid } = engine;
  const counted: MarkPaid | null =
    markPaid &&
    ((excerpts, context) => {
      usage.calls += 1;
      return markPaid(excerpts, context);
    });
  const began = performance.now();
  const reader = {
    engine: { ...engine, markPaid: counted },
    limits: config.engines.paid,
    withoutModel: false,
  };
  const refined = await refinePaid(material, reader, {
    signal: new AbortController().signal,
    meter: (item, amount) => {
      if (item === 'tokens_in' || item === 'tokens_out') usage[item] += amount;
    },
    log: (message, fields) => console.log(`  ${message}: ${fields?.detail ?? ''}`),
  });
  usage.seconds += (performance.now() - began) / 1000;
  usage.degraded += Number(refined.degraded);
  return paidSegments(material, refined.candidates);
}

function describeDisclosures({ segments, durationSeconds }: Episode): void {
  const disclosures = disclosuresOf({
    segments,
    durationSeconds,
    texts: [],
    metadata: {},
    chapters: [],
    brands: [],
    spokenLanguage: 'en',
    platformLabel: null,
  });
  for (const { timestamp, brand = 'names nobody', quote } of disclosures)
    console.log(`  ${timestamp.toFixed(1)} ${brand}: ${quote}`);
}

const folder = path.join(sharedDir, 'real', 'paid');
if (!existsSync(folder)) {
  console.log('skipped: the folder `shared` is not there');
  process.exit(0);
}

const episodes = readdirSync(folder)
  .sort()
  .filter((name) => options.set === 'all' || tuning.test(name) === (options.set === 'tuning'))
  .map((name) => readEpisode(folder, name));
const scores: number[] = [];
const total = { foundSeconds: 0, trueSeconds: 0, rightSeconds: 0, cpuMs: 0, talkSeconds: 0 };

for (const episode of episodes) {
  const began = process.cpuUsage();
  const results = await segmentsOf(episode);
  total.cpuMs += process.cpuUsage(began).user / 1000;
  total.talkSeconds += episode.durationSeconds;

  const found = joined(results);
  const truth = joined(episode.truth);
  const right = matched(found, truth);
  const f1 = (2 * right) / Math.max(1, found.length + truth.length);
  if (truth.length > 0) scores.push(f1);
  total.foundSeconds += lengthOf(found);
  total.trueSeconds += lengthOf(truth);
  total.rightSeconds += commonOf(found, truth);
  console.log(
    `${episode.name.slice(3, 28).padEnd(25)} ${right} right of ${found.length} found and ${truth.length} true, F1 ${truth.length > 0 ? f1.toFixed(2) : '–'}`,
  );
  if (options.each) describeMisses(episode, found, truth);
  if (options.disclosures) describeDisclosures(episode);
}

console.log(
  `mean F1 ${(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)).toFixed(3)}; by seconds precision ${(total.rightSeconds / Math.max(1, total.foundSeconds)).toFixed(3)}, recall ${(total.rightSeconds / Math.max(1, total.trueSeconds)).toFixed(3)}; ${((total.cpuMs / total.talkSeconds) * 3.6).toFixed(2)} s of CPU an hour`,
);
if (options.model || options.ceiling)
  console.log(
    `${usage.calls} calls in ${usage.seconds.toFixed(0)} s, ${usage.tokens_in} tokens in, ${usage.tokens_out} out; not read to the end: ${usage.degraded} episodes`,
  );
