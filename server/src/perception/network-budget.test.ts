/**
 * What the networks have to compute for the sample video stays within a budget for each stage. Where a change needs
 * more, this test says so; a change that needs less lowers the budget. `bench/cost.ts` measures what it costs.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Ask, capabilities } from '@reelsight/contract';
import { countNetworkWork, type NetworkWork } from '../../testing/engines/network-work.ts';
import { limits } from '../../testing/media/test-media.ts';
import { perceiveWhole, plainAsk } from '../../testing/perception/perceive-whole.ts';
import { ingestMedia } from '../media/ingest.ts';
import { openResources } from './resources.ts';

const sample = fileURLToPath(new URL('../../../media/sample.mp4', import.meta.url));

const budgets: Readonly<Record<string, NetworkWork>> = {
  hear: { runs: 211, millions: 71.4 },
  read: { runs: 679, millions: 138.5 },
  detect: { runs: 31, millions: 13.2 },
};

/** Processors round differently, so that a line more or less may be read. */
const slack = 1.1;

const dir = await mkdtemp(join(tmpdir(), 'reelsight-budget-'));
const work = countNetworkWork();
after(async () => {
  work.stop();
  await rm(dir, { recursive: true, force: true });
});

test('an analysis of the sample asks no more of the networks than it did', async () => {
  const { signal } = new AbortController();
  const ask: Ask = {
    ...plainAsk,
    capabilities: [...capabilities],
    objects: ['person', 'cup', 'clock'],
    queries: ['What is this about?'],
  };
  await ingestMedia({ path: sample, outDir: dir, fps: 1, limits, signal });

  const resources = openResources();
  const counted = new Map<string, NetworkWork>();
  await perceiveWhole(dir, ask, {
    resources,
    outDir: await mkdtemp(join(dir, 'parts-')),
    parts: 1,
    onPart: (kind) => counted.set(kind, work.take()),
  });
  await resources.close();

  for (const [kind, budget] of Object.entries(budgets)) {
    const { runs, millions } = counted.get(kind) ?? { runs: 0, millions: 0 };
    const figures = `${kind}: ${runs} runs, ${millions.toFixed(1)} million numbers`;
    assert.ok(runs > 0 && millions > 0, figures);
    assert.ok(runs <= budget.runs * slack, figures);
    assert.ok(millions <= budget.millions * slack, figures);
  }
});
