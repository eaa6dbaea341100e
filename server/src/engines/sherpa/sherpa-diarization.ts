/** Distinguishes speakers: sherpa-onnx with a segmentation and an embedding model from the models folder. */
import { Fault } from '@reelsight/contract';
import type { NumberBounds } from '@reelsight/contract/number-range';
import { installedModels } from '../../models/folder.ts';
import type { InstalledModel } from '../../models/model.ts';
import type { EngineInfo, EngineStatus } from '../engine.ts';
import { type MissingModel, missingModels } from '../missing-models.ts';
import type { DiarizationEngine, SpeakerTurn } from '../speech.ts';
import { sampleRate, WavReader } from '../wav.ts';
import { loadSherpa, sherpaMissing } from './addon.ts';
import { SherpaProcess } from './process.ts';
import { diarizationConfig } from './recognizer-config.ts';
import type { SherpaOptions } from './sherpa-speech.ts';

export interface DiarizationModels {
  readonly segmentation: InstalledModel;
  readonly embedding: InstalledModel;
}

/**
 * Longest audio: all of it is held in memory (230 MB an hour), and grouping compares every pair of the pieces of
 * speech, of which there are some 5,000 an hour.
 */
const longestSeconds = 2 * 3600;
/**
 * Time limit as a multiple of the sound's length, far above the measured 0.1 to 0.5; a process that exceeds it is
 * assumed to hang.
 */
const limitFactor = 5;
const leastLimitMs = 300_000;

/** The folder's two models for telling speakers apart; null if either is missing. */
export async function findDiarization(modelsDir: string): Promise<DiarizationModels | null> {
  const { segmentation, embedding } = await installedParts(modelsDir);
  return segmentation && embedding ? { segmentation, embedding } : null;
}

async function installedParts(modelsDir: string): Promise<Partial<DiarizationModels>> {
  const [segmentation] = await installedModels(modelsDir, 'segmentation');
  const [embedding] = await installedModels(modelsDir, 'embedding');
  return { ...(segmentation && { segmentation }), ...(embedding && { embedding }) };
}

export async function diarizationStatus(modelsDir: string): Promise<EngineStatus> {
  const problem = sherpaMissing();
  const models = problem ? null : await findDiarization(modelsDir);
  if (models) return { role: 'diarization', info: infoOf(models), available: true };

  return {
    role: 'diarization',
    info: { name: 'sherpa-onnx', version: '', kind: 'local' },
    available: false,
    needs: problem ?? missingModels(await missingParts(modelsDir)),
  };
}

async function missingParts(modelsDir: string): Promise<MissingModel[]> {
  const { segmentation, embedding } = await installedParts(modelsDir);
  return [
    ...(segmentation ? [] : [{ name: 'segmentation model', roles: ['segmentation'] as const }]),
    ...(embedding ? [] : [{ name: 'speaker-embedding model', roles: ['embedding'] as const }]),
  ];
}

const infoOf = ({ segmentation, embedding }: DiarizationModels): EngineInfo => ({
  name: `${segmentation.id} with ${embedding.id}`,
  version: `sherpa-onnx ${loadSherpa().version}`,
  kind: 'local',
});

export function openSherpaDiarization(
  models: DiarizationModels,
  options: SherpaOptions,
): DiarizationEngine {
  return {
    info: infoOf(models),
    async diarize(sound, expected, { signal }) {
      const wav = await WavReader.open(sound);
      await wav.close();

      const { firstSample: from, endSample } = wav;
      const seconds = (endSample - from) / sampleRate;
      if (seconds > longestSeconds) {
        throw new Fault(
          'TRANSCRIPTION_FAILED',
          `diarization: ${Math.round(seconds)} s of audio, at most ${longestSeconds} s are compared`,
        );
      }

      const child = new SherpaProcess();
      try {
        const { segmentation, embedding } = models;
        const piece = { sound, from, count: endSample - from };
        const limitMs = Math.max(leastLimitMs, seconds * limitFactor * 1000);
        const group = async (speakers: number | null) => {
          const config = diarizationConfig(segmentation, embedding, {
            threads: options.threads,
            speakers,
          });
          const turns = await child.ask({ do: 'diarize', config, piece }, limitMs, signal);
          return numbered(turns, seconds);
        };
        const turns = await groupWithin(expected, group);
        const { startSeconds } = sound;

        return turns.map((turn) => ({
          ...turn,
          start: startSeconds + turn.start,
          end: startSeconds + turn.end,
        }));
      } finally {
        child.close();
      }
    },
  };
}

/**
 * Groups voices into the expected number of speakers. If that number is known exactly, voices are grouped into it at
 * once; if only bounds are known, they are grouped freely, and once more if the bounds are missed. With fewer pieces of
 * speech than groups, sherpa-onnx puts all of them into one, so of two groupings the one that is nearer to what was
 * expected counts.
 */
export async function groupWithin(
  expected: NumberBounds | null,
  group: (speakers: number | null) => Promise<SpeakerTurn[]>,
): Promise<SpeakerTurn[]> {
  if (!expected) return group(null);

  const { min, max } = expected;
  const isExact = min === max;
  const first = await group(isExact ? min : null);
  const count = speakersIn(first);
  const isFarOff = isExact ? count === 1 && min > 1 : missOf(first, expected) > 0;
  if (count === 0 || !isFarOff) return first;

  const nearestBound = count < min ? min : max;
  const second = await group(isExact ? null : nearestBound);
  return missOf(second, expected) < missOf(first, expected) ? second : first;
}

/** By how many speakers the turns miss the bounds. */
function missOf(turns: readonly SpeakerTurn[], { min, max }: NumberBounds): number {
  const speakers = speakersIn(turns);
  return Math.max(min - speakers, speakers - (max ?? speakers), 0);
}

const speakersIn = (turns: readonly SpeakerTurn[]): number =>
  new Set(turns.map(({ speaker }) => speaker)).size;

/** Numbers speakers from 1 in order of first speech; sherpa-onnx numbers them in the order of its clusters. */
function numbered(turns: readonly SpeakerTurn[], durationSeconds: number): SpeakerTurn[] {
  const numbers = new Map<number, number>();
  return [...turns]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .flatMap(({ start, end, speaker }) => {
      const until = Math.min(end, durationSeconds);
      if (start >= until) return [];
      const number = numbers.get(speaker) ?? numbers.size + 1;
      numbers.set(speaker, number);
      return [{ start: Math.max(0, start), end: until, speaker: number }];
    });
}
