/** Engine settings for one piece of work. Access to the model server goes through a gateway and ends with the work. */
import type { EngineSettings } from '../../engines/registry.ts';
import { currentSpan } from '../../tracing/scope.ts';
import { openGateway } from './ai-gateway.ts';

export type EngineGrants = () => { settings: EngineSettings; revoke: () => void };

export async function openEngineGrants(
  engines: EngineSettings,
  remoteKey: string | null,
): Promise<{ readonly grant: EngineGrants; close(): Promise<void> }> {
  const { remote } = engines;
  if (!remote) {
    const granted = { settings: engines, revoke: () => undefined };
    return { grant: () => granted, close: async () => undefined };
  }

  const gateway = await openGateway({ root: remote.url, apiKey: remoteKey });
  return {
    grant: () => {
      const { url, revoke } = gateway.grant(currentSpan()?.traceparent ?? null);
      const settings = { ...engines, remote: { ...remote, url } };
      return { settings, revoke: () => void revoke() };
    },
    close: () => gateway.close(),
  };
}
