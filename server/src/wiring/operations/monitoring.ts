/** Health, readiness and metrics of a process: served next to the API, or on a separate port for a worker. */
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { newId } from '../../db/id.ts';
import type { Domain } from '../../domain/domain.ts';
import type { EngineStatus } from '../../engines/engine.ts';
import type { OnAnswer } from '../../http/answered.ts';
import { carriesToken } from '../../http/bearer.ts';
import { createMonitoringApp, type MonitoringOptions } from '../../http/monitoring.ts';
import type { Isolation } from '../../jobs/ingestion/isolation.ts';
import { inNetworks } from '../../network/address-block.ts';
import { sharedLook } from '../../network/shared-look.ts';
import type { SourceStatus } from '../../sources/source-status.ts';
import type { Config } from '../settings/config.ts';
import { listenTrouble } from '../start/start-checks.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface Monitored {
  readonly config: Config;
  readonly domain: Domain;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly readiness: () => Promise<Readiness>;
  readonly engines: readonly EngineStatus[];
  readonly links: () => SourceStatus;
  /** How videos are isolated; null in a process that opens no videos. */
  readonly isolation: Isolation | null;
}

const metricsAgeMs = 1000;

/** Determines the answers to probes, which are cheap and so can be requested often, and who may see details. */
export function monitoringOptions(monitored: Monitored): MonitoringOptions {
  const { config, metrics, adminToken, engines, links, isolation } = monitored;
  const { token, networks } = config.monitoring;
  const isKnown = inNetworks(networks);
  const isPlain = token === null && networks.length === 0;
  const tokens = token === null ? [adminToken] : [adminToken, token];
  const availableEngines = engines
    .filter((engine) => engine.available)
    .map(({ role, info }) => ({ role, ...info }));
  const sandbox = isolation && { sandbox: { kind: isolation.kind, about: isolation.text } };

  return {
    // An API process that answers counts as alive; /readyz reports whether its database answers.
    wedged: config.service.role === 'worker' ? () => wedgedWorker(monitored) : () => null,
    ready: async () => {
      const { ok, parts } = await monitored.readiness();
      return { ok, parts: { ...parts, engines: availableEngines, links: links(), ...sandbox } };
    },
    metrics: sharedLook(metricsAgeMs, metrics.read),
    mayMonitor: (request) =>
      (isPlain && isOfThisMachine(request)) ||
      isKnown(request.ip) ||
      tokens.some((token) => carriesToken(request, token)),
  };
}

const isLoopback = inNetworks(['127.0.0.0/8', '::1']);

/**
 * Headers that most reverse proxies add. A proxy on this machine also connects from loopback, but on behalf of
 * strangers.
 */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const;

const isOfThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && forwardingHeaders.every((name) => headers[name] === undefined);

/**
 * The reason why the worker should be restarted; null if it makes progress. Nobody waits for answers from a worker, so
 * it has to notice this itself.
 */
function wedgedWorker({ config, domain }: Pick<Monitored, 'config' | 'domain'>): string | null {
  const { wedgedMs } = config.monitoring;
  const { turnMs, answerMs } = domain.queue.liveness();
  const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  if (turnMs > wedgedMs) return `a loop that takes tasks has not turned for ${inSeconds(turnMs)}`;
  if (answerMs > wedgedMs) return `the database has not answered for ${inSeconds(answerMs)}`;
  return null;
}

/**
 * Address for probes if the operator has not set any. It can be reached only from this machine, and it is not used if
 * the port is taken, because several workers may run on one machine.
 */
const usual = { host: '127.0.0.1', port: 8082 } as const;

/**
 * Listens for probes of a worker. Returns the address and a function that closes the server, or null if probes are off
 * or the default port is taken. If the operator has set a port and it is taken, that is an error.
 */
export async function listenForProbes(
  monitored: Monitored & { readonly log: Logger; readonly onAnswer: OnAnswer },
): Promise<{ readonly url: string; close(): Promise<unknown> } | null> {
  const { config, log, onAnswer } = monitored;
  const { listen } = config.monitoring;
  if (listen === 'off') return null;

  const host = listen === null ? usual.host : (listen.host ?? config.http.host);
  const port = listen?.port ?? usual.port;
  const app = createMonitoringApp({
    ...monitoringOptions(monitored),
    newRequestId: () => newId('req'),
    onAnswer,
    connections: { ...config.connections, trustedProxies: config.http.trustedProxies },
  });
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();

    if (listen !== null || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE')
      throw listenTrouble(error, { setting: 'REELSIGHT_MONITORING_LISTEN', port, host });

    log.warn(
      `Port ${port} is in use, probably by another worker, so this one serves no /healthz, /readyz and /metrics. Set REELSIGHT_MONITORING_LISTEN to a free port, or to off.`,
    );

    return null;
  }

  const { address, port: boundPort, family } = app.server.address() as AddressInfo;
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address) ? 'localhost' : address;
  const url = `http://${family === 'IPv6' && name === address ? `[${name}]` : name}:${boundPort}`;

  return { url, close: () => app.close() };
}
