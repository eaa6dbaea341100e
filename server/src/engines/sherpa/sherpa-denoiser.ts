/** Removes noise from speech: sherpa-onnx with a denoiser from the models folder. */
import { installedModels } from '../../models/folder.ts';
import type { InstalledModel } from '../../models/model.ts';
import type { Denoiser } from '../speech.ts';
import { sampleRate, WavReader } from '../wav.ts';
import { loadSherpa } from './addon.ts';
import { SherpaProcess } from './process.ts';
import { denoiserConfig } from './recognizer-config.ts';

/**
 * Time limit as a multiple of the sound's length, for a network that is meant for live speech on small devices; a
 * process that exceeds it is assumed to hang.
 */
const limitFactor = 5;
const leastLimitMs = 60_000;

/** The folder's preferred denoiser; null if there is none. */
export async function findDenoiser(modelsDir: string): Promise<InstalledModel | null> {
  const models = await installedModels(modelsDir, 'denoiser');
  return models.find(({ loader }) => loader.engine === 'sherpa-denoiser') ?? null;
}

/** The process with the model starts when the first sound is cleaned, and stays until `close`. */
export function openSherpaDenoiser(model: InstalledModel): Denoiser {
  let child: SherpaProcess | undefined;
  const running = () => {
    if (!child || child.closed) child = new SherpaProcess();
    return child;
  };

  return {
    info: { name: model.id, version: `sherpa-onnx ${loadSherpa().version}`, kind: 'local' },
    async clean(sound, { start, end }, path, { signal }) {
      const wav = await WavReader.open(sound);
      await wav.close();

      const from = Math.max(wav.firstSample, Math.round(start * sampleRate));
      const until = Math.min(wav.endSample, Math.round(end * sampleRate));
      const piece = { sound, from, count: Math.max(0, until - from) };
      const config = denoiserConfig(model);
      const limitMs = Math.max(leastLimitMs, (end - start) * limitFactor * 1000);
      await running().ask({ do: 'denoise', config, piece, to: path }, limitMs, signal);

      return { path, startSeconds: from / sampleRate };
    },
    async close() {
      child?.close();
    },
  };
}
