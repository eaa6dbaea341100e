/** Runs `pocketsphinx_batch` over the utterances of one file, and reads the words and times it writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Fault } from '@reelsight/contract';
import { loudnessRate as framesPerSecond, type Stretch } from '../vad.ts';
import { modelFiles, type Vocabulary } from './vocabulary.ts';

export interface DecoderOptions {
  /** Name or path of the program. */
  readonly program: string;
  /** Folder of the English model. */
  readonly modelDir: string;
  /** Longest wait for one utterance, milliseconds. */
  readonly stallMs: number;
}

export interface DecoderJob {
  /** Holds `audio.wav`; the job's files go there too, their names beginning with `name`. */
  readonly dir: string;
  readonly name: string;
  /** Bytes before the first sample of `audio.wav`. */
  readonly headerBytes: number;
  readonly utterances: readonly Stretch[];
  readonly vocabulary: Vocabulary;
}

/** As the decoder writes it; times in seconds from the file's start, confidence a posterior probability. */
export interface DecodedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/**
 * Words of each utterance, in order. `onUtterance` is told each index when it is done. The child is killed when
 * the signal aborts. Throws Fault TRANSCRIPTION_FAILED.
 */
export async function decode(
  job: DecoderJob,
  options: DecoderOptions,
  signal: AbortSignal,
  onUtterance: (index: number) => void,
): Promise<DecodedWord[][]> {
  const [control, words] = [join(job.dir, `${job.name}.ctl`), join(job.dir, `${job.name}.ctm`)];
  const lines = job.utterances.map(
    ({ start, end }, index) => `audio ${frame(start)} ${frame(end)} ${index}`,
  );
  await writeFile(control, `${lines.join('\n')}\n`);
  const args = [
    ...['-hmm', join(options.modelDir, modelFiles.acoustic), ...job.vocabulary.args],
    ...['-cepdir', job.dir, '-cepext', '.wav', '-adcin', 'yes'],
    ...['-adchdr', String(job.headerBytes), '-ctl', control, '-ctm', words],
    // Measured on read speech: 0.25 of the words wrong without the two weights, 0.21 with them.
    ...['-fwdflatlw', '8', '-bestpathlw', '9'],
    // Otherwise the pauses inside an utterance are cut out and all times behind them are early.
    ...['-remove_silence', 'no'],
  ];
  await run(args, options, signal, onUtterance);
  return parseWords(await readFile(words, 'utf8'), job.utterances);
}

const frame = (seconds: number): number => Math.round(seconds * framesPerSecond);

async function run(
  args: readonly string[],
  options: DecoderOptions,
  signal: AbortSignal,
  onUtterance: (index: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  const stalled = new AbortController();
  const stall = () => stalled.abort();
  let timer = setTimeout(stall, options.stallMs);
  const child = spawn(options.program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, stalled.signal]),
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  let complaint = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^(?:ERROR|FATAL)/.test(line)) complaint = line;
    const [, index] = /^INFO: batch\.c\(\d+\): (\d+): .* seconds speech/.exec(line) ?? [];
    if (index === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(stall, options.stallMs);
    onUtterance(Number(index));
  });
  try {
    const [code, killer] = await closed;
    if (code !== 0) throw new Error(`ended with ${code ?? killer}: ${complaint}`);
  } catch (cause) {
    signal.throwIfAborted();
    const why = stalled.signal.aborted ? `no utterance done in ${options.stallMs} ms` : `${cause}`;
    throw new Fault('TRANSCRIPTION_FAILED', `${options.program}: ${why}`.slice(0, 500), { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A line: utterance, channel, start, duration, word, confidence. Pauses and noises are not written. */
export function parseWords(ctm: string, utterances: readonly Stretch[]): DecodedWord[][] {
  const words: DecodedWord[][] = utterances.map(() => []);
  for (const line of ctm.split('\n')) {
    const [index, , start, duration, word, confidence] = line.split(/\s+/);
    const utterance = utterances[Number(index)];
    if (!utterance || !word || /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/.test(word)) continue;
    const from = frame(utterance.start) / framesPerSecond + Number(start);
    words[Number(index)]?.push({
      word: word.replace(/\(\d+\)$/, ''),
      start: from,
      end: from + Number(duration),
      confidence: Math.min(1, Number(confidence)),
    });
  }
  return words;
}
