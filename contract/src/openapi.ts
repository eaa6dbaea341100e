/** OpenAPI 3.1 made from the table of calls and the schemas; nothing in it is written by hand twice. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import {
  type Access,
  type Answer,
  accessesOf,
  type CallRow,
  callRows,
  commonErrors,
  type Param,
} from './calls/index.ts';
import { errorEnvelope } from './envelope.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { webhookEvents } from './webhook.ts';

type Json = Record<string, unknown>;

const schemaUri = (id: string) => `#/components/schemas/${id}`;

/**
 * Moves a description from the inner schema of a nullable field up to the field, where readers look. A reviver for
 * `JSON.parse`.
 */
function hoistDescription(_key: string, value: unknown): unknown {
  const { anyOf, description } = (value ?? {}) as { anyOf?: Json[]; description?: string };
  const [one, none] = anyOf ?? [];
  if (description !== undefined || anyOf?.length !== 2 || none?.type !== 'null') return value;
  if (one?.description === undefined || one.$ref !== undefined) return value;
  const { description: hoisted, ...rest } = one;
  return { ...(value as Json), anyOf: [rest, none], description: hoisted };
}

/** JSON Schema of one Zod schema; named schemas become references into the components. */
function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: schemaUri(id) };
  const { $defs: _named, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const text = JSON.stringify(rest).replaceAll('#/$defs/', schemaUri(''));
  return plain(JSON.parse(text, hoistDescription) as Json);
}

/** Drops the keywords of a standalone JSON Schema document. */
function plain(schema: Json): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema;
  return rest;
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: schemaUri, io: 'input' });
  const hoisted = JSON.parse(JSON.stringify(schemas), hoistDescription) as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(hoisted)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, plain(schema)]),
  );
}

/** `/v1/jobs/:id` as OpenAPI writes it; the frames' tail is one parameter. */
export function openapiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', '{key}');
}

/** Names a call in a document; the operator's calls are prefixed to differ from those of a key. */
export function operationId(id: string, { by }: Access): string {
  return by === 'operator' ? `admin${id[0]?.toUpperCase()}${id.slice(1)}` : id;
}

/** Every code the call may answer with. */
export function callErrors(row: CallRow, { by }: Access): ErrorCode[] {
  const ofBody = row.body ? commonErrors.body : [];
  return [...new Set([...commonErrors[by], ...ofBody, ...row.errors])];
}

const errorExample = (code: ErrorCode): Json => ({
  value: {
    error: { code, message: errorTable[code].text },
    meta: { request_id: exampleIds.request },
  },
});

function errorResponses(row: CallRow, access: Access): Json {
  const byStatus = Map.groupBy(callErrors(row, access), (code) => errorTable[code].status ?? 500);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorTable[code].text}`).join('\n\n'),
        content: {
          'application/json': {
            schema: schemaOf(errorEnvelope),
            examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
          },
        },
      },
    ]),
  );
}

const string = { type: 'string' };

function answerHeaders({ by }: Access, headers: Readonly<Record<string, string>> = {}): Json {
  const limits = {
    'X-RateLimit-Limit': 'Burst capacity, in requests.',
    'X-RateLimit-Remaining': 'Requests left, this one counted.',
  };
  return Object.fromEntries(
    Object.entries({
      'X-Request-Id': 'Id of this request.',
      ...(by === 'key' && limits),
      ...headers,
    }).map(([name, description]) => [name, { description, schema: string }]),
  );
}

const bytes = { schema: { type: 'string', format: 'binary' } };

function contentOf({ contentType, body, example }: Answer): Json | undefined {
  if (!contentType && !body) return undefined;
  return {
    ...(body && { 'application/json': { schema: schemaOf(body), example } }),
    ...(contentType && { [contentType]: bytes }),
  };
}

function successResponses(row: CallRow, access: Access): Json {
  return Object.fromEntries(
    row.answers.map((answer) => {
      const content = contentOf(answer);
      return [
        String(answer.status),
        {
          description: answer.description,
          headers: answerHeaders(access, answer.headers),
          ...(content && { content }),
        },
      ];
    }),
  );
}

const ofWorkspace: Param = {
  description: 'Id of the workspace.',
  example: exampleIds.workspace,
};

function pathParameters({ params = {} }: CallRow, { path }: Access): Json[] {
  const known: Readonly<Record<string, Param>> = { workspace: ofWorkspace, ...params };
  return [...path.matchAll(/:(\w+)|\*/g)].map(([all, name = all]) => ({
    name: name === '*' ? 'key' : name,
    in: 'path',
    required: true,
    ...known[name],
    schema: string,
  }));
}

function queryParameters({ query }: CallRow): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemaOf(schema as z.ZodType);
    return { name, in: 'query', required: false, description, schema: rest };
  });
}

function headerParameters({ headers }: CallRow): Json[] {
  return Object.entries(headers ?? {}).map(([name, header]) => ({
    ...{ name, in: 'header', required: false },
    ...header,
    schema: string,
  }));
}

const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Calls with the same key within 48 hours make one resource; 1 to 255 printable ASCII characters.',
  schema: { ...string, minLength: 1, maxLength: 255 },
};

function requestBody({ body, file, example }: CallRow): Json | undefined {
  if (file) {
    const content = Object.fromEntries(file.contentTypes.map((type) => [type, bytes]));
    return { required: true, description: file.description, content };
  }
  if (!body) return undefined;
  return {
    required: true,
    content: { 'application/json': { schema: schemaOf(body), example } },
  };
}

const security = {
  key: [{ apiKey: [] }],
  operator: [{ operatorToken: [] }],
  session: [{ session: [] }],
} as const;

function operation(id: string, row: CallRow, access: Access): Json {
  const body = requestBody(row);
  return {
    operationId: operationId(id, access),
    summary: row.summary,
    description: row.description,
    tags: [access.by === 'operator' ? 'Operator' : row.tag],
    security: security[access.by],
    ...(access.by === 'key' && { 'x-scope': access.scope }),
    parameters: [
      ...pathParameters(row, access),
      ...queryParameters(row),
      ...headerParameters(row),
      ...(row.idempotent ? [idempotency] : []),
    ],
    ...(body && { requestBody: body }),
    responses: { ...successResponses(row, access), ...errorResponses(row, access) },
  };
}

/** The accesses a row names itself: mirrors are the same calls once more. */
function ownAccesses(row: CallRow): Access[] {
  return accessesOf(row).filter(({ by, path }) => path === row[by]?.path);
}

function paths(accesses: readonly Access['by'][]): Json {
  const all: Record<string, Json> = {};
  for (const [id, row] of callRows) {
    for (const access of ownAccesses(row).filter(({ by }) => accesses.includes(by))) {
      const path = openapiPath(access.path);
      all[path] = { ...all[path], [row.method.toLowerCase()]: operation(id, row, access) };
    }
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
          description: z.globalRegistry.get(schema)?.description,
          requestBody: { content: { 'application/json': { schema: schemaOf(schema) } } },
          responses: { '2XX': { description: 'Any 2xx counts as received.' } },
        },
      },
    ]),
  );
}

const tags = {
  Jobs: 'One analysis of one video.',
  Batches: 'The same analysis over many videos.',
  Events: 'What happens to jobs and batches, in its order.',
  Uploads: 'Your own video files.',
  Frames: 'Pictures that results name.',
  Account: 'The workspace and its ledger.',
  Operator: 'Workspaces, credits, keys, deliveries and Follows, for who runs the service.',
};

function securitySchemes(accesses: readonly Access['by'][]): Json {
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'A key of a workspace, `rs_live_…`.',
    },
    operatorToken: { type: 'http', scheme: 'bearer', description: "The operator's token." },
    ...(accesses.includes('session') && {
      session: { type: 'apiKey', in: 'cookie', name: 'reelsight.session_token' },
    }),
  };
}

/**
 * The whole document; `serverUrl` is the address clients call. The console's calls are not public, so they are
 * left out unless asked for.
 */
export function openapiDocument(
  serverUrl: string,
  accesses: readonly Access['by'][] = ['key', 'operator'],
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelsight',
      version: '1',
      description: 'Self-hosted video analysis: a video goes in, structured results come out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(accesses),
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: securitySchemes(accesses),
    },
  };
}
