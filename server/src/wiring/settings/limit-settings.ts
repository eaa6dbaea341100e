/**
 * Settings that limit how much strangers, users and workspaces can use: connections, calls, streams, uploads, disk
 * space.
 */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

/** Limits that apply to each of the two servers separately: the API with the console, and the upload host. */
export const connections = {
  headersMs: setting(
    'REELSIGHT_HEADERS_SECONDS',
    kind.seconds,
    '15',
    'Seconds within which the headers of a request must arrive (408).',
  ),
  requestMs: setting(
    'REELSIGHT_REQUEST_SECONDS',
    kind.seconds,
    '60',
    'Seconds within which a whole request to the API must arrive (408).',
  ),
  idleMs: setting(
    'REELSIGHT_IDLE_SECONDS',
    kind.seconds,
    '120',
    'Seconds without a byte after which a connection is closed, even in the middle of an answer.',
  ),
  connections: setting(
    'REELSIGHT_MAX_CONNECTIONS',
    kind.count,
    '5000',
    'Connections that the API accepts at once; the upload host accepts as many. Further ones are closed at once. The system must allow as many open files.',
  ),
  connectionsOfBlock: setting(
    'REELSIGHT_MAX_CONNECTIONS_OF_ADDRESS',
    kind.count,
    '1000',
    'Connections that each of the two accepts at once from one address and its neighbours (the /24 of an IPv4 address, the /64 of an IPv6 address). Of requests that come through trusted proxies, as many from one such network may be in progress (429).',
  ),
  connectionsOfWideBlock: setting(
    'REELSIGHT_MAX_CONNECTIONS_OF_NETWORK',
    kind.count,
    '2500',
    'The same for the wider network of an address, in which one customer may have many such blocks (the /16 of an IPv4 address, the /48 of an IPv6 address). When all connections are taken, the network that has most loses one to a network that has fewer.',
  ),
};

export const uploadLimits = {
  uploads: setting(
    'REELSIGHT_UPLOAD_SLOTS',
    kind.count,
    '192',
    'Uploads that the upload host accepts at once. A quarter is reserved for owners that have none under way; the others share the rest equally. All workspaces of an owner count as one.',
  ),
  leastRate: {
    bytesPerSecond: setting(
      'REELSIGHT_UPLOAD_LEAST_KB_PER_SECOND',
      kind.kilobytes,
      '2',
      'An upload slower than this is ended (408); 0: no minimum.',
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
      'Calls per minute that a user may make in a workspace with a session, on average; three times as many in all of theirs.',
    ),
    burst: setting(
      'REELSIGHT_SESSION_CALLS_BURST',
      kind.count,
      '300',
      'Calls that a user may make in a workspace at once; three times as many in all of theirs.',
    ),
  },
  costly: {
    perMinute: setting(
      'REELSIGHT_COSTLY_CALLS_PER_MINUTE',
      kind.count,
      '30',
      'Calls per minute, out of these, that start a program or send something, across all workspaces: previews and runs of Follows, test events, replays, invitations, new passwords, model pulls. The keys of a workspace together have the same number.',
    ),
    burst: setting(
      'REELSIGHT_COSTLY_CALLS_BURST',
      kind.count,
      '30',
      'Such calls that a user, or the keys of a workspace, may make at once.',
    ),
  },
  links: {
    perMinute: setting(
      'REELSIGHT_LINK_CALLS_PER_MINUTE',
      kind.count,
      '1200',
      'Calls of shared links, with their pictures and videos, per minute from one network (/24, IPv6 /64), on average, in each process (429); three times as many from the wide network around it (/16, IPv6 /48). Clicks on links that end mail are counted in the same way, apart from them.',
    ),
    burst: setting(
      'REELSIGHT_LINK_CALLS_BURST',
      kind.count,
      '600',
      'Such calls that may come in a row; three times as many from the wide network.',
    ),
  },
  wrongKeys: setting(
    'REELSIGHT_WRONG_KEYS_PER_MINUTE',
    kind.count,
    '60',
    'Wrong API keys per minute from a network (/24, IPv6 /64) above which they are refused without asking the database; valid keys from there still work.',
  ),
  streams: {
    ofUser: setting(
      'REELSIGHT_STREAMS_OF_USER',
      kind.count,
      '10',
      'Streams of live events that a user may have at once.',
    ),
    ofWorkspace: setting(
      'REELSIGHT_STREAMS_OF_WORKSPACE',
      kind.count,
      '100',
      'Streams of live events that the members and keys of a workspace may have at once, in each process; three times as many in all workspaces of an owner.',
    ),
    all: setting(
      'REELSIGHT_STREAMS',
      kind.count,
      '1000',
      'Streams of live events that a process may have at once. When too many are open, the owner who has most loses one to an owner who has fewer.',
    ),
  },
  waits: {
    mostMs: setting(
      'REELSIGHT_WAIT_SECONDS',
      kind.seconds,
      '30',
      'Seconds that a read may wait for its job or batch (Prefer: wait=N). Less where REELSIGHT_IDLE_SECONDS or a proxy closes connections earlier.',
    ),
    ofWorkspace: setting(
      'REELSIGHT_WAITS_OF_WORKSPACE',
      kind.count,
      '100',
      'Reads of a workspace that may wait at once, in each process; further ones are answered at once.',
    ),
    all: setting(
      'REELSIGHT_WAITS',
      kind.count,
      '1000',
      'Reads that may wait at once in a process; further ones are answered at once.',
    ),
  },
  unsent: {
    ofWorkspace: setting(
      'REELSIGHT_UNSENT_MB_OF_WORKSPACE',
      kind.megabytes,
      '128',
      'MB of results and exported files that a workspace may have in memory in each process because its clients have not read them yet; above it, further requests are refused (429). An owner that has none is sent one answer of any size, while the process has room.',
    ),
    all: setting(
      'REELSIGHT_UNSENT_MB',
      kind.megabytes,
      '512',
      'The same for all workspaces together, in each process (503). A quarter is reserved for owners that have none in any of their workspaces, so that nobody gets more than three quarters by creating workspaces.',
    ),
    leastRate: {
      bytesPerSecond: setting(
        'REELSIGHT_DOWNLOAD_LEAST_KB_PER_SECOND',
        kind.kilobytes,
        '8',
        'A connection that reads results, an exported file, a video, a clip, a report or another stored file more slowly than this is closed; a player asks for the rest when it needs it. 0: no minimum.',
      ),
      overMs: setting(
        'REELSIGHT_DOWNLOAD_LEAST_OVER_SECONDS',
        kind.seconds,
        '60',
        'Seconds over which that rate is averaged.',
      ),
    },
  },
};

/** Limits for assistants that use the Model Context Protocol. */
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
    'Origins of web pages, separated by commas, that may use /mcp from a browser, in addition to that of PUBLIC_URL. Programs send no origin and need no entry.',
  ),
  limits: {
    ofWorkspace: setting(
      'REELSIGHT_MCP_REQUESTS_OF_WORKSPACE',
      kind.count,
      '8',
      'Requests to /mcp that a workspace may have at once, in each process (429); three times as many in all workspaces of an owner.',
    ),
    all: setting(
      'REELSIGHT_MCP_REQUESTS',
      kind.count,
      '200',
      'Requests to /mcp that a process handles at once (429). A quarter is reserved for owners of workspaces who have none.',
    ),
    messages: {
      perMinute: setting(
        'REELSIGHT_MCP_MESSAGES_PER_MINUTE',
        kind.count,
        '600',
        'Requests to /mcp per minute that a workspace may make on average, in each process (429); three times as many in all workspaces of an owner. The calls they cause also take from the bucket of the plan.',
      ),
      burst: setting(
        'REELSIGHT_MCP_MESSAGES_BURST',
        kind.count,
        '200',
        'Requests to /mcp that a workspace may make in a row; three times as many in all workspaces of an owner.',
      ),
    },
  },
};

export const monitoring = {
  listen: setting(
    'REELSIGHT_MONITORING_LISTEN',
    kind.listenOn,
    null,
    'Where a worker serves /healthz, /readyz and /metrics: a port, an address and a port such as 127.0.0.1:9100, or off. By default 127.0.0.1:8082 if it is free; a port that you set must be free, and without an address it is a port of REELSIGHT_HOST. 0: any free port, which is printed at start. An API serves them on PORT.',
  ),
  wedgedMs: setting(
    'REELSIGHT_WEDGED_MINUTES',
    kind.minutes,
    '5',
    'Minutes without a turn of any of its task loops, or without an answer from the database, after which /healthz of a worker answers 503.',
  ),
  token: secretSetting(
    'REELSIGHT_METRICS_TOKEN',
    kind.secret,
    null,
    "At least 32 characters. If set, only clients that send it as a bearer token can read /metrics and the details of /readyz. The operator's token works too.",
  ),
  networks: setting(
    'REELSIGHT_METRICS_NETWORKS',
    kind.networks,
    '',
    'Addresses or networks, separated by commas, that can read them without a token. With neither token nor networks, programs of the same machine can, unless a proxy forwards their request.',
  ),
};

export const disk = {
  reserveBytes: setting(
    'REELSIGHT_DISK_RESERVE_MB',
    kind.megabytesOrNone,
    '2048',
    'Free space in MB on the disk of the data folder below which no new work is taken: uploads, jobs, batches, clips, reports, runs of Follows, ingestions (LOW_DISK); pulls of models leave it free on the disk of their folder. 0: the disk is not watched.',
  ),
  reservePercent: setting(
    'REELSIGHT_DISK_RESERVE_PERCENT',
    kind.percent,
    '5',
    'The same as a percentage of the disk; the smaller of the two counts.',
  ),
  floorBytes: setting(
    'REELSIGHT_DISK_FLOOR_MB',
    kind.megabytesOrNone,
    '256',
    'Free space in MB below which uploads under way are ended as well; never more than the reserve.',
  ),
};
