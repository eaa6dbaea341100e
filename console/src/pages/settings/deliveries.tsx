/**
 * The messages sent to webhooks: each attempt with the receiver's answer, a button to send the message again, and a
 * test.
 */
import type { delivery as deliverySchema } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleDashed, CircleX } from 'lucide-react';
import { workspaceCall } from '../../api/client.ts';
import { refusalOf } from '../../api/refusal.ts';
import { counted } from '../../format/quantity.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Section, Stack } from '../../ui/page.tsx';
import badge from '../../ui/status.module.css';
import styles from './settings.module.css';

type Delivery = (typeof deliverySchema)['_zod']['output'];

const deliveriesKey = (workspace: string) => ['deliveries', workspace] as const;
/** How often the page polls while a delivery is pending. */
const lookAgainMs = 2000;

/** Whether an attempt is running or due soon. An attempt due later belongs to an operator's extended retries. */
const isSoon = ({ next_attempt_at: next }: Delivery): boolean =>
  next !== null && Date.parse(next) < Date.now() + soonMs;
const soonMs = 90_000;

export function Deliveries({ workspace }: { readonly workspace: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: deliveriesKey(workspace),
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'listDeliveries', { query: { limit: 100 }, signal }).then(
        ({ data }) => data,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isSoon) ? lookAgainMs : false),
  });
  return (
    <>
      <Section
        title="Test event"
        lead="Sends webhook.test to an address by the same way as every event."
      >
        <TestEvent workspace={workspace} />
      </Section>
      <Section title="Deliveries" lead="The last 100, newest first.">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton lines={4} />}
        {data?.length === 0 && (
          <p className={styles.soft}>
            Nothing was sent yet. Give an analysis a webhook_url, or send a test event.
          </p>
        )}
        <ul>
          {data?.map((delivery) => (
            <One key={delivery.delivery_id} workspace={workspace} delivery={delivery} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function TestEvent({ workspace }: { readonly workspace: string }) {
  const client = useQueryClient();
  const [url, setUrl] = useDraft(`test-event:${workspace}`, '');
  const send = useMutation({
    mutationFn: () => workspaceCall(workspace, 'sendTestEvent', { body: { url } }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(workspace) }),
  });
  const refusal = refusalOf(send.error, ['url', 'webhook_url'] as const);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://example.com/hooks/reelsight"
        value={url}
        error={refusal.fields.url ?? refusal.fields.webhook_url ?? refusal.rest}
        onChange={(event) => setUrl(event.target.value)}
      />
      {send.isSuccess && <Notice>Sent; it stands below with its answer.</Notice>}
      <div>
        <Button type="submit" busy={send.isPending && 'Sending …'}>
          Send a test event
        </Button>
      </div>
    </form>
  );
}

const statusLooks = {
  pending: { Icon: CircleDashed, tone: badge.accent },
  delivered: { Icon: Check, tone: badge.good },
  exhausted: { Icon: CircleX, tone: badge.danger },
} as const;

interface OneProps {
  readonly workspace: string;
  readonly delivery: Delivery;
}

function One({ workspace, delivery }: OneProps) {
  const { Icon, tone } = statusLooks[delivery.status];
  return (
    <li className={styles.delivery}>
      <div className={styles.deliveryLine}>
        <span className={`${badge.badge} ${tone}`}>
          <Icon size={14} aria-hidden /> {delivery.status}
        </span>
        <span className={styles.where}>
          <code>{delivery.event}</code> <span className={styles.soft}>to {delivery.url}</span>
        </span>
        <Moment at={delivery.created_at} ago />
        <Replay workspace={workspace} delivery={delivery} />
      </div>
      <Disclosure summary={counted(delivery.attempts.length, 'attempt')}>
        <Stack>
          <p className={styles.soft}>Event {delivery.event_id}</p>
          {delivery.next_attempt_at && (
            <p className={styles.soft}>
              Next attempt: <Moment at={delivery.next_attempt_at} />
            </p>
          )}
          <ol className={styles.attempts}>
            {delivery.attempts.map((attempt) => (
              <li key={attempt.attempt}>
                {attempt.attempt}. <Moment at={attempt.at} />, {attempt.duration_ms} ms:{' '}
                {attempt.status === null
                  ? (attempt.error ?? 'no answer')
                  : `answered ${attempt.status}`}
                {attempt.response && <pre>{attempt.response}</pre>}
              </li>
            ))}
          </ol>
        </Stack>
      </Disclosure>
    </li>
  );
}

function Replay({ workspace, delivery }: OneProps) {
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      workspaceCall(workspace, 'replayDelivery', { params: { id: delivery.delivery_id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(workspace) }),
  });
  return (
    <span>
      <Button
        small
        disabled={isSoon(delivery)}
        busy={replay.isPending && 'Sending …'}
        onClick={() => replay.mutate()}
      >
        Send again<span className="visually-hidden"> {delivery.event_id}</span>
      </Button>
      {replay.error && <Failure error={replay.error} />}
    </span>
  );
}
