/** The form for a schedule of reports, which may be new or existing. */
import type { ReportFormat, ReportSchedule } from '@reelsight/contract';
import { useState } from 'react';
import { useMembers } from '../../api/members.ts';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import type { Logo } from '../../format/report-logo.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/page.tsx';
import { useBrandSets, useCampaigns } from '../campaigns/campaign-calls.ts';
import { formatNames, formats } from './report-calls.ts';
import { LogoField } from './report-fields.tsx';
import { useSaveSchedule } from './schedule-calls.ts';
import {
  draftOf,
  emptyDraft,
  entryOf,
  type ScheduleDraft,
  type Weekday,
} from './schedule-draft.ts';
import { hourText, weekdays } from './schedule-words.ts';
import styles from './schedules.module.css';

interface ScheduleFormProps {
  readonly workspace: string;
  /** Null if the form creates a schedule. */
  readonly schedule: ReportSchedule | null;
  readonly onDone: () => void;
}

export function ScheduleForm({ workspace, schedule, onDone }: ScheduleFormProps) {
  const key = `schedule:${schedule?.schedule_id ?? 'new'}`;
  const [draft, setDraft, clear] = useDraft(key, schedule ? draftOf(schedule) : emptyDraft());
  /** Undefined to keep the present one. */
  const [logo, setLogo] = useState<Logo | null | undefined>();
  const save = useSaveSchedule(workspace, schedule?.schedule_id ?? null);
  const set = (change: Partial<ScheduleDraft>) =>
    setDraft((previous) => ({ ...previous, ...change }));
  const refusal = refusalOf(save.error, ['name', 'time_zone']);
  const leave = () => {
    clear();
    onDone();
  };

  return (
    <form
      className={formStyles.form}
      aria-label={schedule ? `Change ${schedule.name}` : 'New schedule'}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(entryOf(draft, logo), { onSuccess: leave });
      }}
    >
      <TextField
        label="Name of the schedule"
        value={draft.name}
        required
        maxLength={100}
        error={refusal.fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TimeFields draft={draft} set={set} fault={refusal.fields.time_zone} />
      <VideoFields workspace={workspace} draft={draft} set={set} />
      <TextField
        label="Title of the reports"
        hint="The period follows it. Empty: the name of the schedule."
        value={draft.title}
        maxLength={200}
        onChange={(event) => set({ title: event.target.value })}
      />
      <div className={formStyles.wide}>
        <FileFields draft={draft} set={set} />
        {schedule?.has_logo && logo === undefined ? (
          <Row>
            <span>The cover has a logo.</span>
            <Button small onClick={() => setLogo(null)}>
              Remove logo
            </Button>
          </Row>
        ) : (
          <LogoField logo={logo ?? null} onLogo={setLogo} />
        )}
        <MailFields workspace={workspace} draft={draft} set={set} />
        <Checkbox
          label="Runs by itself"
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        {refusal.rest && <Notice kind="error">{refusal.rest}</Notice>}
        <Row>
          <Button type="submit" weight="primary" busy={save.isPending && 'Saving …'}>
            {schedule ? 'Save' : 'Add schedule'}
          </Button>
          <Button weight="quiet" onClick={leave}>
            Cancel
          </Button>
        </Row>
      </div>
    </form>
  );
}

interface PartProps {
  readonly draft: ScheduleDraft;
  readonly set: (change: Partial<ScheduleDraft>) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}));
const days = [
  ...Array.from({ length: 28 }, (_, index) => String(index + 1)).map((day) => ({
    value: day,
    label: day,
  })),
  { value: 'last', label: 'last day' },
];

function TimeFields({ draft, set, fault }: PartProps & { readonly fault: string | undefined }) {
  return (
    <>
      <SelectField
        label="Reports"
        value={draft.period}
        options={[
          { value: 'week', label: 'each week, Monday to Sunday' },
          { value: 'month', label: 'each month' },
        ]}
        onChange={(event) => set({ period: event.target.value as ScheduleDraft['period'] })}
      />
      {draft.period === 'week' ? (
        <SelectField
          label="Made on"
          value={draft.weekday}
          options={weekdays.map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ weekday: event.target.value as Weekday })}
        />
      ) : (
        <SelectField
          label="Made on day"
          value={draft.day}
          options={days}
          onChange={(event) => set({ day: event.target.value })}
        />
      )}
      <SelectField
        label="At"
        value={draft.hour}
        options={hours}
        onChange={(event) => set({ hour: event.target.value })}
      />
      <TextField
        label="Time zone"
        hint="Such as Europe/Berlin; the days of the period begin there too."
        value={draft.timeZone}
        required
        error={fault}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
    </>
  );
}

function VideoFields({ workspace, draft, set }: PartProps & { readonly workspace: string }) {
  const { data: campaigns = [] } = useCampaigns(workspace);
  const { data: sets = [] } = useBrandSets(workspace);
  return (
    <>
      <SelectField
        label="Campaign"
        value={draft.campaign}
        options={[
          { value: '', label: 'all videos' },
          ...campaigns.map(({ campaign_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ campaign: event.target.value })}
      />
      <SelectField
        label="Brands"
        value={draft.brandSet}
        options={[
          { value: '', label: 'of the campaign, or all' },
          ...sets.map(({ brand_set_id: id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ brandSet: event.target.value })}
      />
    </>
  );
}

function FileFields({ draft, set }: PartProps) {
  const toggle = (format: ReportFormat, isChosen: boolean) =>
    set({
      formats: formats.filter((name) =>
        name === format ? isChosen : draft.formats.includes(name),
      ),
    });
  return (
    <fieldset className={styles.choices}>
      <legend>Files</legend>
      {formats.map((format) => (
        <Checkbox
          key={format}
          label={formatNames[format]}
          hint={format === 'json' && 'For the page of the report; mail leaves it out'}
          checked={draft.formats.includes(format)}
          // The last one stays, as a report needs a file.
          disabled={draft.formats.length === 1 && draft.formats.includes(format)}
          onChange={(event) => toggle(format, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

function MailFields({ workspace, draft, set }: PartProps & { readonly workspace: string }) {
  const { data: members = [] } = useMembers(workspace);
  const toggle = (id: string, isChosen: boolean) => {
    const remaining = draft.recipients.filter((recipient) => recipient !== id);
    set({ recipients: isChosen ? [...remaining, id] : remaining });
  };

  return (
    <>
      <fieldset className={styles.choices}>
        <legend>Mail to</legend>
        {members.map(({ user_id: id, name, email }) => (
          <Checkbox
            key={id}
            label={name}
            hint={email}
            checked={draft.recipients.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </fieldset>
      {draft.recipients.length > 0 && (
        <>
          <SelectField
            label="The mail has"
            value={draft.deliver}
            options={[
              { value: 'link', label: 'a link to the report' },
              { value: 'file', label: 'the files, or a link where they are too large' },
            ]}
            onChange={(event) => set({ deliver: event.target.value as ScheduleDraft['deliver'] })}
          />
          <Checkbox
            label="The link opens without an account"
            hint="Whoever gets the mail passed on can open it too."
            checked={draft.publicLink}
            onChange={(event) => set({ publicLink: event.target.checked })}
          />
        </>
      )}
    </>
  );
}
