/**
 * Runs in its own process and holds sherpa-onnx's models: their calls block, and a bad file makes them crash the
 * process.
 */
import { writeFile } from 'node:fs/promises';
import type { SoundFile } from '../engine.ts';
import { sampleRate, WavReader, wavOfFloats } from '../wav.ts';
import { loadSherpa, type RecognizerResult } from './addon.ts';

/** A part of a WAV file, in samples from the video's start. */
export interface Piece {
  readonly sound: SoundFile;
  readonly from: number;
  readonly count: number;
}

export type SherpaRequest =
  | { readonly do: 'open recognizer'; readonly config: object }
  | { readonly do: 'recognize'; readonly piece: Piece }
  | { readonly do: 'open language'; readonly config: object }
  | { readonly do: 'language'; readonly piece: Piece }
  | { readonly do: 'diarize'; readonly config: object; readonly piece: Piece }
  | {
      readonly do: 'denoise';
      readonly config: object;
      readonly piece: Piece;
      /** Path of the WAV file to write; its first sample is that of the piece. */
      readonly to: string;
    };

/** The answer to each request. */
export interface SherpaAnswers {
  readonly 'open recognizer': null;
  readonly recognize: RecognizerResult;
  readonly 'open language': null;
  /** Primary subtag of the language, as the model names it. */
  readonly language: string;
  readonly diarize: readonly {
    readonly start: number;
    readonly end: number;
    readonly speaker: number;
  }[];
  readonly denoise: null;
}

export type SherpaReply =
  | { readonly ok: true; readonly value: SherpaAnswers[keyof SherpaAnswers] }
  | { readonly ok: false; readonly problem: string };

const sherpa = loadSherpa();
type Recognizer = InstanceType<typeof sherpa.OfflineRecognizer>;
type Detector = InstanceType<typeof sherpa.SpokenLanguageIdentification>;
type Denoiser = InstanceType<typeof sherpa.OfflineSpeechDenoiser>;
const recognizers = new Map<string, Recognizer>();
const detectors = new Map<string, Detector>();
const denoisers = new Map<string, Denoiser>();
let recognizer: Recognizer | undefined;
let detector: Detector | undefined;

/** Maximum number of models of each kind kept loaded; a conversation in two languages alternates between two. */
const mostKept = 2;

/** Finds a model by its configuration; a new one replaces the least recently used. */
function reuseModel<T>(models: Map<string, T>, config: object, open: (config: object) => T): T {
  const key = JSON.stringify(config);
  const model = models.get(key) ?? open(config);
  models.delete(key);
  models.set(key, model);
  for (const old of [...models.keys()].slice(0, -mostKept)) models.delete(old);
  return model;
}

async function answer(request: SherpaRequest): Promise<SherpaReply> {
  try {
    return { ok: true, value: await perform(request) };
  } catch (error) {
    return { ok: false, problem: String(error) };
  }
}

async function perform(request: SherpaRequest): Promise<SherpaAnswers[keyof SherpaAnswers]> {
  switch (request.do) {
    case 'open recognizer':
      recognizer = reuseModel(
        recognizers,
        request.config,
        (config) => new sherpa.OfflineRecognizer(config),
      );
      return null;
    case 'open language':
      detector = reuseModel(
        detectors,
        request.config,
        (config) => new sherpa.SpokenLanguageIdentification(config),
      );
      return null;
    case 'recognize': {
      if (!recognizer) throw new Error('no recognizer is open');
      const stream = recognizer.createStream();
      stream.acceptWaveform(await readSamples(request.piece));
      recognizer.decode(stream);
      return recognizer.getResult(stream);
    }
    case 'language': {
      if (!detector) throw new Error('no language detector is open');
      const stream = detector.createStream();
      stream.acceptWaveform(await readSamples(request.piece));
      return detector.compute(stream);
    }
    case 'diarize': {
      const diarization = new sherpa.OfflineSpeakerDiarization(request.config);
      return diarization.process((await readSamples(request.piece)).samples);
    }
    case 'denoise': {
      const denoiser = reuseModel(
        denoisers,
        request.config,
        (config) => new sherpa.OfflineSpeechDenoiser(config),
      );
      const noisy = await readSamples(request.piece);
      const cleaned = denoiser.run({ ...noisy, enableExternalBuffer: false });
      if (cleaned.sampleRate !== sampleRate)
        throw new Error(`the model writes ${cleaned.sampleRate} Hz instead of ${sampleRate} Hz`);

      await writeFile(request.to, wavOfFloats(cleaned.samples));
      return null;
    }
  }
}

async function readSamples({ sound, from, count }: Piece) {
  const wav = await WavReader.open(sound);
  try {
    return { samples: await wav.floats(from, count), sampleRate };
  } finally {
    await wav.close();
  }
}

process.on('message', (request: SherpaRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit());
