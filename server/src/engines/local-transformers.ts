/** transformers.js restricted to local files: it never contacts a model hub. */

/** A heavy import, needed only if a local model is used. */
export async function loadTransformers(): Promise<typeof import('@huggingface/transformers')> {
  const transformers = await import('@huggingface/transformers');
  transformers.env.allowRemoteModels = false;
  transformers.env.useFSCache = false;
  transformers.env.logLevel = transformers.LogLevel.ERROR;
  return transformers;
}
