/** Settings of what bounds strangers, users and workspaces: connections, calls, streams, uploads, disk. */
import { setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

/** Of each of the two servers: the API with the console, and the upload host. */
export const connections = {
  headersMs: setting(
    'REELSIGHT_HEADERS_SECONDS',
    kind.seconds,
    '15',
    'Longest the headers of a request may take to arrive (408).',
  ),
  requestMs: setting(
    'REELSIGHT_REQUEST_SECONDS',
    kind.seconds,
    '60',
    'Longest a whole request to the API may take to arrive (408).',
  ),
  idleMs: setting(
    'REELSIGHT_IDLE_SECONDS',
    kind.seconds,
    '120',
    'Seconds without a byte after which a connection is closed, in the middle of an answer too.',
  ),
  connections: setting(
    'REELSIGHT_MAX_CONNECTIONS',
    kind.count,
    '5000',
    'Connections the API takes at once, and the upload host as many; more are closed at once. The system must allow as many open files.',
  ),
  connectionsOfAddress: setting(
    'REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS',
    kind.count,
    '1000',
    'Connections of one address each of the two takes at once; trusted proxies have no limit.',
  ),
};

export const uploadLimits = {
  uploads: setting(
    'REELSIGHT_UPLOAD_SLOTS',
    kind.count,
    '192',
    'Uploads the upload host takes at once. A quarter is for workspaces that have none under way; of the rest each has an equal share.',
  ),
  leastRate: {
    bytesPerSecond: setting(
      'REELSIGHT_UPLOAD_LEAST_KB_PER_SECOND',
      kind.kilobytes,
      '2',
      'An upload that is slower is ended (408); 0: none is.',
    ),
    overMs: setting(
      'REELSIGHT_UPLOAD_LEAST_OVER_SECONDS',
      kind.seconds,
      '30',
      'Seconds over which that rate is averaged.',
    ),
  },
};

export const callLimits = {
  session: {
    perMinute: setting(
      'REELSIGHT_SESSION_CALLS_PER_MINUTE',
      kind.count,
      '600',
      'Calls a minute a user may make in a workspace with a session, over time.',
    ),
    burst: setting(
      'REELSIGHT_SESSION_CALLS_BURST',
      kind.count,
      '300',
      'Calls a user may make in a workspace at once.',
    ),
  },
  costly: {
    perMinute: setting(
      'REELSIGHT_COSTLY_CALLS_PER_MINUTE',
      kind.count,
      '30',
      'Of these, calls a minute that start a program or send something, in all workspaces: previews and runs of Follows, test events, replays, invitations, new passwords, pulls of models. The keys of a workspace have as many together.',
    ),
    burst: setting(
      'REELSIGHT_COSTLY_CALLS_BURST',
      kind.count,
      '30',
      'Such calls a user, or the keys of a workspace, may make at once.',
    ),
  },
  wrongKeys: setting(
    'REELSIGHT_WRONG_KEYS_PER_MINUTE',
    kind.count,
    '60',
    'Wrong API keys a minute from a network (/24, IPv6 /64) above which they are answered without asking the database; valid keys from there work as before.',
  ),
  streams: {
    ofUser: setting(
      'REELSIGHT_STREAMS_OF_USER',
      kind.count,
      '10',
      'Streams of live events a user may have at once.',
    ),
    ofWorkspace: setting(
      'REELSIGHT_STREAMS_OF_WORKSPACE',
      kind.count,
      '100',
      'Streams of live events of a workspace, of its members and its keys, in each process.',
    ),
    all: setting(
      'REELSIGHT_STREAMS',
      kind.count,
      '1000',
      'Streams of live events a process has at once.',
    ),
  },
  waits: {
    mostMs: setting(
      'REELSIGHT_WAIT_SECONDS',
      kind.seconds,
      '30',
      'Longest a read may wait for its job or batch (Prefer: wait=N). Less where REELSIGHT_IDLE_SECONDS or a proxy closes connections earlier.',
    ),
    ofWorkspace: setting(
      'REELSIGHT_WAITS_OF_WORKSPACE',
      kind.count,
      '100',
      'Reads of a workspace that wait at once, in each process; more are answered at once.',
    ),
    all: setting(
      'REELSIGHT_WAITS',
      kind.count,
      '1000',
      'Reads that wait at once in a process; more are answered at once.',
    ),
  },
  unsent: {
    ofWorkspace: setting(
      'REELSIGHT_UNSENT_MB_OF_WORKSPACE',
      kind.megabytes,
      '128',
      'MB of results and files of results of a workspace that wait in memory to be read by their clients, in each process; beyond, further ones are refused (429). One is always sent, whatever its size.',
    ),
    all: setting(
      'REELSIGHT_UNSENT_MB',
      kind.megabytes,
      '512',
      'The same for all workspaces of a process together.',
    ),
  },
};

/** Assistants, by the Model Context Protocol. */
export const assistants = {
  enabled: setting(
    'REELSIGHT_MCP',
    kind.flag,
    'true',
    'Whether assistants can use the service at /mcp, with an API key.',
  ),
  origins: setting(
    'REELSIGHT_MCP_ORIGINS',
    kind.origins,
    '',
    'Origins of web pages, separated by commas, that may use /mcp from a browser, beside those of PUBLIC_URL; programs send none and need none.',
  ),
  limits: {
    ofWorkspace: setting(
      'REELSIGHT_MCP_REQUESTS_OF_WORKSPACE',
      kind.count,
      '8',
      'Requests to /mcp of a workspace at once, in each process (429).',
    ),
    all: setting(
      'REELSIGHT_MCP_REQUESTS',
      kind.count,
      '200',
      'Requests to /mcp at once, in each process (429).',
    ),
    messages: {
      perMinute: setting(
        'REELSIGHT_MCP_MESSAGES_PER_MINUTE',
        kind.count,
        '600',
        'Requests to /mcp a minute of a workspace, over time, in each process (429). What they make the service do also takes from the bucket of the plan.',
      ),
      burst: setting(
        'REELSIGHT_MCP_MESSAGES_BURST',
        kind.count,
        '200',
        'Requests to /mcp a workspace may make in a row.',
      ),
    },
  },
};

export const monitoring = {
  listen: setting(
    'REELSIGHT_MONITORING_LISTEN',
    kind.listenOn,
    null,
    'Where a worker serves /healthz, /readyz and /metrics: a port, an address and a port such as 127.0.0.1:9100, or off. By default port 8082 of REELSIGHT_HOST if it is free; a port that is named must be. 0: any free port, which start tells. An API serves them on PORT.',
  ),
  wedgedMs: setting(
    'REELSIGHT_WEDGED_MINUTES',
    kind.minutes,
    '5',
    'Minutes after which /healthz of a worker says 503: no loop of it turned, or the database did not answer.',
  ),
  token: setting(
    'REELSIGHT_METRICS_TOKEN',
    kind.secret,
    null,
    'With it, only who sends it as a bearer token reads /metrics and the details of /readyz; so may whoever has the token of the operator.',
  ),
  networks: setting(
    'REELSIGHT_METRICS_NETWORKS',
    kind.networks,
    '',
    'Addresses or networks, separated by commas, that read them without a token. Without token and networks everybody does.',
  ),
};

export const disk = {
  reserveBytes: setting(
    'REELSIGHT_DISK_RESERVE_MB',
    kind.megabytesOrNone,
    '2048',
    'Free space of the disk of the data folder below which no new work is taken: uploads, jobs, batches, runs of Follows, ingestions (LOW_DISK); 0: the disk is not watched.',
  ),
  reservePercent: setting(
    'REELSIGHT_DISK_RESERVE_PERCENT',
    kind.percent,
    '5',
    'The same as a share of the disk; the smaller of both counts.',
  ),
  floorBytes: setting(
    'REELSIGHT_DISK_FLOOR_MB',
    kind.megabytesOrNone,
    '256',
    'Free space below which uploads under way are ended too; never more than the reserve.',
  ),
};
