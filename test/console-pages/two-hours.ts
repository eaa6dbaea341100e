/** Results of a two-hour video, extremely large and irregular: 61 brands, one of which is seen 3,000 times. */
import type { Results } from '@reelsight/contract';

const seconds = 7200;

function appearances(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => {
    const start = (index * seconds) / count;
    return {
      timestamp: start,
      timestamp_start: start,
      timestamp_end: start + 1.2,
      visible_duration: 1.2,
      confidence: 0.9,
      context: `The name "${name}" is on screen.`,
      source: 'visual' as const,
    };
  });
}

function looks(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    timestamp: (index * seconds) / count + 0.5,
    confidence: 0.9,
    bounding_box: { x: 0.2, y: 0.3, width: 0.2, height: 0.1 },
    source: 'text' as const,
    verified: true,
  }));
}

function brand(name: string, count: number) {
  return {
    name,
    confidence: 0.9,
    total_appearances: count,
    total_visible_duration: count * 1.2,
    first_seen: 0,
    last_seen: seconds,
    appearances: appearances(count, name),
    frame_detections: looks(count),
  };
}

export function twoHours(jobId: string): Results {
  return {
    meta: { fps_used: 1, frames_analyzed: seconds, engines: { text: 'test' }, no_audio: true },
    brands: [
      brand('قهوة العرب', 3000),
      brand('<script>document.title="broken"</script>', 20),
      ...Array.from({ length: 59 }, (_, index) => brand(`Brand ${'long '.repeat(16)}${index}`, 10)),
    ],
    objects: [],
    transcription: {
      text: '',
      language: 'ar',
      duration_seconds: seconds,
      word_count: 15_000,
      segments: Array.from({ length: 5000 }, (_, index) => ({
        start: index * 1.44,
        end: index * 1.44 + 1.2,
        text: `مرحبا passage ${index} <b>bold</b>`,
        speaker: (index % 3) + 1,
      })),
    },
    storyboard: {
      version: 2,
      interval_ms: 48_000,
      tile: { w: 580, h: 326 },
      grid: { cols: 8, rows: 8 },
      count: 150,
      duration_ms: seconds * 1000,
      sheets: [0, 1, 2].map((sheet) => `/v1/frames/${jobId}/sheet-00${sheet}.jpg`),
    },
  };
}
