/** Shows a new link, which cannot be shown again, and how long it works. */
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { SelectField } from './field.tsx';
import { Notice } from './notice.tsx';
import { Stack } from './page.tsx';
import styles from './small.module.css';

const lengths = [7, 14, 30, 90];
export const usualDays = 14;

interface LinkDaysProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
}

export function LinkDays({ days, onDays }: LinkDaysProps) {
  return (
    <SelectField
      label="The link ends after"
      value={String(days)}
      onChange={({ target }) => onDays(Number(target.value))}
      options={lengths.map((length) => ({ value: String(length), label: `${length} days` }))}
    />
  );
}

interface LinkMadeProps {
  readonly url: string;
  readonly onMore: () => void;
}

export function LinkMade({ url, onMore }: LinkMadeProps) {
  return (
    <Notice title="Link created. It is shown only this once.">
      <Stack>
        <div className={styles.link}>
          <code>{url}</code>
          <CopyButton text={url} what="link" labelled />
        </div>
        <div>
          <Button small onClick={onMore}>
            Done
          </Button>
        </div>
      </Stack>
    </Notice>
  );
}
