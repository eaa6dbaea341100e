/**
 * The Analyse page. On the left are the videos and the choice of what to find; on the right a card shows a frame,
 * warnings about what the server can’t do, the cost and the button.
 */
import { useTitle } from '../app/title.ts';
import { ApiCall } from '../ui/disclosure.tsx';
import { TextField } from '../ui/field.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import styles from './analyse.module.css';
import { useAnalyseForm } from './analyse-form.ts';
import { isPlaced } from './cost.tsx';
import { OrderCard } from './order-card.tsx';
import { Presets } from './presets.tsx';
import { SourceField } from './source-field.tsx';
import { longestGroupName } from './wanted.ts';
import { WantedFields } from './wanted-fields.tsx';

export function AnalysePage() {
  useTitle('Analyse');
  const page = useAnalyseForm();
  const { form, errors, count, sending, send } = page;

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        page.submit();
      }}
    >
      <h1>Analyse</h1>
      <div className={styles.columns}>
        <div className={styles.choices}>
          <SourceField
            text={form.links}
            onText={page.setLinks}
            uploads={page.files}
            onFiles={page.addFiles}
            error={errors.url}
          />
          {count > 1 && (
            <TextField
              label="Name of the group"
              hint="Such as a campaign; the report of these videos is titled by it. Empty: none."
              dir="auto"
              value={form.wanted.groupName}
              maxLength={longestGroupName}
              onChange={({ target }) => page.setWanted({ groupName: target.value })}
            />
          )}
          <Presets wanted={form.wanted} onChange={page.setWanted} />
          <WantedFields
            wanted={form.wanted}
            onChange={page.setWanted}
            errors={errors}
            limits={page.limits}
            body={count > 1 ? 'batch' : 'job'}
          />
          {errors.form && <Notice kind="error">{errors.form}</Notice>}
          {sending.error && !isPlaced(sending.error) && <Failure error={sending.error} />}
          {count > 0 && (
            <ApiCall
              method="POST"
              path={send.kind === 'job' ? '/v1/jobs' : '/v1/batch'}
              body={send.body}
            />
          )}
        </div>
        <OrderCard page={page} />
      </div>
    </form>
  );
}
