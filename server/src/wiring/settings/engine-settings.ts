/** Collects the settings that engines need, including the folder of models and the model server. */
import { apiRoot } from '../../engines/openai-compatible/api-root.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import type { Config } from './config.ts';

/** `remote.url` is the address of the server itself; a worker replaces it with the address of its own gateway. */
export function engineSettings({ engines, models, remote: server }: Config): EngineSettings {
  const { url, key: _stays, ...remote } = server;
  return {
    ...engines,
    modelsDir: models.modelsDir,
    remote: url === null ? null : { ...remote, url: apiRoot(url) },
  };
}
