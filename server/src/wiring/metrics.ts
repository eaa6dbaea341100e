/** What Prometheus reads at /metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Queue } from '../queue/queue.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly request: (answer: { method: string; route: string; status: number; ms: number }) => void;
  readonly stage: (stage: string, outcome: string, seconds: number) => void;
  readonly job: (status: string) => void;
  readonly engineUsage: (item: string, amount: number) => void;
  readonly delivery: (outcome: string) => void;
}

export function createMetrics(queue: Queue): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'reelsight_' });
  const requests = new Histogram({
    name: 'reelsight_http_request_seconds',
    help: 'Answered requests by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const stages = new Histogram({
    name: 'reelsight_stage_seconds',
    help: 'Stages of jobs by outcome.',
    labelNames: ['stage', 'outcome'],
    buckets: [1, 5, 15, 60, 300, 900, 3600, 10_800],
    registers,
  });
  const jobs = new Counter({
    name: 'reelsight_jobs_total',
    help: 'Jobs that left a worker, by status.',
    labelNames: ['status'],
    registers,
  });
  const engines = new Counter({
    name: 'reelsight_engine_usage_total',
    help: 'What engines worked on: audio seconds, frames, pictures, tokens.',
    labelNames: ['item'],
    registers,
  });
  const deliveries = new Counter({
    name: 'reelsight_webhook_attempts_total',
    help: 'Webhook attempts by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  addQueueGauge(queue, registry);
  return {
    registry,
    request: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status }, ms / 1000),
    stage: (stage, outcome, seconds) => stages.observe({ stage, outcome }, seconds),
    job: (status) => jobs.inc({ status }),
    engineUsage: (item, amount) => engines.inc({ item }, amount),
    delivery: (outcome) => deliveries.inc({ outcome }),
  };
}

/** Asked of the queue at every reading. */
function addQueueGauge(queue: Queue, registry: Registry): void {
  new Gauge({
    name: 'reelsight_queue_tasks',
    help: 'Tasks in the queue by state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue: name, waiting, active } of await queue.depth()) {
        this.set({ queue: name, state: 'waiting' }, waiting);
        this.set({ queue: name, state: 'active' }, active);
      }
    },
  });
}
