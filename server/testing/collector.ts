/** An OpenTelemetry collector that keeps the spans sent to it: OTLP over HTTP, as protocol buffers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WireField, wireFields } from '../src/engines/protobuf.ts';
import { requestBody } from './network/request-body.ts';

export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the first span of a trace. */
  readonly parentId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes of the process that sent the span. */
  readonly resource: Readonly<Record<string, string>>;
  /** Message of the error that ended the span; null if there was none. */
  readonly error: string | null;
}

export interface Collector {
  readonly url: string;
  readonly spans: SentSpan[];
  /** Returns the headers of the last request. */
  readonly headers: () => Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: SentSpan[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  const server = createServer(async (request, response) => {
    const body = await requestBody(request);
    if (body === null) return;

    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }

    headers = request.headers;
    spans.push(...spansOf(body));
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const every = (message: Uint8Array, number: number): Uint8Array[] =>
  [...wireFields(message)].filter((field) => field.number === number).map(({ bytes }) => bytes);
const first = (message: Uint8Array, number: number): Uint8Array =>
  every(message, number)[0] ?? new Uint8Array();
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const msOf = (bytes: Uint8Array): number => Number(Buffer.from(bytes).readBigUInt64LE()) / 1e6;

function varint(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, at) => sum + (byte & 127) * 128 ** at, 0);
}

/** Decodes a request as defined in opentelemetry/proto/trace/v1/trace.proto. */
function spansOf(request: Uint8Array): SentSpan[] {
  return every(request, 1).flatMap((ofResource) => {
    const resource = attributesOf(first(ofResource, 1), 1);
    return every(ofResource, 2).flatMap((ofScope) =>
      every(ofScope, 2).map((span) => spanOf(span, resource)),
    );
  });
}

function spanOf(span: Uint8Array, resource: SentSpan['resource']): SentSpan {
  const status = first(span, 15);
  const isError = varint(first(status, 3)) === 2;
  return {
    name: textOf(first(span, 5)),
    traceId: hexOf(first(span, 1)),
    spanId: hexOf(first(span, 2)),
    parentId: hexOf(first(span, 4)),
    startMs: msOf(first(span, 7)),
    endMs: msOf(first(span, 8)),
    attributes: attributesOf(span, 9),
    resource,
    error: isError ? textOf(first(status, 2)) : null,
  };
}

const attributesOf = (message: Uint8Array, number: number): Record<string, string> =>
  Object.fromEntries(
    every(message, number).map((pair) => [textOf(first(pair, 1)), textOfValue(first(pair, 2))]),
  );

function textOfValue(value: Uint8Array): string {
  const [field] = wireFields(value) as Iterable<WireField>;
  if (!field) return '';
  if (field.number === 1) return textOf(field.bytes);
  if (field.number === 4) return String(Buffer.from(field.bytes).readDoubleLE());
  return String(varint(field.bytes));
}
