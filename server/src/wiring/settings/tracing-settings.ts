/** Settings for tracing: the supported standard variables of OpenTelemetry. */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const tracing = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind.address,
    null,
    'Address of a collector of OpenTelemetry, such as http://localhost:4318, to which traces are sent by OTLP over HTTP (/v1/traces is appended). Unset: there are no traces.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind.address,
    null,
    'The same with its whole path, taken as it is; it takes precedence.',
  ),
  protocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    kind.oneOf(['http/protobuf']),
    'http/protobuf',
    'The only protocol that is supported.',
  ),
  headers: secretSetting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    kind.pairs,
    '',
    'Headers sent to the collector, such as authorization=Bearer%20abc, separated by commas.',
  ),
  timeoutMs: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    kind.count,
    '10000',
    'Milliseconds that sending a batch of spans may take.',
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    kind.text,
    'reelsight',
    'Name of the service in traces.',
  ),
  resource: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    kind.pairs,
    '',
    'Attributes of every span, such as deployment.environment.name=production, separated by commas.',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    kind.oneOf([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    'parentbased_always_on',
    'Which traces are kept. With parentbased_…, whoever sends a traceparent decides for its own requests.',
  ),
  ratio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    kind.share,
    '1',
    'Share of the traces that traceidratio keeps, from 0 to 1.',
  ),
  disabled: setting(
    'OTEL_SDK_DISABLED',
    kind.flag,
    'false',
    'Switches traces off, whatever the other variables say.',
  ),
};
