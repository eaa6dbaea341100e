/** The Grafana dashboard `deploy/monitoring/grafana/reelsight.json`, generated from the tables below. */

interface Panel {
  readonly title: string;
  readonly about: string;
  /** Unit of the values, by Grafana's id. */
  readonly unit: string;
  /**
   * PromQL expressions, each with the name of its lines. The filter for the chosen job is added to the metrics when the
   * dashboard is generated.
   */
  readonly lines: readonly (readonly [expr: string, legend: string])[];
  /** Shows one number instead of lines over time: red from `red` upwards or, with `below`, red under `red`. */
  readonly stat?: { readonly red: number; readonly below?: true };
}

interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const rate = '$__rate_interval';
const quantile = (part: number, name: string, by: readonly string[], filter = ''): string =>
  `histogram_quantile(${part}, sum by (${['le', ...by].join(', ')}) (rate(${name}_bucket${filter}[${rate}])))`;

const state: Row = {
  title: 'State',
  panels: [
    {
      title: 'Processes that are not ready',
      about: 'Processes whose database, storage or queue does not answer.',
      unit: 'none',
      lines: [['count(min by (instance) (reelsight_ready) == 0) or vector(0)', 'not ready']],
      stat: { red: 1 },
    },
    {
      title: 'Oldest work',
      about: 'How long the oldest task of a job has waited that could be done now.',
      unit: 's',
      lines: [
        [
          'max(reelsight_queue_oldest_task_age_seconds{queue=~"analysis|hear|see|join"})',
          'oldest task',
        ],
      ],
      stat: { red: 900 },
    },
    {
      title: 'Workers',
      about: 'Workers that are alive.',
      unit: 'none',
      lines: [['max(reelsight_workers)', 'workers']],
      stat: { red: 1, below: true },
    },
    {
      title: 'Free disk above the reserve',
      about: 'On the fullest disk; below 0 no new work is taken.',
      unit: 'bytes',
      lines: [['min(reelsight_disk_free_bytes - reelsight_disk_reserve_bytes)', 'free']],
      stat: { red: 0, below: true },
    },
  ],
};

const jobs: Row = {
  title: 'Jobs',
  panels: [
    {
      title: 'Open jobs',
      about: 'Jobs that are not final. Held ones wait for credits.',
      unit: 'none',
      lines: [['max by (status) (reelsight_jobs)', '{{status}}']],
    },
    {
      title: 'Jobs that ended',
      about: 'Jobs an hour that reached a final status.',
      unit: 'none',
      lines: [
        [
          `sum by (status) (rate(reelsight_job_transitions_total{status=~"completed|failed|cancelled"}[${rate}])) * 3600`,
          '{{status}}',
        ],
      ],
    },
    {
      title: 'Failed jobs by code',
      about: 'Jobs an hour that failed.',
      unit: 'none',
      lines: [
        [`sum by (code) (rate(reelsight_job_failures_total[${rate}])) * 3600 > 0`, '{{code}}'],
      ],
    },
    {
      title: 'Credits charged',
      about: 'Credits an hour.',
      unit: 'none',
      lines: [[`sum(rate(reelsight_credits_charged_total[${rate}])) * 3600`, 'charged']],
    },
  ],
};

const work: Row = {
  title: 'Queue and engines',
  panels: [
    {
      title: 'Oldest task by queue',
      about: 'How long the oldest task has waited that could be done now.',
      unit: 's',
      lines: [['max by (queue) (reelsight_queue_oldest_task_age_seconds) > 0', '{{queue}}']],
    },
    {
      title: 'Waiting tasks',
      about: 'Tasks in the queue, by queue.',
      unit: 'none',
      lines: [['max by (queue) (reelsight_queue_tasks{state="waiting"})', '{{queue}}']],
    },
    {
      title: 'Wait of tasks (95 %)',
      about: 'How long tasks waited that were taken.',
      unit: 's',
      lines: [[quantile(0.95, 'reelsight_queue_wait_seconds', ['queue']), '{{queue}}']],
    },
    {
      title: 'Who serves the queues',
      about: 'Workers that take tasks of the queue. None where tasks wait: nobody will do them.',
      unit: 'none',
      lines: [['max by (queue) (reelsight_queue_workers)', '{{queue}}']],
    },
    {
      title: 'Engine hosts at work',
      about: 'Share of the time in which the hosts of all workers worked on parts.',
      unit: 'percentunit',
      lines: [
        [
          `sum(rate(reelsight_engine_busy_seconds_total[${rate}])) / max(reelsight_queue_hosts)`,
          'at work',
        ],
      ],
    },
    {
      title: 'Duration of stages (95 %)',
      about: 'Time of an ingestion or a part.',
      unit: 's',
      lines: [
        [
          quantile(0.95, 'reelsight_stage_duration_seconds', ['stage'], '{outcome="finished"}'),
          '{{stage}}',
        ],
      ],
    },
    {
      title: 'Mean latency of engines',
      about: 'Time of one call: an utterance, a frame, an answer.',
      unit: 's',
      lines: [
        [
          `sum by (role, kind) (rate(reelsight_engine_call_seconds_total[${rate}])) / sum by (role, kind) (rate(reelsight_engine_calls_total[${rate}]) > 0)`,
          '{{role}} {{kind}}',
        ],
      ],
    },
    {
      title: 'Failed calls of engines',
      about: 'Share of the calls that failed.',
      unit: 'percentunit',
      lines: [
        [
          `sum by (role, kind) (rate(reelsight_engine_calls_total{outcome="failed"}[${rate}])) / sum by (role, kind) (rate(reelsight_engine_calls_total[${rate}]) > 0)`,
          '{{role}} {{kind}}',
        ],
      ],
    },
  ],
};

const around: Row = {
  title: 'Links, uploads and webhooks',
  panels: [
    {
      title: 'Requests to platforms',
      about: 'Looks and downloads an hour.',
      unit: 'none',
      lines: [
        [
          `sum by (platform, reason) (rate(reelsight_link_requests_total[${rate}])) * 3600 > 0`,
          '{{platform}} {{reason}}',
        ],
      ],
    },
    {
      title: 'Uploads',
      about: 'Bytes a second through the upload host.',
      unit: 'Bps',
      lines: [[`sum(rate(reelsight_upload_bytes_total[${rate}]))`, 'stored']],
    },
    {
      title: 'Webhook attempts',
      about: 'Attempts a minute, by outcome.',
      unit: 'none',
      lines: [
        [`sum by (outcome) (rate(reelsight_webhook_attempts_total[${rate}])) * 60`, '{{outcome}}'],
      ],
    },
    {
      title: 'From event to delivery',
      about: 'Half of the deliveries, and 95 %, took no longer.',
      unit: 's',
      lines: [0.5, 0.95].map((part) => [
        quantile(part, 'reelsight_webhook_delay_seconds', []),
        `${part * 100} %`,
      ]),
    },
  ],
};

const api: Row = {
  title: 'API',
  panels: [
    {
      title: 'Requests',
      about: 'Requests a second, by status.',
      unit: 'reqps',
      lines: [
        [
          `sum by (status) (rate(reelsight_http_request_duration_seconds_count[${rate}]))`,
          '{{status}}',
        ],
      ],
    },
    {
      title: 'Time to answer (95 %)',
      about: 'By route; streams and reads that wait are long by design.',
      unit: 's',
      lines: [[quantile(0.95, 'reelsight_http_request_duration_seconds', ['route']), '{{route}}']],
    },
  ],
};

const base: Row = {
  title: 'Database, storage and processes',
  panels: [
    {
      title: 'Connections to the database',
      about: 'Of each process; what waits has no free connection.',
      unit: 'none',
      lines: [
        ['reelsight_database_connections{state="active"}', '{{instance}} active'],
        ['reelsight_database_waiting_requests', '{{instance}} waiting'],
        ['reelsight_database_connections_max', '{{instance}} at most'],
      ],
    },
    {
      title: 'Storage operations (95 %)',
      about: 'Time of operations on the storage.',
      unit: 's',
      lines: [
        [
          quantile(0.95, 'reelsight_storage_operation_duration_seconds', ['operation']),
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Failed storage operations',
      about: 'Operations a minute that failed.',
      unit: 'none',
      lines: [
        [
          `sum by (operation) (rate(reelsight_storage_operation_duration_seconds_count{outcome="failed"}[${rate}])) * 60`,
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Disk',
      about:
        'Free space on the disk of the data folder, and the reserve below which no new work is taken.',
      unit: 'bytes',
      lines: [
        ['reelsight_disk_free_bytes', '{{instance}} free'],
        ['reelsight_disk_reserve_bytes', '{{instance}} reserve'],
      ],
    },
    {
      title: 'Memory',
      about: 'Resident memory of the service processes, without the engine hosts.',
      unit: 'bytes',
      lines: [['reelsight_process_resident_memory_bytes', '{{instance}}']],
    },
    {
      title: 'Event loop lag (99 %)',
      about: 'How late the process does what is due.',
      unit: 's',
      lines: [['reelsight_nodejs_eventloop_lag_p99_seconds', '{{instance}}']],
    },
  ],
};

const rows: readonly Row[] = [state, jobs, work, around, api, base];

/** Adds the filter of the variable `job` to each metric. */
const ofJob = (expr: string): string =>
  expr.replace(/\b(reelsight_[a-z0-9_]+)(\{)?/g, (_all, name: string, brace?: string) =>
    brace ? `${name}{job=~"$job", ` : `${name}{job=~"$job"}`,
  );

const datasource = { type: 'prometheus', uid: '$datasource' };

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function panelJson(panel: Panel, id: number, gridPos: Place): object {
  const { title, about, unit, lines, stat } = panel;
  const green = { color: 'green', value: null };
  const steps = stat?.below
    ? [
        { color: 'red', value: null },
        { color: 'green', value: stat.red },
      ]
    : [green, ...(stat ? [{ color: 'red', value: stat.red }] : [])];

  return {
    id,
    title,
    description: about,
    datasource,
    gridPos,
    type: stat ? 'stat' : 'timeseries',
    fieldConfig: {
      defaults: {
        unit,
        thresholds: { mode: 'absolute', steps },
        ...(!stat && { min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }),
      },
      overrides: [],
    },
    options: stat
      ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background', graphMode: 'area' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: lines.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource,
      expr: ofJob(expr),
      legendFormat,
    })),
  };
}

/** Arranges the rows from top to bottom, with two panels or four single numbers side by side. */
function panelsJson(): object[] {
  const panelList: object[] = [];
  let y = 0;

  for (const { title, panels } of rows) {
    const place = { x: 0, y, w: 24, h: 1 };
    panelList.push({
      id: panelList.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: place,
    });
    y += 1;

    const [w, h] = panels[0]?.stat ? [6, 4] : [12, 8];
    const perLine = 24 / w;

    for (const [index, panel] of panels.entries()) {
      const cell = { x: (index % perLine) * w, y: y + Math.floor(index / perLine) * h, w, h };
      panelList.push(panelJson(panel, panelList.length + 1, cell));
    }

    y += Math.ceil(panels.length / perLine) * h;
  }

  return panelList;
}

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'job',
    label: 'Job',
    type: 'query',
    datasource,
    refresh: 2,
    sort: 1,
    includeAll: true,
    allValue: '.+',
    multi: true,
    current: { text: 'All', value: '$__all' },
    query: { query: 'label_values(reelsight_build_info, job)', refId: 'job' },
  },
];

/** The file to import into Grafana (10 or later), or to provision. */
export function dashboard(): string {
  const document = {
    uid: 'reelsight',
    title: 'Reelsight',
    tags: ['reelsight'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: variables },
    panels: panelsJson(),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
