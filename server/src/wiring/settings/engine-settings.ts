/** The settings of the engines, with the folder of models and the model server they may use. */
import { apiRoot } from '../../engines/openai-compatible/api-root.ts';
import type { EngineSettings } from '../../engines/registry.ts';
import type { Config } from './config.ts';

/** `remote.url` is the address of the server itself; a worker replaces it with its gateway. */
export function engineSettings({ engines, models, remote: server }: Config): EngineSettings {
  const { url, key: _stays, ...remote } = server;
  return {
    ...engines,
    modelsDir: models.modelsDir,
    remote: url === null ? null : { ...remote, url: apiRoot(url) },
  };
}
