import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overallShare, stageShares } from './stage-shares.ts';

const progress = { stage: 'analysis', stages_completed: ['ingestion', 'transcription'] } as const;

test('one bar for the job: stages add up, and it goes on where the last one ended', () => {
  const at = (percent: number) =>
    overallShare(
      stageShares({ ...progress, stages_completed: [...progress.stages_completed], percent }, [
        'transcription',
        'brands',
      ]),
    );
  assert.deepEqual(
    [0, 50, 100].map((percent) => Math.round(at(percent) * 100)),
    [40, 65, 90],
  );
});

test('a stage with little to do has little of the bar', () => {
  const shares = stageShares({ stage: 'ingestion', stages_completed: [] }, ['transcription']);
  const weight = (stage: string) => shares.find((share) => share.stage === stage)?.weight ?? 0;
  assert.ok(weight('analysis') < weight('transcription') / 4);
  assert.equal(overallShare(shares), 0);
});
