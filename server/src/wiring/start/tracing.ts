/**
 * Opens the exporter for traces if the operator has configured a collector; otherwise, the exporter is not even loaded.
 */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { isTerminal } from '../../domain/states/job-states.ts';
import { noTracer, type Tracer } from '../../tracing/tracer.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Config } from '../settings/config.ts';
import { version } from './version.ts';

/** Address to which spans are posted; null if there is no collector. */
export function collectorOf({ endpoint, tracesEndpoint, disabled }: Config['tracing']) {
  if (disabled) return null;
  return tracesEndpoint ?? (endpoint === null ? null : `${endpoint}/v1/traces`);
}

export async function openTracer(
  { tracing, service: { role } }: Config,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Promise<Tracer> {
  const url = collectorOf(tracing);
  if (url === null) return noTracer;

  const { openOtlp } = await import('../../tracing/otlp.ts');
  const { headers, timeoutMs, sampler, ratio, serviceName } = tracing;
  const tell = tellSometimes(log);

  return openOtlp({
    url,
    headers,
    timeoutMs,
    sampler,
    ratio,
    resource: {
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'reelsight.role': role,
      ...tracing.resource,
      'service.name': serviceName,
    },
    onSent: (spans, error) => {
      metrics.spans(error ? 'lost' : 'sent', spans);
      if (error) tell(error);
    },
  });
}

const tellEveryMs = 60_000;

/** Returns a function that logs a collector's errors at most once a minute. */
function tellSometimes(log: Logger): (error: Error) => void {
  let untilMs = 0;
  return (error) => {
    if (Date.now() < untilMs) return;
    untilMs = Date.now() + tellEveryMs;
    log.warn({ error: error.message }, 'traces can not be sent');
  };
}

/** Writes the span of a finished job. */
export function endJobTrace(tracer: Tracer, job: JobRow): void {
  if (!job.trace || !isTerminal(job.status)) return;
  tracer.endJob(job.trace, {
    startedMs: job.created_at.getTime(),
    endedMs: (job.completed_at ?? new Date()).getTime(),
    error: job.status === 'failed' ? (job.error_code ?? 'failed') : null,
    attributes: {
      'reelsight.job_id': job.id,
      'reelsight.workspace_id': job.workspace_id,
      'reelsight.status': job.status,
      'reelsight.platform': job.platform,
      'reelsight.attempts': job.attempt,
      ...(job.duration_seconds !== null && { 'reelsight.video_seconds': job.duration_seconds }),
      ...(job.credits_charged !== null && { 'reelsight.credits': job.credits_charged }),
    },
  });
}
