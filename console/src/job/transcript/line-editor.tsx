/** Corrects a line in its place: Enter saves, Esc leaves. Its words may be divided among several speakers. */
import { ApiError } from '@reelsight/sdk';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { timeText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Failure } from '../../ui/notice.tsx';
import styles from './line-editor.module.css';
import { type DraftPart, divided, type LastEdit, speakerLabel } from './mended.ts';
import { useEditLine, useStandingRevision } from './transcript-calls.ts';

export interface Draft {
  readonly index: number;
  /** When the line begins, in seconds. */
  readonly start: number;
  readonly parts: readonly DraftPart[];
  /** The revision that the person saw. */
  readonly revision: number;
}

interface LineEditorProps {
  readonly jobId: string;
  readonly draft: Draft;
  readonly speakers: readonly number[];
  readonly names: ReadonlyMap<number, string>;
  readonly onDraft: (draft: Draft) => void;
  readonly onSaved: (edit: LastEdit) => void;
  readonly onLeave: () => void;
}

export function LineEditor(props: LineEditorProps) {
  const { jobId, draft, onDraft, onSaved, onLeave } = props;
  const edit = useEditLine(jobId);
  const standingRevision = useStandingRevision(jobId);
  const form = useRef<HTMLFormElement>(null);
  const [cursor, setCursor] = useState({ part: 0, at: 0 });
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
    // Focus alone scrolls the words into view, but not the buttons below them.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const change = (part: number, next: Partial<DraftPart>) =>
    onDraft({
      ...draft,
      parts: draft.parts.map((old, index) => (index === part ? { ...old, ...next } : old)),
    });
  const save = () => {
    if (edit.isPending) return;
    const parts = draft.parts.filter(({ text }) => draft.parts.length === 1 || text.trim() !== '');
    edit.mutate(
      { ...draft, parts },
      {
        onSuccess: onSaved,
        // What stands now is in the message; whoever saves once more has read it, and replaces it.
        onError: (error) => {
          if (!(error instanceof ApiError) || error.code !== 'TRANSCRIPT_CHANGED') return;
          void standingRevision(draft.index).then((revision) => onDraft({ ...draft, revision }));
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // The keys of the list and of the page are for reading.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    } else if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      save();
    }
  };

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={`Correct the line at ${timeText(draft.start)}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {draft.parts.map((part, index) => (
        <PartFields
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          key={index}
          {...props}
          part={part}
          number={draft.parts.length > 1 ? index + 1 : null}
          onPart={(next) => change(index, next)}
          onCursor={(at) => setCursor({ part: index, at })}
        />
      ))}
      {edit.error && <Failure what="The line was not saved." error={edit.error} />}
      <div className={styles.buttons}>
        <Button small weight="primary" busy={edit.isPending && 'Saving …'} onClick={save}>
          Save
        </Button>
        <Button small onClick={onLeave}>
          Cancel
        </Button>
        <Button
          small
          weight="quiet"
          onClick={() => onDraft({ ...draft, parts: divided(draft.parts, cursor.part, cursor.at) })}
        >
          Divide at the cursor
        </Button>
        <span className={styles.hint}>Enter saves, Esc leaves. An empty line is left out.</span>
      </div>
    </form>
  );
}

interface PartFieldsProps extends Pick<LineEditorProps, 'speakers' | 'names'> {
  readonly part: DraftPart;
  /** Number of the part, from 1; null if the line has only one. */
  readonly number: number | null;
  readonly onPart: (part: Partial<DraftPart>) => void;
  readonly onCursor: (at: number) => void;
}

function PartFields({ part, number, speakers, names, onPart, onCursor }: PartFieldsProps) {
  const suffix = number === null ? '' : ` ${number}`;
  const next = Math.max(0, ...speakers) + 1;
  return (
    <div className={styles.part}>
      <TextArea
        label={`Words${suffix}`}
        dir="auto"
        rows={2}
        maxLength={5000}
        value={part.text}
        onChange={({ target }) => onPart({ text: target.value })}
        onSelect={({ currentTarget }) => onCursor(currentTarget.selectionStart)}
      />
      <SelectField
        label={`Speaker${suffix}`}
        value={part.speaker === undefined ? '' : String(part.speaker)}
        onChange={({ target }) =>
          onPart({ speaker: target.value === '' ? undefined : Number(target.value) })
        }
        options={[
          { value: '', label: speakers.length > 0 ? 'As heard' : 'Unknown' },
          ...speakers.map((speaker) => ({
            value: String(speaker),
            label: speakerLabel(speaker, names.get(speaker)),
          })),
          { value: String(next), label: `Somebody else (speaker ${next})` },
        ]}
      />
    </div>
  );
}
