/** Finds speech with Silero VAD, run by sherpa-onnx over the WAV file as it streams from disk. */
import { createRequire } from 'node:module';
import type { SoundFile, TimeSpan } from './engine.ts';
import { loadSherpa } from './sherpa/addon.ts';
import { sampleRate, WavReader } from './wav.ts';

export type Stretch = TimeSpan;

/** Speech in a span of sound. */
export interface HeardSpeech extends TimeSpan {
  /** In order, separated by pauses of at least 0.1 s. */
  readonly stretches: readonly Stretch[];
  /** Root mean square of every 10 ms from the span's start, 0 to 1. */
  readonly loudness: Float32Array;
}

/** Loudness values per second. */
export const loudnessRate = 100;

/** Silero v5 and v6 take exactly this many samples at 16 kHz. */
const windowSamples = 512;
/** Number of samples read at a time: 16 s, a multiple of the window and of 10 ms. */
const chunkSamples = 500 * windowSamples;
/**
 * Silence that the detector receives before and after a span, in whole windows: 0.6 s. Without it, the detector has no
 * context before the first word and does not recognise it as speech, and no pause marks the end of a word that ends
 * with the file.
 */
const silenceWindows = 19;
const silenceSeconds = (silenceWindows * windowSamples) / sampleRate;
/**
 * In stretches longer than this, sherpa-onnx requires more certain speech, so that it finds a pause and its buffer
 * stays small.
 */
const longStretchSeconds = 30;

/**
 * Reads a span once, 16 s at a time, at most to the end of the file. Speech may begin with the first sample and end
 * with the last. Throws Fault TRANSCRIPTION_FAILED.
 */
export async function speechStretches(
  sound: SoundFile,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<HeardSpeech> {
  const wav = await WavReader.open(sound);
  try {
    const first = Math.max(wav.firstSample, Math.round(span.start * sampleRate));
    const last = Math.max(first, Math.min(wav.endSample, Math.round(span.end * sampleRate)));
    const detector = openDetector();
    detector.listen(silence);

    const loudness = new Float32Array(Math.ceil((last - first) / (sampleRate / loudnessRate)));
    for (let sampleIndex = first; sampleIndex < last; sampleIndex += chunkSamples) {
      signal.throwIfAborted();
      const samples = await wav.floats(sampleIndex, Math.min(chunkSamples, last - sampleIndex));
      if (samples.length === 0) break;
      measureLoudness(samples, loudness, ((sampleIndex - first) / sampleRate) * loudnessRate);
      detector.listen(samples);
    }

    detector.listen(silence);
    const start = first / sampleRate;
    const end = last / sampleRate;
    const offset = start - silenceSeconds;
    const stretches = detector
      .finish()
      .map((stretch) => ({
        start: Math.max(start, offset + stretch.start),
        end: Math.min(offset + stretch.end, end),
      }))
      .filter((stretch) => stretch.end > stretch.start);

    return { start, end, stretches, loudness };
  } finally {
    await wav.close();
  }
}

/** Absolute path of the Silero model that its npm package ships. */
export function vadModelPath(): string {
  return createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx');
}

function openDetector() {
  const vad = new (loadSherpa().Vad)(
    {
      sileroVad: {
        model: vadModelPath(),
        threshold: 0.5,
        minSilenceDuration: 0.1,
        minSpeechDuration: 0.1,
        windowSize: windowSamples,
        maxSpeechDuration: longStretchSeconds,
      },
      sampleRate,
      numThreads: 1,
    },
    2 * longStretchSeconds,
  );
  const stretches: Stretch[] = [];
  const collect = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false);
      stretches.push({ start: start / sampleRate, end: (start + samples.length) / sampleRate });
    }
  };

  return {
    /** Feeds one window at a time: given several windows at once, the detector returns one answer for all of them. */
    listen(samples: Float32Array): void {
      for (let offset = 0; offset < samples.length; offset += windowSamples) {
        vad.acceptWaveform(wholeWindow(samples, offset));
        collect();
      }
    },
    finish(): readonly Stretch[] {
      vad.flush();
      collect();
      return stretches;
    },
  };
}

const silence = new Float32Array(silenceWindows * windowSamples);

/** The last window of the file is padded with silence. */
function wholeWindow(samples: Float32Array, offset: number): Float32Array {
  const window = samples.subarray(offset, offset + windowSamples);
  if (window.length === windowSamples) return window;
  const filled = new Float32Array(windowSamples);
  filled.set(window);
  return filled;
}

function measureLoudness(samples: Float32Array, loudness: Float32Array, first: number): void {
  const step = sampleRate / loudnessRate;
  for (let offset = 0, slot = first; offset < samples.length; offset += step, slot++) {
    const part = samples.subarray(offset, offset + step);
    let sum = 0;
    for (let index = 0; index < part.length; index++) sum += (part[index] as number) ** 2;
    loudness[slot] = Math.sqrt(sum / part.length);
  }
}
