/**
 * The part of the native package `sherpa-onnx-node` that this service uses, with types; loaded when it is first needed.
 */
import { createRequire } from 'node:module';
import { Fault } from '@reelsight/contract';

export interface Wave {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

interface Vad {
  acceptWaveform(samples: Float32Array): void;
  isEmpty(): boolean;
  front(enableExternalBuffer: boolean): { readonly start: number; readonly samples: Float32Array };
  pop(): void;
  flush(): void;
}

interface OfflineStream {
  acceptWaveform(wave: Wave): void;
}

/** The result of a recogniser for one stream; `timestamps` are seconds from the stream's start, one per token. */
export interface RecognizerResult {
  readonly text: string;
  readonly lang?: string;
  readonly tokens?: readonly string[];
  readonly timestamps?: readonly number[];
  readonly durations?: readonly number[];
}

interface OfflineRecognizer {
  createStream(): OfflineStream;
  decode(stream: OfflineStream): void;
  getResult(stream: OfflineStream): RecognizerResult;
}

interface SpokenLanguageIdentification {
  createStream(): OfflineStream;
  compute(stream: OfflineStream): string;
}

interface OfflineSpeakerDiarization {
  readonly sampleRate: number;
  process(
    samples: Float32Array,
  ): readonly { readonly start: number; readonly end: number; readonly speaker: number }[];
}

interface OfflineSpeechDenoiser {
  /** With `enableExternalBuffer`, the samples lie in memory of the addon, which Node may refuse. */
  run(sound: Wave & { readonly enableExternalBuffer: boolean }): Wave;
}

export interface SherpaAddon {
  readonly version: string;
  readonly Vad: new (config: object, bufferSeconds: number) => Vad;
  readonly OfflineRecognizer: new (config: object) => OfflineRecognizer;
  readonly SpokenLanguageIdentification: new (config: object) => SpokenLanguageIdentification;
  readonly OfflineSpeakerDiarization: new (config: object) => OfflineSpeakerDiarization;
  readonly OfflineSpeechDenoiser: new (config: object) => OfflineSpeechDenoiser;
}

const require = createRequire(import.meta.url);

/** Throws Fault TRANSCRIPTION_FAILED if the package has no build for this machine. */
export function loadSherpa(): SherpaAddon {
  try {
    return require('sherpa-onnx-node') as SherpaAddon;
  } catch (cause) {
    throw new Fault('TRANSCRIPTION_FAILED', `sherpa-onnx-node does not load: ${String(cause)}`, {
      cause,
    });
  }
}

/** One sentence that says why the package can't be used on this machine; null if it can be used. */
export function sherpaMissing(): string | null {
  try {
    loadSherpa();
    return null;
  } catch {
    return `the package sherpa-onnx-node has no build for ${process.platform}-${process.arch}`;
  }
}
