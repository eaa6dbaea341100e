/**
 * Generates the OpenAPI 3.1 document from the table of calls and the schemas, so that nothing is written by hand twice.
 */
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
import { eventSchemas, sentEventKinds } from './event.ts';
import { eventKinds, exampleEvent } from './event-kinds.ts';
import { overviewText } from './overview.ts';

type Json = Record<string, unknown>;

const schemaUri = (id: string) => `#/components/schemas/${id}`;

/**
 * Moves the description and examples of a nullable field from its inner schema to the field itself, where readers look
 * for them. Used as a reviver for `JSON.parse`.
 */
function hoistTexts(_key: string, value: unknown): unknown {
  const { anyOf, ...field } = (value ?? {}) as Json & { anyOf?: Json[] };
  const [branch, nullBranch] = anyOf ?? [];
  if (anyOf?.length !== 2 || !branch || nullBranch?.type !== 'null' || branch.$ref !== undefined)
    return value;

  const { description, examples, ...rest } = branch;
  const texts = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };

  return { ...texts, ...field, anyOf: [rest, nullBranch] };
}

/** The JSON Schema of a Zod schema; named schemas become references to the document's components. */
function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: schemaUri(id) };
  const { $defs: _named, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const text = JSON.stringify(rest).replaceAll('#/$defs/', schemaUri(''));
  return plain(JSON.parse(text, hoistTexts) as Json);
}

/** Drops the keywords that only a standalone JSON Schema document has. */
function plain(schema: Json): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema;
  return rest;
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: schemaUri, io: 'input' });
  const hoisted = JSON.parse(JSON.stringify(schemas), hoistTexts) as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(hoisted)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, plain(schema)]),
  );
}

/** A path such as `/v1/jobs/:id` in OpenAPI's notation. The rest of a frame's path (`*`) becomes one parameter. */
export function openapiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', '{key}');
}

/**
 * Name of a call in the document. The operator's calls get a prefix that distinguishes them from the calls of a key.
 */
export function operationId(id: string, { by }: Access): string {
  return by === 'operator' ? `admin${id[0]?.toUpperCase()}${id.slice(1)}` : id;
}

/** Every error code that the call may return. */
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
        headers: headersOf({
          'X-Request-Id': requestIdHeader,
          ...((status === 429 || status === 503) && { 'Retry-After': retryAfter }),
        }),
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

const requestIdHeader: Param = {
  description: 'Id of this request, `req_…`, as in `meta.request_id`. Quote it to support.',
  example: exampleIds.request,
};
const retryAfter: Param = {
  description: 'Seconds to wait before the same call may succeed.',
  example: '60',
};
const limitHeaders: Readonly<Record<string, Param>> = {
  'X-RateLimit-Limit': {
    description: 'Number of requests that can be sent at once: the burst of the plan.',
    example: '90',
  },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left at this moment; this one is already counted.',
    example: '89',
  },
};

/** Describes headers. A header whose example is a whole number is described as an integer. */
function headersOf(headers: Readonly<Record<string, Param>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, example }]) => {
      const isCount = /^\d+$/.test(example);
      return [
        name,
        {
          description,
          schema: isCount ? { type: 'integer', minimum: 0 } : string,
          example: isCount ? Number(example) : example,
        },
      ];
    }),
  );
}

const textLike = (example: string) => ({ schema: { type: 'string' }, example });
const bytes = { schema: { type: 'string', format: 'binary' } };

/** The example of a body; if there are several, all of them by name. */
function examplesOf({ example, more: extraExamples }: Pick<CallRow, 'example' | 'more'>): Json {
  if (!extraExamples) return { example };
  const entries = Object.entries({ usual: example, ...extraExamples });
  return { examples: Object.fromEntries(entries.map(([name, value]) => [name, { value }])) };
}

function contentOf({ contentType, body, text, ...answer }: Answer): Json | undefined {
  if (!contentType && !body) return undefined;
  return {
    ...(body && { 'application/json': { schema: schemaOf(body), ...examplesOf(answer) } }),
    ...(contentType && { [contentType]: text === undefined ? bytes : textLike(text) }),
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
          headers: headersOf({
            'X-Request-Id': requestIdHeader,
            ...(access.by === 'key' && limitHeaders),
            ...answer.headers,
          }),
          ...(content && { content }),
        },
      ];
    }),
  );
}

const ofWorkspace: Param = {
  description: 'Id of the workspace, `ws_…`.',
  example: exampleIds.workspace,
};

function pathParameters({ params = {} }: CallRow, { path }: Access): Json[] {
  const paramsByName: Readonly<Record<string, Param>> = { workspace: ofWorkspace, ...params };
  return [...path.matchAll(/:(\w+)|\*/g)].map(([match, name = match]) => ({
    name: name === '*' ? 'key' : name,
    in: 'path',
    required: true,
    ...paramsByName[name],
    schema: string,
  }));
}

/**
 * The examples of a parameter. They are read from the schema itself, because Zod omits the examples of a schema that
 * transforms its input.
 */
const examplesOfInner = (schema: z.ZodType): unknown =>
  (schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema).meta()?.examples;

function queryParameters({ query }: CallRow): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, examples, ...rest } = schemaOf(schema as z.ZodType);
    const [example] = (examples ?? examplesOfInner(schema as z.ZodType) ?? []) as unknown[];
    const required = !(schema as z.ZodType).isOptional();
    return { name, in: 'query', required, description, example, schema: rest };
  });
}

function headerParameters({ headers }: CallRow): Json[] {
  return Object.entries(headers ?? {}).map(([name, header]) => ({
    name,
    in: 'header',
    required: false,
    ...header,
    schema: string,
  }));
}

const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to repeat: calls with the same key within 48 hours create one resource, and the later calls answer 200 with it. 1 to 255 printable ASCII characters; use a new UUID for each thing you want to create.',
  example: '5f0c9f7e-3f5b-4a1c-9a53-0d6c2b1e7a44',
  schema: { ...string, minLength: 1, maxLength: 255 },
};

function requestBody({ body, bodyOptional, file, ...row }: CallRow): Json | undefined {
  if (file) {
    const content = Object.fromEntries(file.contentTypes.map((type) => [type, bytes]));
    return { required: true, description: file.description, content };
  }

  if (!body) return undefined;
  return {
    required: bodyOptional !== true,
    content: { 'application/json': { schema: schemaOf(body), ...examplesOf(row) } },
  };
}

const security = {
  key: [{ apiKey: [] }],
  operator: [{ operatorToken: [] }],
  runner: [{ runnerToken: [] }],
  share: [],
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
    ...(access.by === 'key' && {
      'x-scope': access.scope,
      ...(access.alsoReads && { 'x-scope-too': 'jobs:read' }),
    }),
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

/**
 * Leaves out the accesses that a session derives from those of a key or the operator, because they repeat the same
 * calls.
 */
function ownAccesses(row: CallRow): Access[] {
  return accessesOf(row).filter(({ by, path }) => path === row[by]?.path);
}

function paths(accesses: readonly Access['by'][]): Json {
  const pathItems: Record<string, Json> = {};

  for (const [id, row] of callRows) {
    for (const access of ownAccesses(row).filter(({ by }) => accesses.includes(by))) {
      const path = openapiPath(access.path);
      pathItems[path] = {
        ...pathItems[path],
        [row.method.toLowerCase()]: operation(id, row, access),
      };
    }
  }

  return pathItems;
}

/** Id of a webhook: `job.completed` becomes `onJobCompleted`. */
const webhookId = (name: string): string =>
  `on.${name}`.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Headers of a delivery, each with name, description and example. */
const deliveryHeaders = [
  ['Content-Type', 'Always JSON.', 'application/json'],
  ['User-Agent', 'Who sends it, with the version of the format.', 'Reelsight-Webhooks/1'],
  [
    'X-Service-Signature',
    'HMAC-SHA256 of the raw body in hexadecimal, keyed with the whole webhook secret, prefix included.',
    '80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c',
  ],
  ['webhook-id', 'Id of the event, the same on every attempt.', exampleIds.event],
  ['webhook-timestamp', 'When this attempt began, in seconds since 1970 UTC.', '1614265330'],
  [
    'webhook-signature',
    'Signatures as defined by Standard Webhooks, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the base64-decoded rest of the secret after `whsec_`. Two while the secret is rotated.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
] as const;

const deliveryParameters = (): Json[] =>
  deliveryHeaders.map(([name, description, example]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: string,
    example,
  }));

const deliveryAnswers = {
  '2XX': { description: 'Received: the event is not sent again. Answer within 5 seconds.' },
  default: {
    description:
      'Not received, as is no answer within 5 seconds; redirects are not followed. The event is sent again 1, 10 and 60 seconds after the previous attempt, and for longer if the operator set further retries.',
  },
};

function webhooks(): Json {
  return Object.fromEntries(
    sentEventKinds.map((kind) => [
      kind,
      {
        post: {
          operationId: webhookId(kind),
          summary: `Sent to ${eventKinds[kind].way === 'alert' ? 'webhooks of alerts' : 'webhook_url'}: ${kind}`,
          description: eventKinds[kind].text,
          // No security scheme applies, because the signature in the headers proves who sent the request.
          security: [],
          parameters: deliveryParameters(),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(eventSchemas[kind]),
                example: exampleEvent(kind),
              },
            },
          },
          responses: deliveryAnswers,
        },
      },
    ]),
  );
}

const tags = {
  Jobs: 'One analysis of one video.',
  Batches: 'The same analysis of many videos.',
  Exports: 'Results as files for other programs.',
  Glossary: 'Names and terms of a workspace, with how they sound.',
  Search: 'What is said, shown and seen in all videos.',
  Corrections: 'What people say about results: wrong, missed and confirmed brands and objects.',
  Exposure: 'What brands get out of videos.',
  Trends: 'What brands come to by day, week or month.',
  Campaigns: 'Choices of videos, under names.',
  'Brand sets': 'A brand and its rivals, under names.',
  Alerts: 'What new videos show, told by mail, webhook, Slack or Teams.',
  Reports: 'Exposure of chosen videos as files one can hand on.',
  'Reports by schedule': 'A report of each week or month, sent to members by mail.',
  Clips: 'Moments of a video as files of their own.',
  Events: 'What happens to jobs and batches, in order.',
  Uploads: 'Your own video files.',
  Frames: 'Pictures that results refer to.',
  Account: 'The workspace and its ledger.',
  Keys: 'API keys of a workspace.',
  Webhooks: 'The log of webhook deliveries, replays and tests.',
  Follows: 'Channels, playlists, searches and feeds whose new videos become jobs.',
  'Brand library': 'Brands and logos that a workspace keeps for its analyses.',
  Shares: 'Links that show parts of a job to people without an account.',
  Presets: 'What to find out, saved under a name.',
  Operator: 'Workspaces, credits, keys, deliveries and Follows, for the operator of the service.',
};

function securitySchemes(accesses: readonly Access['by'][]): Json {
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'A key of a workspace, `rs_live_…`; of a test workspace, `rs_test_…`.',
    },
    operatorToken: { type: 'http', scheme: 'bearer', description: "The operator's token." },
    ...(accesses.includes('runner') && {
      runnerToken: { type: 'http', scheme: 'bearer', description: 'The token of a runner.' },
    }),
    ...(accesses.includes('session') && {
      session: { type: 'apiKey', in: 'cookie', name: 'reelsight.session_token' },
    }),
  };
}

/**
 * The whole document. `serverUrl` is the address that clients call. By default it contains the calls of keys and the
 * operator; the console's calls are not public.
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
      description: overviewText(),
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
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
