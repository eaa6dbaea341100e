/**
 * Records spans with OpenTelemetry and sends them with OTLP over HTTP. This module is loaded only if an endpoint is
 * configured.
 */
import {
  type Context,
  type Span as RecordedSpan,
  type Tracer as Recorder,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { untilAborted } from '../network/until-aborted.ts';
import {
  type Attributes,
  type JobTrace,
  parseTraceparent,
  type Span,
  type SpanOptions,
  type TraceContext,
  type Tracer,
  traceparentOf,
} from './tracer.ts';

export interface OtlpOptions {
  /** Address to which spans are posted, including the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Attributes that describe the service and the process. */
  readonly resource: Attributes;
  /** Value of OTEL_TRACES_SAMPLER. */
  readonly sampler: string;
  /** Fraction of traces that a ratio sampler keeps, 0 to 1. */
  readonly ratio: number;
  /** Called for each batch of spans that was sent or lost. */
  readonly onSent: (spans: number, error: Error | null) => void;
  /** Longest wait before a batch is sent; 2 s when absent. */
  readonly delayMs?: number;
}

/** Maximum number of spans waiting to be sent; further ones are dropped. */
const mostWaiting = 4096;
const mostCharacters = 1024;
/** Maximum time to send the remaining spans, so that a collector that does not answer cannot delay a shutdown. */
const closeMs = 3000;

export function openOtlp(options: OtlpOptions): Tracer {
  const ids = new Ids();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...options.resource }),
    sampler: samplerOf(options),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: mostCharacters },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watchedExporter(options),
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: options.delayMs ?? 2000,
        exportTimeoutMillis: options.timeoutMs,
      }),
    ],
  });
  const recorder = provider.getTracer('reelsight');

  return {
    start: (name, traceparent, spanOptions) =>
      new OtlpSpan(recorder, name, contextOf(parseTraceparent(traceparent)), spanOptions),
    endJob: (job, { endedMs, error, ...spanOptions }) => {
      const context = parseTraceparent(job.traceparent);
      if (!context) return;
      ids.next = context.spanId;
      const span = new OtlpSpan(recorder, 'job', jobContext(context, job), spanOptions);
      if (error !== null) span.fail(error);
      span.end(endedMs);
    },
    close: () =>
      untilAborted(provider.shutdown(), AbortSignal.timeout(closeMs)).catch(() => undefined),
  };
}

/** Generates span ids, except that the next span can be given an id chosen earlier, as the span of a job needs. */
class Ids implements IdGenerator {
  /** Id for the next span; if null, a random id is used. */
  next: string | null = null;
  readonly #random = new RandomIdGenerator();

  generateTraceId(): string {
    return this.#random.generateTraceId();
  }

  generateSpanId(): string {
    const id = this.next ?? this.#random.generateSpanId();
    this.next = null;
    return id;
  }
}

const flagsOf = (sampled: boolean) => (sampled ? TraceFlags.SAMPLED : TraceFlags.NONE);

function contextOf(parent: TraceContext | null): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = parent;
  const context: SpanContext = { traceId, spanId, traceFlags: flagsOf(sampled), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, context);
}

const jobContext = (traceContext: TraceContext, { parent }: JobTrace): Context =>
  contextOf({ ...traceContext, spanId: parent });

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

class OtlpSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceparent: string;
  readonly #recorder: Recorder;
  readonly #span: RecordedSpan;

  constructor(
    recorder: Recorder,
    name: string,
    parent: Context,
    { kind = 'internal', attributes = {}, startedMs }: SpanOptions = {},
  ) {
    this.#recorder = recorder;
    const options = { kind: kinds[kind], attributes: { ...attributes } };
    const startOptions = startedMs === undefined ? {} : { startTime: startedMs };
    this.#span = recorder.startSpan(name, { ...options, ...startOptions }, parent);

    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;

    const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
    this.traceparent = traceparentOf({ traceId, spanId, sampled });
  }

  child(name: string, options?: SpanOptions): Span {
    const parent = trace.setSpan(ROOT_CONTEXT, this.#span);
    return new OtlpSpan(this.#recorder, name, parent, options);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, mostCharacters) });
  }

  end(endedMs?: number): void {
    this.#span.end(endedMs);
  }
}

function samplerOf({ sampler, ratio }: OtlpOptions): Sampler {
  const root = sampler.endsWith('ratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

function watchedExporter({ url, headers, timeoutMs, onSent }: OtlpOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    // At most two batches may be in flight at once.
    concurrencyLimit: 2,
  });
  return {
    export: (spans, callback) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        onSent(spans.length, failed ? (result.error ?? new Error('not sent')) : null);
        callback(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
