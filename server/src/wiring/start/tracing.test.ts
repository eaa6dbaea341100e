import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import { collectorOf } from './tracing.ts';

const tracingOf = (env: Record<string, string>) => readConfig(env).tracing;

describe('The settings of traces', () => {
  test('name where spans go, as OpenTelemetry has it', () => {
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://tempo.example.com/otlp' };
    assert.equal(collectorOf(tracingOf({})), null);
    assert.equal(collectorOf(tracingOf(base)), 'http://collector:4318/v1/traces');
    assert.equal(collectorOf(tracingOf({ ...base, ...own })), 'https://tempo.example.com/otlp');
    assert.equal(collectorOf(tracingOf({ ...base, OTEL_SDK_DISABLED: 'true' })), null);
  });

  test('read headers and attributes as lists of names and values', () => {
    const { headers, resource } = tracingOf({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant=1',
      OTEL_RESOURCE_ATTRIBUTES: 'team=video',
    });
    assert.deepEqual(headers, { authorization: 'Bearer a=b', 'x-tenant': '1' });
    assert.deepEqual(resource, { team: 'video' });
  });

  test('are refused where they cannot be kept, without telling what may be a secret', () => {
    const refuses = (env: Record<string, string>, message: RegExp) =>
      assert.throws(() => readConfig(env), message);
    refuses({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /OTEL_EXPORTER_OTLP_PROTOCOL/);
    refuses({ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER/);
    refuses({ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /OTEL_TRACES_SAMPLER_ARG/);

    assert.throws(
      () => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b,secret' }),
      (error: Error) =>
        /entry 2 is no name=value/.test(error.message) && !/secret/.test(error.message),
    );
  });
});
