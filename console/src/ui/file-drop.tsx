/** An area to drop files on, with a button for keyboard users. */
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** The button's label: `Choose pictures`. */
  readonly label: string;
  /** File types, in the format of the `accept` attribute of a file input. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly busy?: string | false | undefined;
  readonly onFiles: (files: File[]) => void;
  /** Says which files can be dropped. */
  readonly children: ReactNode;
}

export function FileDrop({ label, accept, multiple, busy, onFiles, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !busy) onFiles(multiple ? files : files.slice(0, 1));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <span>{children}</span>
      <Button small busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files);
          // Emptied, so that the same file can be chosen again after a refusal.
          event.target.value = '';
        }}
      />
    </div>
  );
}
