/** transformers.js restricted to local files: it never contacts a model hub. */
import './no-telemetry.ts';

/** Imports the library, which is large, so this is called only if a local model is used. */
export async function loadTransformers(): Promise<typeof import('@huggingface/transformers')> {
  const transformers = await import('@huggingface/transformers');
  transformers.env.allowRemoteModels = false;
  transformers.env.useFSCache = false;
  transformers.env.logLevel = transformers.LogLevel.ERROR;
  return transformers;
}
