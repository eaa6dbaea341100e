/** What a thousand views cost the workspace, by platform, for media values. */
import type { MediaPrices } from '@reelsight/sdk';
import { useWorkspaceId } from '../../api/session.ts';
import { FigureField } from '../../exposure/figure-field.tsx';
import { platformWords, useMediaPrices, useSetMediaPrices } from '../../exposure/media-prices.ts';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import styles from './settings.module.css';

export function MediaPriceSettings() {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useMediaPrices(workspace);
  return (
    <Stack>
      <PageHead
        title="Prices"
        lead="What a thousand views of a 30-second spot cost, in US dollars. Exposure and reports compute media values from it; each field is saved as you leave it."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data && <Fields key={workspace} workspace={workspace} prices={data} />}
    </Stack>
  );
}

interface FieldsProps {
  readonly workspace: string;
  readonly prices: MediaPrices;
}

const platforms = Object.keys(platformWords) as (keyof typeof platformWords)[];

function Fields({ workspace, prices }: FieldsProps) {
  const set = useSetMediaPrices(workspace);
  const setPlatform = (platform: (typeof platforms)[number], price: number | null): void =>
    set.mutate(({ cpm_usd_by_platform: current }) => {
      const { [platform]: _, ...otherPrices } = current;
      return {
        cpm_usd_by_platform: price === null ? otherPrices : { ...otherPrices, [platform]: price },
      };
    });

  return (
    <>
      {set.error && <Failure error={set.error} />}
      <Section title="CPM">
        <div className={styles.form}>
          <FigureField
            label="All platforms"
            hint="For those without a price of their own."
            figure="cpm_usd"
            value={prices.cpm_usd}
            error={null}
            onSave={(cpm_usd) => set.mutate(() => ({ cpm_usd }))}
          />
          {platforms.map((platform) => (
            <FigureField
              key={platform}
              label={platformWords[platform]}
              figure="cpm_usd"
              value={prices.cpm_usd_by_platform[platform] ?? null}
              error={null}
              onSave={(price) => setPlatform(platform, price)}
            />
          ))}
        </div>
      </Section>
      <Section title="Audience">
        <div className={styles.form}>
          <FigureField
            label="Viewers where none are known"
            hint="Of a video whose platform gives no views and for which nobody set them, such as a file. Empty: such a video has no media value."
            figure="audience"
            value={prices.audience}
            error={null}
            onSave={(audience) => set.mutate(() => ({ audience }))}
          />
        </div>
      </Section>
    </>
  );
}
