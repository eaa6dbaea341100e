/** How the speakers are called, and which of them are one person; kept on the server for everybody. */
import { keyOf } from '@reelsight/contract/name-identity';
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
            .map((number) => ({ number, name: facts.get(number)?.name ?? undefined }))}
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
  readonly otherSpeakers: readonly { readonly number: number; readonly name: string | undefined }[];
}

function SpeakerFields({ jobId, speaker, row, otherSpeakers }: SpeakerFieldsProps) {
  const set = useSetSpeaker(jobId);
  const [name, setName] = useState(row?.name ?? '');
  const revision = row?.revision ?? 0;
  // Said of the second of the two alone, as it would take up the place of the transcript twice.
  const namesake = otherSpeakers.find(
    (rival) => rival.number < speaker && row?.name && isSameName(rival.name, row.name),
  );
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
          options={[
            { value: '', label: 'nobody else' },
            ...otherSpeakers.map((rival) => ({
              value: String(rival.number),
              label: optionLabel(rival.number, rival.name),
            })),
          ]}
        />
      )}
      {namesake && (
        <p className={styles.soft}>
          Speaker {namesake.number} is called so too; the lines of both stay apart until you say
          that they are the same.
        </p>
      )}
      {set.error && <Failure error={set.error} />}
    </div>
  );
}

const isSameName = (name: string | undefined, rivalName: string): boolean =>
  name !== undefined && keyOf(name) === keyOf(rivalName);

/** The number stands beside a name, because two speakers may have the same one. */
const optionLabel = (number: number, name: string | undefined): string =>
  name === undefined ? speakerLabel(number, name) : `${name} (speaker ${number})`;

function MergedSpeaker({ jobId, row }: { readonly jobId: string; readonly row: JobSpeaker }) {
  const set = useSetSpeaker(jobId);
  const { speaker, name, same_as: into, revision } = row;
  return (
    <p className={styles.bar}>
      Speaker {speaker}
      {name === null ? '' : ` (${name})`} is speaker {into}.
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
