/**
 * Buttons that search by sight: for what looks like a picture, or like the moment that the video on the page shows, and
 * if the service has a model for it, for pictures that show what the typed words say.
 */
import { Clapperboard, Image, ScanSearch } from 'lucide-react';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { useAbilities } from '../../api/abilities.ts';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import styles from './alike.module.css';
import type { Like } from './alike.tsx';
import { shrunkPicture } from './shrunk-picture.ts';

interface LikeButtonsProps {
  /** What is typed into the field. */
  readonly words: string;
  onLike(like: Like): void;
}

export function LikeButtons({ words, onLike }: LikeButtonsProps) {
  const file = useRef<HTMLInputElement>(null);
  const moment = useShownMoment();
  const canWords = useAbilities()?.lacking.includes('words_for_pictures') === false;
  const typed = words.trim();
  const choose = (chosen: File | undefined) => {
    if (chosen) void likeOfPicture(chosen).then(onLike);
  };

  return (
    <div className={styles.likes}>
      <Button small onClick={() => file.current?.click()}>
        <Image size={15} aria-hidden /> Like a picture
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture to search with"
        hidden
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // So that choosing the same file again is a change too.
          target.value = '';
        }}
      />
      {moment && (
        <Button small onClick={() => onLike({ kind: 'moment', moment })}>
          <Clapperboard size={15} aria-hidden /> Like this moment, {timeText(moment.timestamp)}
        </Button>
      )}
      {canWords && typed !== '' && (
        <Button small onClick={() => onLike({ kind: 'words', words: typed })}>
          <ScanSearch size={15} aria-hidden /> Pictures that show it
        </Button>
      )}
      <span className={styles.hint}>or paste a picture</span>
    </div>
  );
}

export async function likeOfPicture(picture: Blob): Promise<Like> {
  const small = await shrunkPicture(picture);
  return { kind: 'picture', picture: small, address: URL.createObjectURL(small) };
}

/** The moment that the player of a job's page shows; null on other pages. */
function useShownMoment() {
  const [path] = useLocation();
  const [, job_id] = /^\/jobs\/([^/]+)\/?$/.exec(path) ?? [];
  const player = job_id && document.querySelector<HTMLVideoElement>('main video');
  return player ? { job_id, timestamp: Math.round(player.currentTime * 100) / 100 } : null;
}
