/**
 * deploy/monitoring: the dashboard and the alert rules use only metrics that exist, and each alert fires when it
 * should.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from '../server/src/http/docs/render.ts';
import { failures, reasonName } from '../server/src/sources/failure.ts';
import {
  type MetricFamily,
  metricFamilies,
} from '../server/src/wiring/operations/metric-families.ts';
import { noPromtool, promtool } from '../server/testing/promtool.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rulesFile = `${root}deploy/monitoring/alerts.yml`;
const rules = readFileSync(rulesFile, 'utf8');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
const dashboard = JSON.parse(
  readFileSync(`${root}deploy/monitoring/grafana/reelsight.json`, 'utf8'),
) as { panels: { title: string; targets?: { expr: string }[] }[] };
const exprs = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const folder = mkdtempSync(join(tmpdir(), 'reelsight-rules-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes JSON, which is also valid YAML, and returns the file's path. */
function fileOf(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const families: Readonly<Record<string, MetricFamily>> = metricFamilies;

/** Names of metrics and label values that an expression uses but no process reports. */
function unknownIn(expr: string): string[] {
  return [...expr.matchAll(/\b(reelsight_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].flatMap((match) => {
    const [, name = '', filter = ''] = match;
    if (/^reelsight_(process|nodejs)_/.test(name)) return [];

    const family = families[name] ?? families[name.replace(/_(bucket|count|sum)$/, '')];
    if (!family || (name in families && family.type === 'histogram')) return [name];

    return [...filter.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)]
      .filter(([, label = '']) => label !== 'job')
      .flatMap(([, label = '', , wanted = '']) => {
        if (!(label in family.labels)) return [`${name}{${label}}`];
        const known = family.labels[label];
        const values = known ? wanted.split('|') : [];
        return values
          .filter((value) => !known?.includes(value))
          .map((value) => `${name}{${value}}`);
      });
  });
}

describe('The dashboard', () => {
  test('asks only for metrics and labels that there are', () => {
    assert.ok(exprs.length > 25);
    assert.deepEqual(exprs.flatMap(unknownIn), []);
    assert.deepEqual(unknownIn('rate(reelsight_nothing{a="b"}[5m])'), ['reelsight_nothing']);
    assert.deepEqual(unknownIn('reelsight_jobs{status="lost"}'), ['reelsight_jobs{lost}']);
  });

  test('is PromQL throughout', { skip: noPromtool }, () => {
    const filled = exprs.map((expr) => expr.replaceAll('$__rate_interval', '5m'));
    const made = filled.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const path = fileOf('dashboard.json', { groups: [{ name: 'dashboard', rules: made }] });
    const { ok, output } = promtool(['check', 'rules', path]);
    assert.ok(ok, output);
  });

  test('follows the chosen job in every line', () => {
    for (const expr of exprs)
      for (const [metric] of expr.matchAll(/reelsight_[a-z0-9_]+(\{[^}]*\})?/g))
        assert.match(metric, /\{job=~"\$job"/, expr);
  });
});

interface Firing {
  readonly alert: string;
  /** Series and values in promtool's notation, one value per minute. */
  readonly series: Readonly<Record<string, string>>;
  /** Time at which the alert must be firing. */
  readonly at: string;
  /** How many alerts with this name fire. */
  readonly times?: number;
}

const at = 'instance="a:8080",job="reelsight"';
const other = 'instance="b:8080",job="reelsight"';

/** Series of a healthy service: more than half an hour of them must raise no alert. */
const healthy: Readonly<Record<string, string>> = {
  [`up{${at}}`]: '1x200',
  [`reelsight_build_info{${at}}`]: '1x200',
  [`reelsight_ready{part="database",${at}}`]: '1x200',
  [`reelsight_database_up{${at}}`]: '1x200',
  [`reelsight_process_start_time_seconds{${at}}`]: '1000x200',
  [`reelsight_queue_loop_age_seconds{${at}}`]: '0.5x200',
  [`reelsight_queue_tasks{queue="hear",state="waiting",${at}}`]: '40x200',
  [`reelsight_queue_workers{queue="hear",${at}}`]: '2x200',
  [`reelsight_queue_tasks{queue="see",state="waiting",${at}}`]: '0x200',
  [`reelsight_queue_workers{queue="see",${at}}`]: '0x200',
  [`reelsight_queue_oldest_task_age_seconds{queue="hear",${at}}`]: '30x200',
  [`reelsight_queue_oldest_task_age_seconds{queue="webhook",${at}}`]: '1x200',
  [`reelsight_queue_oldest_task_age_seconds{queue="removal",${at}}`]: '5000x200',
  [`reelsight_job_transitions_total{status="completed",${at}}`]: '0+10x200',
  [`reelsight_job_transitions_total{status="failed",${at}}`]: '0+0.5x200',
  [`reelsight_job_failures_total{code="EXTRACTION_FAILED",${at}}`]: '0+0.3x200',
  [`reelsight_job_failures_total{code="VIDEO_TOO_LONG",${at}}`]: '0+20x200',
  [`reelsight_engine_calls_total{role="speech",kind="embedded",outcome="ok",${at}}`]: '0+50x200',
  [`reelsight_engine_calls_total{role="speech",kind="embedded",outcome="failed",${at}}`]:
    '0+0.2x200',
  [`reelsight_task_failures_total{queue="webhook",${at}}`]: '0x200',
  [`reelsight_task_failures_total{queue="backup",${at}}`]: '1x200',
  [`reelsight_links_program_age_seconds{${at}}`]: '2592000x200',
  [`reelsight_http_request_duration_seconds_count{status="200",route="/v1/jobs",${at}}`]:
    '0+600x200',
  [`reelsight_http_request_duration_seconds_count{status="404",route="/v1/jobs",${at}}`]:
    '0+300x200',
  [`reelsight_http_request_duration_seconds_count{status="500",route="/v1/jobs",${at}}`]: '0+1x200',
  [`reelsight_disk_free_bytes{${at}}`]: '50000000000x200',
  [`reelsight_disk_reserve_bytes{${at}}`]: '2000000000x200',
  [`reelsight_backup_last_success_timestamp_seconds{${at}}`]: '0x200',
  [`reelsight_backup_schedule_pause_seconds{${at}}`]: '86400x200',
  [`reelsight_storage_operation_duration_seconds_count{operation="put",outcome="ok",${at}}`]:
    '0+100x200',
  [`reelsight_storage_operation_duration_seconds_count{operation="put",outcome="failed",${at}}`]:
    '0x200',
  [`reelsight_database_waiting_requests{${at}}`]: '0 3 0 0 2 0 0 0 0x190',
  [`reelsight_webhook_attempts_total{outcome="delivered",${at}}`]: '0+20x200',
  [`reelsight_webhook_attempts_total{outcome="failed",${at}}`]: '0+2x200',
  [`reelsight_link_requests_total{platform="youtube",reason="ok",${at}}`]: '0+10x200',
  [`reelsight_link_requests_total{platform="youtube",reason="private",${at}}`]: '0+30x200',
  [`reelsight_link_requests_total{platform="youtube",reason="stopped",${at}}`]: '0+30x200',
  [`reelsight_link_requests_total{platform="youtube",reason="unreachable",${at}}`]: '0+0.5x200',
};

const firing: readonly Firing[] = [
  { alert: 'ReelsightDown', series: { [`up{${at}}`]: '1x5 0x10' }, at: '9m' },
  { alert: 'ReelsightAbsent', series: { 'up{job="other"}': '1x20' }, at: '6m' },
  {
    alert: 'ReelsightNotReady',
    series: {
      [`reelsight_ready{part="storage",${at}}`]: '0x10',
      [`reelsight_ready{part="queue",${at}}`]: '1x10',
    },
    at: '3m',
  },
  {
    alert: 'ReelsightDatabaseAway',
    series: { [`reelsight_database_up{${at}}`]: '1x3 0x9' },
    at: '6m',
  },
  {
    alert: 'ReelsightRestarts',
    series: { [`reelsight_process_start_time_seconds{${at}}`]: '1 1 2 2 3 3 4 4x20' },
    at: '8m',
  },
  {
    alert: 'ReelsightLoopStuck',
    series: { [`reelsight_queue_loop_age_seconds{${at}}`]: '0+60x20' },
    at: '8m',
  },
  {
    alert: 'ReelsightNoWorker',
    series: {
      [`reelsight_queue_tasks{queue="see",state="waiting",${at}}`]: '3x20',
      [`reelsight_queue_workers{queue="see",${at}}`]: '0x20',
      [`reelsight_queue_tasks{queue="hear",state="waiting",${at}}`]: '3x20',
      [`reelsight_queue_workers{queue="hear",${at}}`]: '1x20',
      [`reelsight_queue_tasks{queue="join",state="waiting",${at}}`]: '0x20',
      [`reelsight_queue_workers{queue="join",${at}}`]: '0x20',
    },
    at: '6m',
  },
  {
    alert: 'ReelsightJobsWait',
    series: {
      [`reelsight_queue_oldest_task_age_seconds{queue="hear",${at}}`]: '0+60x40',
      [`reelsight_queue_oldest_task_age_seconds{queue="removal",${at}}`]: '0+60x40',
    },
    at: '25m',
  },
  {
    // One error code that is new, and one that is more frequent than usual; a third has always been this frequent.
    alert: 'ReelsightJobsFail',
    series: {
      [`reelsight_job_transitions_total{status="completed",${at}}`]: '0+10x1600',
      [`reelsight_job_transitions_total{status="failed",${at}}`]: '0+5x1600',
      [`reelsight_job_failures_total{code="TIMEOUT",${at}}`]: '0x1500 0+3x100',
      [`reelsight_job_failures_total{code="PLATFORM_403",${at}}`]: '0+0.2x1500 300+3x100',
      [`reelsight_job_failures_total{code="EXTRACTION_FAILED",${at}}`]: '0+3x1600',
      [`reelsight_job_failures_total{code="BUDGET_EXCEEDED",${at}}`]: '0x1500 0+3x100',
    },
    at: '1570m',
    times: 2,
  },
  {
    alert: 'ReelsightEnginesFail',
    series: {
      [`reelsight_engine_calls_total{role="text",kind="local",outcome="ok",${at}}`]: '0+5x40',
      [`reelsight_engine_calls_total{role="text",kind="local",outcome="failed",${at}}`]: '0+5x40',
    },
    at: '25m',
  },
  {
    alert: 'ReelsightTasksFail',
    series: { [`reelsight_task_failures_total{queue="webhook",${at}}`]: '0+1x40' },
    at: '25m',
  },
  {
    alert: 'ReelsightServerErrors',
    series: {
      [`reelsight_http_request_duration_seconds_count{status="200",route="/v1/jobs",${at}}`]:
        '0+90x40',
      [`reelsight_http_request_duration_seconds_count{status="503",route="/v1/jobs",${at}}`]:
        '0+10x40',
    },
    at: '20m',
  },
  {
    alert: 'ReelsightDiskFull',
    series: {
      [`reelsight_disk_free_bytes{${at}}`]: '1000000000x20',
      [`reelsight_disk_reserve_bytes{${at}}`]: '2000000000x20',
    },
    at: '3m',
  },
  {
    alert: 'ReelsightDiskNearlyFull',
    series: {
      [`reelsight_disk_free_bytes{${at}}`]: '3000000000x20',
      [`reelsight_disk_reserve_bytes{${at}}`]: '2000000000x20',
    },
    at: '12m',
  },
  {
    alert: 'ReelsightStorageFails',
    series: {
      [`reelsight_storage_operation_duration_seconds_count{operation="put",outcome="ok",${at}}`]:
        '0+9x40',
      [`reelsight_storage_operation_duration_seconds_count{operation="put",outcome="failed",${at}}`]:
        '0+1x40',
    },
    at: '25m',
  },
  {
    alert: 'ReelsightDatabasePoolFull',
    series: { [`reelsight_database_waiting_requests{${at}}`]: '4x40' },
    at: '15m',
  },
  {
    alert: 'ReelsightWebhooksFail',
    series: {
      [`reelsight_webhook_attempts_total{outcome="delivered",${at}}`]: '0+1x60',
      [`reelsight_webhook_attempts_total{outcome="exhausted",${at}}`]: '0+2x60',
    },
    at: '45m',
  },
  {
    alert: 'ReelsightWebhooksLag',
    series: { [`reelsight_queue_oldest_task_age_seconds{queue="webhook",${at}}`]: '400x40' },
    at: '7m',
  },
  {
    alert: 'ReelsightLinksFail',
    series: {
      [`reelsight_link_requests_total{platform="youtube",reason="ok",${at}}`]: '0+1x60',
      [`reelsight_link_requests_total{platform="youtube",reason="sign_in",${at}}`]: '0+1x60',
      [`reelsight_link_requests_total{platform="tiktok",reason="ok",${at}}`]: '0+5x60',
      [`reelsight_link_requests_total{platform="tiktok",reason="private",${at}}`]: '0+5x60',
    },
    at: '45m',
  },
  {
    // This process has made no backup so far; the other one makes no scheduled backups.
    alert: 'ReelsightBackupTooOld',
    series: {
      [`reelsight_backup_last_success_timestamp_seconds{${at}}`]: '0x2000',
      [`reelsight_backup_last_success_timestamp_seconds{${other}}`]: '0x2000',
      [`reelsight_backup_schedule_pause_seconds{${at}}`]: '86400x2000',
      [`reelsight_process_start_time_seconds{${at}}`]: '0x2000',
      [`reelsight_process_start_time_seconds{${other}}`]: '90000x2000',
    },
    at: '1930m',
  },
  {
    alert: 'ReelsightLinksProgramOld',
    series: { [`reelsight_links_program_age_seconds{${at}}`]: '5270400x80' },
    at: '65m',
  },
  {
    alert: 'ReelsightBackupFails',
    series: { [`reelsight_task_failures_total{queue="backup",${at}}`]: '0x10 1x40' },
    at: '20m',
  },
];

const inputOf = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

/** Expects that this many alerts with this name are firing at this time. */
const expectation = (alert: string, eval_time: string, times: number) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
  eval_time,
  exp_samples: times > 0 ? [{ labels: '{}', value: times }] : [],
});

function testRules(tests: readonly object[], name: string): void {
  const path = fileOf(name, { rule_files: [rulesFile], evaluation_interval: '1m', tests });
  const { ok, output } = promtool(['test', 'rules', path]);
  assert.ok(ok, output);
}

describe('The alert rules', () => {
  test('are what promtool wants, and ask only for metrics and labels that there are', {
    skip: noPromtool,
  }, () => {
    const { ok, output } = promtool(['check', 'rules', rulesFile]);
    assert.ok(ok, output);
    assert.deepEqual(unknownIn(rules.replace(/#.*$/gm, '')), []);
  });

  test('each fires on what it is for', { skip: noPromtool }, () => {
    assert.deepEqual(firing.map(({ alert }) => alert).sort(), [...alerts].sort());
    const tests = firing.map(({ alert, series, at: time, times = 1 }) => ({
      interval: '1m',
      input_series: inputOf(series),
      promql_expr_test: [expectation(alert, time, times)],
    }));
    testRules(tests, 'firing.json');
  });

  test('none fires while all is well', { skip: noPromtool }, () => {
    const moments = ['10m', '60m', '150m'];
    const quiet = alerts.flatMap((alert) => moments.map((time) => expectation(alert, time, 0)));
    const tests = [{ interval: '1m', input_series: inputOf(healthy), promql_expr_test: quiet }];
    testRules(tests, 'quiet.json');
  });

  test('a worker that comes in time, a lone failure, a short gap, and backups of another process, without a schedule or not due yet raise none', {
    skip: noPromtool,
  }, () => {
    const cases: [string, Record<string, string>, string][] = [
      [
        'ReelsightNoWorker',
        {
          [`reelsight_queue_tasks{queue="see",state="waiting",${at}}`]: '3x20',
          [`reelsight_queue_workers{queue="see",${at}}`]: '0x3 1x17',
        },
        '10m',
      ],
      [
        'ReelsightJobsFail',
        {
          [`reelsight_job_transitions_total{status="failed",${at}}`]: '0 1x100',
          [`reelsight_job_failures_total{code="TIMEOUT",${at}}`]: '0 1x100',
        },
        '30m',
      ],
      ['ReelsightDown', { [`up{${at}}`]: '1 1 0 1x20' }, '10m'],
      [
        'ReelsightBackupTooOld',
        {
          [`reelsight_backup_last_success_timestamp_seconds{${at}}`]: '0x3000',
          [`reelsight_backup_last_success_timestamp_seconds{${other}}`]: '100000x3000',
          [`reelsight_backup_schedule_pause_seconds{${at}}`]: '86400x3000',
        },
        '3000m',
      ],
      // The process started two hours ago, so the first backup is not due yet.
      [
        'ReelsightBackupTooOld',
        {
          [`reelsight_backup_last_success_timestamp_seconds{${at}}`]: '0x3000',
          [`reelsight_backup_schedule_pause_seconds{${at}}`]: '86400x3000',
          [`reelsight_process_start_time_seconds{${at}}`]: '172800x3000',
        },
        '3000m',
      ],
      [
        'ReelsightBackupTooOld',
        { [`reelsight_backup_last_success_timestamp_seconds{${at}}`]: '0x3000' },
        '3000m',
      ],
    ];
    const tests = cases.map(([alert, series, time]) => ({
      interval: '1m',
      input_series: inputOf(series),
      promql_expr_test: [expectation(alert, time, 0)],
    }));
    testRules(tests, 'close.json');
  });

  test('links that fail for the platform or the service count, those that fail for the video do not', () => {
    const [, wanted = ''] = /reason=~"([^"]+)"/.exec(rules) ?? [];
    const ours = Object.entries(failures)
      .filter(([reason, { about }]) => about !== 'video' || reason === 'unknown')
      .map(([reason]) => reasonName(reason))
      // A full disk has a separate alert.
      .filter((reason) => reason !== 'disk_full');
    assert.deepEqual(wanted.split('|').sort(), [...ours, 'other'].sort());
  });

  test('each has a summary, a severity and a section that says what to do', () => {
    const file = 'docs/operating.md';
    const page = { slug: 'operating', title: 'Operating', about: '', file };
    const html = renderMarkdown(page, readFileSync(root + file, 'utf8'));

    for (const [index, block = ''] of rules
      .split(/^ +- alert: /m)
      .slice(1)
      .entries()) {
      const name = alerts[index] ?? '';
      assert.match(block, /severity: (critical|warning)\n/, name);
      assert.match(block, /summary: ".+\."\n/, name);
      assert.ok(block.includes(`runbook_url: ${file}#${name.toLowerCase()}\n`), name);
      assert.ok(html.includes(` id="${name.toLowerCase()}"`), `${file} has no section ${name}`);
    }
  });
});
