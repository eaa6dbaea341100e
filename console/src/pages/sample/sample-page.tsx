/**
 * `/sample`: the page of a job with a made-up result, for users who have no jobs yet. It sends no requests to the
 * service.
 */
import type { Job } from '@reelsight/sdk';
import { type ComponentType, useMemo } from 'react';
import { colourOfSlot } from '../../format/brand-colours.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { sampleResults, sampleRow, sampleShots, sampleSize, sampleSlot } from './sample-result.ts';

/**
 * Takes the parts of the job page from that page's own file: importing the parts directly would make the bundler split
 * the files differently.
 */
export async function loadSample(): Promise<{ readonly default: ComponentType }> {
  const { benchParts } = await import('../../job/job-page.tsx');
  return { default: () => <Sample {...benchParts} /> };
}

const colourOf = (name: string): string => colourOfSlot(sampleSlot(name));

type JobParts = typeof import('../../job/job-page.tsx').benchParts;

function Sample({ AtOneSecond, benchOf, leastOf, useJobAddress }: JobParts) {
  const [getParam] = useJobAddress();
  const minConfidence = leastOf(getParam('least'));
  const bench = useMemo(() => {
    const results = sampleResults();
    const job = { ...sampleRow, results } as unknown as Job;
    const source = {
      row: sampleRow,
      job,
      results,
      shots: sampleShots,
      colourOf,
      least: minConfidence,
    };
    const sampleBench = benchOf(source);
    const things = sampleBench.things.map((thing) => ({ ...thing, size: sampleSize(thing.name) }));
    return { ...sampleBench, things, sample: true };
  }, [benchOf, minConfidence]);

  return (
    <Stack>
      <PageHead
        title="Sample: a walk to the stadium"
        lead="What a finished analysis looks like."
        actions={
          <ButtonLink href="/analyse" weight="primary">
            Analyse a video
          </ButtonLink>
        }
      />
      <Notice title="This is a sample.">
        Its brands, words and pictures are made up and drawn for this page. No video was analysed,
        it costs nothing, and it is counted nowhere.
      </Notice>
      <AtOneSecond bench={bench} />
    </Stack>
  );
}
