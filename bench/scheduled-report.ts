/**
 * Measures how long a scheduled report of many videos takes from the moment at which it is due until it is ready: the
 * checks of every few seconds, the counting, and the files. `node bench/scheduled-report.ts [videos]`
 */
import type { Results } from '@reelsight/contract';
import { accepted, startSubject } from '../test/interface/subject.ts';

const videos = Number(process.argv[2] ?? 100);
const brandNames = Array.from({ length: 12 }, (_, index) => `Brand ${index + 1}`);
const box = { x: 0.3, y: 0.3, width: 0.2, height: 0.2 };

/** Each brand is seen five times. */
const resultsOf = (publishedAt: string): Results =>
  ({
    brands: brandNames.map((name, place) => {
      const starts = [1, 10, 20, 30, 40].map((second) => second + place / 4);
      return {
        name,
        confidence: 0.9,
        total_appearances: starts.length,
        first_seen: starts[0],
        last_seen: 50,
        appearances: starts.map((start) => ({
          timestamp: start,
          timestamp_start: start,
          timestamp_end: start + 3,
          visible_duration: 3,
          context: 'on screen',
          source: 'visual',
          confidence: 0.9,
          bounding_box: box,
        })),
        frame_detections: starts.flatMap((start) =>
          [0, 1, 2, 3].map((later) => ({
            timestamp: start + later,
            confidence: 0.9,
            bounding_box: box,
          })),
        ),
      };
    }),
    metadata: { author: 'A channel', author_url: null, published_at: publishedAt },
    meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
  }) as unknown as Results;

const subject = await startSubject();
const owner = await subject.owner('scale', 1_000_000);
await subject.makeReports();

for (let index = 0; index < videos; index++) {
  const { job_id: id } = await owner.job({
    url: `https://www.youtube.com/watch?v=b${String(index).padStart(10, '0')}`,
    capabilities: ['brands', 'metadata'],
  });
  await subject.worker.complete(id, resultsOf('2026-11-03T12:00:00.000Z'));
}

let now = new Date('2026-11-09T06:59:00Z');
Object.assign(subject.domain, { now: () => now });
const schedule = accepted(
  await owner.post('/v1/report-schedules', {
    name: 'Weekly',
    every: { period: 'week', weekday: 'monday', hour: 7 },
    formats: ['pdf', 'html', 'csv', 'json'],
  }),
  201,
);

now = new Date('2026-11-09T07:00:00Z');
const began = performance.now();
const cpuBefore = process.cpuUsage();
const path = `/v1/report-schedules/${schedule.schedule_id}/runs`;
for (;;) {
  const [run] = accepted(await owner.get(path), 200);
  if (run?.ended_at) {
    const { user, system } = process.cpuUsage(cpuBefore);
    const seconds = (performance.now() - began) / 1000;
    const cpuSeconds = (user + system) / 1_000_000;
    process.stdout.write(
      `${run.state}, ${run.videos} videos: ${seconds.toFixed(1)} s from due to ready, ${cpuSeconds.toFixed(1)} CPU seconds\n`,
    );
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await subject.close();
