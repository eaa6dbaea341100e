/** OpenAPI 3.1 made from the routes and schemas; nothing in it is written by hand twice. */
import { z } from 'zod';
import { errorEnvelope } from './envelope.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { commonErrors, type Route, routes } from './routes.ts';
import { webhookEvents } from './webhook.ts';

type Json = Record<string, unknown>;

const schemaUri = (id: string) => `#/components/schemas/${id}`;

/** JSON Schema of one Zod schema; named schemas become references into the components. */
function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: schemaUri(id) };
  const { $defs: _named, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return plain(JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', schemaUri(''))) as Json);
}

/** Drops the keywords that name a JSON Schema document of its own. */
function plain(schema: Json): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema;
  return rest;
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: schemaUri, io: 'input' });
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, plain(schema as Json)]),
  );
}

/** `/v1/jobs/:id` as OpenAPI writes it; the frames' tail is one parameter. */
export function openapiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', '{key}');
}

/** Every code the route may answer with, in the table's words. */
export function routeErrors(route: Route): ErrorCode[] {
  const common = route.access === 'admin' ? commonErrors.admin : commonErrors.api;
  return [...new Set([...common, ...(route.body ? commonErrors.body : []), ...route.errors])];
}

function errorResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of routeErrors(route)) {
    const status = errorTable[code].status ?? 500;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}`).join('\n\n'),
        content: { 'application/json': { schema: schemaOf(errorEnvelope) } },
      },
    ]),
  );
}

const string = { type: 'string' };

function answerHeaders(route: Route, headers: Readonly<Record<string, string>> = {}): Json {
  const limits =
    route.access === 'admin'
      ? {}
      : {
          'X-RateLimit-Limit': 'Burst capacity.',
          'X-RateLimit-Remaining': 'Requests left, this one counted.',
        };
  return Object.fromEntries(
    Object.entries({ 'X-Request-Id': 'Id of this request.', ...limits, ...headers }).map(
      ([name, description]) => [name, { description, schema: string }],
    ),
  );
}

function successResponses(route: Route): Json {
  return Object.fromEntries(
    route.answers.map((answer) => {
      const content = answer.contentType
        ? { [answer.contentType]: { schema: { type: 'string', format: 'binary' } } }
        : answer.body && { 'application/json': { schema: schemaOf(answer.body) } };
      return [
        String(answer.status),
        {
          description: answer.description,
          headers: answerHeaders(route, answer.headers),
          ...(content && { content }),
        },
      ];
    }),
  );
}

function parameters(route: Route): Json[] {
  const inPath = [...openapiPath(route.path).matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: string,
    ...(match[1] === 'key' && { description: 'Path tail with its slashes as they are.' }),
  }));
  const inQuery = Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: plain(schemaOf(schema as z.ZodType)),
  }));
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Calls with the same key within 48 hours make one resource.',
    schema: { ...string, minLength: 1, maxLength: 255 },
  };
  return [...inPath, ...inQuery, ...(route.idempotent ? [idempotency] : [])];
}

function operation(id: string, route: Route): Json {
  return {
    operationId: id,
    summary: route.summary,
    tags: [route.tag],
    security: [route.access === 'admin' ? { operatorToken: [] } : { apiKey: [] }],
    ...(route.access !== 'admin' && { 'x-scope': route.access }),
    parameters: parameters(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body) } },
      },
    }),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

function paths(): Json {
  const all: Record<string, Json> = {};
  for (const [id, route] of Object.entries(routes) as [string, Route][]) {
    const path = openapiPath(route.path);
    all[path] = { ...all[path], [route.method.toLowerCase()]: operation(id, route) };
  }
  return all;
}

function webhooks(): Json {
  return Object.fromEntries(
    Object.entries(webhookEvents).map(([name, schema]) => [
      name,
      {
        post: {
          summary: `Sent to webhook_url: ${name}`,
          requestBody: { content: { 'application/json': { schema: schemaOf(schema) } } },
          responses: { '2XX': { description: 'Any 2xx counts as received.' } },
        },
      },
    ]),
  );
}

/** The whole document; `serverUrl` is the address clients call. */
export function openapiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelsight',
      version: '1',
      description: 'Self-hosted video analysis: a video goes in, structured results come out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths: paths(),
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        operatorToken: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
