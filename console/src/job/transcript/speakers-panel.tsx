/** How the speakers are called, and which of them are one person; kept on the server for everybody. */
import type { JobSpeaker } from '@reelsight/sdk';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/notice.tsx';
import styles from '../panels.module.css';
import { speakerLabel } from './mended.ts';
import { useSetSpeaker, useSpeakers } from './transcript-calls.ts';

interface SpeakersPanelProps {
  readonly jobId: string;
  /** Numbers of the speakers that the transcript shows. */
  readonly speakers: readonly number[];
}

const nameCharacters = 60;

export function SpeakersPanel({ jobId, speakers }: SpeakersPanelProps) {
  const { data: rows, error } = useSpeakers(jobId);
  if (error) return <Failure what="The names could not be read." error={error} />;
  if (!rows) return null;

  const facts = new Map(rows.map((row) => [row.speaker, row]));
  const merged = rows.filter(({ same_as }) => same_as !== null);
  return (
    <fieldset className={styles.speakers} aria-label="Speakers">
      {speakers.map((speaker) => (
        <SpeakerFields
          key={`${speaker} ${facts.get(speaker)?.revision ?? 0}`}
          jobId={jobId}
          speaker={speaker}
          row={facts.get(speaker)}
          otherSpeakers={speakers
            .filter((number) => number !== speaker)
            .map((number) => ({
              value: String(number),
              label: speakerLabel(number, facts.get(number)?.name ?? undefined),
            }))}
        />
      ))}
      {merged.map((row) => (
        <MergedSpeaker key={row.speaker} jobId={jobId} row={row} />
      ))}
      <p className={styles.soft}>Names are kept with the video, for everybody who sees it.</p>
    </fieldset>
  );
}

interface SpeakerFieldsProps {
  readonly jobId: string;
  readonly speaker: number;
  readonly row: JobSpeaker | undefined;
  readonly otherSpeakers: readonly { readonly value: string; readonly label: string }[];
}

function SpeakerFields({ jobId, speaker, row, otherSpeakers }: SpeakerFieldsProps) {
  const set = useSetSpeaker(jobId);
  const [name, setName] = useState(row?.name ?? '');
  const revision = row?.revision ?? 0;
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === (row?.name ?? '') || set.isPending) return;
    set.mutate({ speaker, facts: { ...(trimmed !== '' && { name: trimmed }), revision } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };

  return (
    <div className={styles.speaker}>
      <TextField
        label={`Speaker ${speaker}`}
        value={name}
        maxLength={nameCharacters}
        onChange={({ target }) => setName(target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {otherSpeakers.length > 0 && (
        <SelectField
          label={`Speaker ${speaker} is the same as`}
          value=""
          onChange={({ target }) =>
            set.mutate({ speaker, facts: { same_as: Number(target.value), revision } })
          }
          options={[{ value: '', label: 'nobody else' }, ...otherSpeakers]}
        />
      )}
      {set.error && <Failure error={set.error} />}
    </div>
  );
}

function MergedSpeaker({ jobId, row }: { readonly jobId: string; readonly row: JobSpeaker }) {
  const set = useSetSpeaker(jobId);
  const { speaker, same_as: into, revision } = row;
  return (
    <p className={styles.bar}>
      Speaker {speaker} is speaker {into}.
      <Button
        small
        weight="quiet"
        busy={set.isPending && 'Separating …'}
        onClick={() => set.mutate({ speaker, facts: { revision } })}
      >
        Separate speaker {speaker}
      </Button>
      {set.error && <Failure error={set.error} />}
    </p>
  );
}
