/** Says what results look like, in place of the field for words, and leads back to words. */
import { useEffect } from 'react';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import alikeStyles from './alike.module.css';
import type { Like } from './alike.tsx';
import styles from './search.module.css';

export function LikeBar({ like, onWords }: { readonly like: Like; onWords(): void }) {
  const address = like.kind === 'picture' ? like.address : null;
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);

  return (
    <div className={styles.bar}>
      <p className={alikeStyles.like}>
        {address && <img src={address} alt="" />}
        {textOf(like)}
      </p>
      {/* The button that was pressed is gone, so the keyboard would be left outside of the dialog. */}
      <Button autoFocus onClick={onWords}>
        Search by words
      </Button>
    </div>
  );
}

function textOf(like: Like): string {
  if (like.kind === 'picture') return 'What looks like this picture';
  if (like.kind === 'words') return `What shows “${like.words}”`;
  return `What looks like the moment at ${timeText(like.moment.timestamp)}`;
}
