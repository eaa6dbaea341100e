/** The engines, grouped by their role, and the models that can be pulled for them. */
import { bytes, percent } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Section, Stack } from '../../ui/page.tsx';
import { HealthWord } from './health-word.tsx';
import styles from './operator.module.css';
import { type Overview, useOverview, usePullModel } from './operator-calls.ts';

type Engine = Overview['engines'][number];
type Model = Overview['models'][number];

export function Engines() {
  const { data, error, refetch } = useOverview();
  return (
    <Stack>
      <PageHead
        title="Engines and models"
        lead="For each task the best engine available is used: a configured model server, else a pulled model, else the embedded one. Results say which one ran."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <ByRole engines={data.engines} />}
      {data && <Models models={data.models} />}
    </Stack>
  );
}

function ByRole({ engines }: { readonly engines: readonly Engine[] }) {
  const roles = [...new Set(engines.map(({ role }) => role))];
  return (
    <>
      {roles.map((role) => {
        const roleEngines = engines.filter((engine) => engine.role === role);
        const hasNone = !roleEngines.some(({ chosen }) => chosen);
        return (
          <section key={role} className={styles.role} aria-label={role}>
            <h2>{role}</h2>
            {hasNone && <p className={styles.soft}>{withoutIt(role)}</p>}
            <ul className={styles.engines}>
              {roleEngines.map((engine) => (
                <li key={`${engine.kind} ${engine.name}`}>
                  <EngineState engine={engine} />
                  <span>
                    {engine.name}
                    {engine.version && <span className={styles.soft}> {engine.version}</span>}
                    {engine.kind !== engine.name && (
                      <span className={styles.soft}> · {engine.kind}</span>
                    )}
                    {!engine.available && engine.missing && (
                      <span className={styles.soft}> · {engine.missing}</span>
                    )}
                    {engine.trouble && <span className={styles.bad}> · {engine.trouble}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** Says what is different if no engine for a role is set up. */
const withoutIt = (role: string): string =>
  role === 'embedding'
    ? 'None is set up: videos are searched by words, not by meaning.'
    : 'None is set up: results that need it say that they were degraded.';

function EngineState({ engine }: { readonly engine: Engine }) {
  if (engine.chosen) return <HealthWord well>in use</HealthWord>;
  return engine.available ? (
    <span className={styles.soft}>available</span>
  ) : (
    <span className={styles.soft}>not set up</span>
  );
}

function Models({ models }: { readonly models: readonly Model[] }) {
  const pull = usePullModel();
  const columns: readonly Column<Model>[] = [
    {
      id: 'model',
      title: 'Model',
      cell: ({ model_id, title }) => (
        <div>
          <code>{model_id}</code>
          {typeof title === 'string' && <div className={styles.soft}>{title}</div>}
        </div>
      ),
      sort: ({ model_id }) => model_id,
    },
    { id: 'role', title: 'For', cell: ({ role }) => role, sort: ({ role }) => role },
    {
      id: 'size',
      title: 'Size',
      numeric: true,
      cell: ({ size_bytes }) => bytes(size_bytes),
      sort: ({ size_bytes }) => size_bytes,
    },
    { id: 'licence', title: 'Licence', wideOnly: true, cell: ({ license }) => license },
    {
      id: 'state',
      title: 'State',
      cell: (model) => <ModelState model={model} onPull={() => pull.mutate(model.model_id)} />,
      sort: ({ state }) => state,
    },
  ];
  return (
    <Section
      title="Models"
      lead={
        <>
          Downloaded once, checked, and kept in the models folder. On the machine itself:{' '}
          <code>npx reelsight models pull</code>.
        </>
      }
    >
      {pull.error && <Failure error={pull.error} what="The pull did not begin." />}
      <DataTable name="Models" columns={columns} rows={models} rowId={({ model_id }) => model_id} />
    </Section>
  );
}

function ModelState({ model, onPull }: { readonly model: Model; readonly onPull: () => void }) {
  const { state, model_id, pulled_bytes: pulled, size_bytes: size } = model;
  if (state === 'installed') {
    return (
      <div>
        <HealthWord well>installed</HealthWord>
        <ModelTrial model={model} />
      </div>
    );
  }

  if (state === 'pulling') {
    const share = size > 0 ? Math.min(1, pulled / size) : 0;
    return (
      <div>
        <progress className={styles.progress} value={share} aria-label={`Pulling ${model_id}`} />
        <div className={styles.soft}>
          {bytes(pulled)} of {bytes(size)}, {percent(share)}
        </div>
      </div>
    );
  }

  return (
    <div>
      <Button small onClick={onPull}>
        {state === 'failed' ? 'Pull again' : 'Pull'}
        <span className="visually-hidden"> {model_id}</span>
      </Button>
      {model.error && <div className={styles.bad}>{model.error}</div>}
    </div>
  );
}

/** What the model did when it was tried on the service's machine, or how to try it. */
function ModelTrial({ model: { model_id, trial } }: { readonly model: Model }) {
  if (!trial)
    return (
      <div className={styles.soft}>
        not tried here: <code>reelsight models try {model_id}</code>
      </div>
    );

  const { error, saw, seconds, peak_bytes: peak, tried_at } = trial;
  if (error !== null)
    return (
      <div className={styles.bad}>
        failed when it was tried, <Moment at={tried_at} />: {error}
      </div>
    );

  return (
    <div className={styles.soft}>
      tried <Moment at={tried_at} />: saw {saw || 'nothing'}
      {seconds !== null && `, ${lengthText(seconds)}`}
      {peak !== null && `, at most ${bytes(peak)} of memory`}
    </div>
  );
}
