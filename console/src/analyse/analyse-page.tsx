/** Analyse: pick a link or file, choose what to find out, see the cost, submit. */
import { useTitle } from '../app/title.ts';
import { Button } from '../ui/button.tsx';
import { ApiCall } from '../ui/disclosure.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import styles from './analyse.module.css';
import { useAnalyseForm } from './analyse-form.ts';
import { Cost, isPlaced } from './cost.tsx';
import { SourceField } from './source-field.tsx';
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
      <SourceField
        text={form.links}
        onText={page.setLinks}
        uploads={page.files}
        onFiles={page.addFiles}
        error={errors.url}
      />
      <WantedFields
        wanted={form.wanted}
        onChange={page.setWanted}
        errors={errors}
        limits={page.limits}
        batch={count > 1}
      />
      {errors.form && <Notice kind="error">{errors.form}</Notice>}
      {sending.error && !isPlaced(sending.error) && <Failure error={sending.error} />}
      <End page={page} />
      {count > 0 && (
        <ApiCall
          method="POST"
          path={send.kind === 'job' ? '/v1/jobs' : '/v1/batch'}
          body={send.body}
        />
      )}
    </form>
  );
}

function End({ page }: { readonly page: ReturnType<typeof useAnalyseForm> }) {
  const { estimate, isWaiting, sending, armed, count } = page;
  return (
    <div className={styles.end}>
      <Cost
        estimate={estimate}
        hint={
          isWaiting
            ? 'The cost shows when the upload is there.'
            : 'The cost shows here before anything starts.'
        }
      />
      <Button
        type="submit"
        weight="primary"
        busy={sending.isPending ? 'Starting …' : armed && 'Starts when uploaded …'}
      >
        {count > 1 ? `Analyse ${count} videos` : 'Analyse'}
      </Button>
    </div>
  );
}
