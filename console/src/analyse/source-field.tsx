/** The field for the videos to analyse: links typed or pasted, files dropped or chosen. */
import { uploadEndings } from '@reelsight/sdk';
import { Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { bytes, percent } from '../format/quantity.ts';
import { lengthText } from '../format/time.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import styles from './analyse.module.css';
import { removeUpload, sendAgain, type UploadItem } from './upload-queue.ts';

interface SourceFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly uploads: readonly UploadItem[];
  readonly onFiles: (files: FileList) => void;
  readonly error: string | undefined;
}

export function SourceField({ text, onText, uploads, onFiles, error }: SourceFieldProps) {
  const [over, setOver] = useState(false);
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on);
  };
  return (
    <section
      aria-label="Videos"
      className={over ? `${styles.source} ${styles.over}` : styles.source}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        if (event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files);
        else onText(`${text}\n${event.dataTransfer.getData('text')}`.trim());
      }}
    >
      <TextArea
        label="Links"
        hint="YouTube, TikTok or Instagram; one a line; several become a group."
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        value={text}
        error={error}
        spellCheck={false}
        placeholder="https://www.youtube.com/watch?v=…"
        onChange={(event) => onText(event.target.value)}
      />
      <FilePicker onFiles={onFiles} />
      {uploads.length > 0 && (
        <ul className={styles.uploads}>
          {uploads.map((item, index) => (
            <UploadRow
              key={item.id}
              item={item}
              isTwice={uploads.slice(0, index).some(({ file }) => isSameFile(file, item.file))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * File types that the file picker offers. Browsers know the media types of only some formats, so file extensions are
 * listed as well.
 */
const acceptedFiles = ['video/*', 'audio/*', ...uploadEndings.map((ending) => `.${ending}`)].join();

function FilePicker({ onFiles }: Pick<SourceFieldProps, 'onFiles'>) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.drop}>
      <Upload size={20} aria-hidden />
      <span>
        or drop files here,{' '}
        <span className={styles.soft}>MP4, MOV, WebM, MKV and most others, up to 500 MB</span>
      </span>
      <Button small onClick={() => picker.current?.click()}>
        Choose files
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label="Video files"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          if (event.target.files) onFiles(event.target.files);
          // Emptied, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}

const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

interface UploadRowProps {
  readonly item: UploadItem;
  /** True if a file above it in the list has the same name, size and date. */
  readonly isTwice: boolean;
}

function UploadRow({ item, isTwice }: UploadRowProps) {
  const { id, file, state, sentBytes, durationSeconds } = item;
  const share = file.size > 0 ? sentBytes / file.size : 0;
  return (
    <li className={styles.upload}>
      <div className={styles.uploadHead}>
        <span dir="auto" className={styles.uploadName}>
          {file.name}
        </span>
        <span className={styles.soft}>
          {durationSeconds !== null && `${lengthText(durationSeconds)} · `}
          {bytes(file.size)}
        </span>
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove ${file.name}`}
          onClick={() => removeUpload(id)}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      {state === 'sending' && (
        <progress className={styles.progress} aria-label={`Upload of ${file.name}`} value={share} />
      )}
      {isTwice && (
        <div className={styles.soft}>
          The same file is in the list already. It would cost twice.
        </div>
      )}
      <div role="status" className={toneOf(item)}>
        {words(item, share)}
        {(state === 'lost' || (state === 'refused' && item.isReadable !== null)) && (
          <Button small weight="quiet" onClick={() => sendAgain(id)}>
            Send again
          </Button>
        )}
      </div>
    </li>
  );
}

function toneOf({ state, isReadable }: UploadItem): string | undefined {
  if (state === 'refused' || state === 'lost') return styles.error;
  return state === 'sent' && isReadable === false ? styles.warning : styles.soft;
}

function words({ state, message, isReadable }: UploadItem, share: number): string {
  switch (state) {
    case 'waiting':
      return 'Waits for the upload before it.';
    case 'sending':
      return `Uploading, ${percent(share)}`;
    case 'sent':
      if (isReadable === null) return 'Uploaded, being read …';
      return isReadable
        ? '✓ Uploaded'
        : '! Uploaded, but this browser can’t read it: it may be damaged. The service reads it first; if it can’t either, the analysis fails and costs nothing.';
    case 'lost':
      return `The connection was lost at ${percent(share)}. The upload starts again by itself when it is back; keep this page open.`;
    case 'refused':
      return message ?? 'The file was refused.';
  }
}
