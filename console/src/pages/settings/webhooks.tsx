/** The page about webhooks: the secret that signs them, a test, and the messages sent so far. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clientOf } from '../../api/client.ts';
import { consoleCall } from '../../api/console-call.ts';
import { keys } from '../../api/job-events.ts';
import { usePlace, useWorkspaceId } from '../../api/session.ts';
import { webhookOutcomes } from '../../format/event-words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Row, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { Deliveries } from './deliveries.tsx';
import { useIsOwner } from './role.ts';
import styles from './settings.module.css';
import { WebhookAddress } from './webhook-address.tsx';

export function Webhooks() {
  const workspace = useWorkspaceId();
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.account(workspace),
    queryFn: ({ signal }) => clientOf(workspace).account({ signal }),
  });
  return (
    <Stack>
      <PageHead
        title="Webhooks"
        lead={
          <>
            An analysis or group made with <code>webhook_url</code> tells that address when it is{' '}
            {webhookOutcomes()}. A delivery that is not answered with 2xx is tried again.
          </>
        }
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!account && !error && <Skeleton lines={3} />}
      {account && !account.limits.webhooks_enabled && (
        <Notice kind="warning" title={`The plan ${account.plan} has no webhooks.`}>
          An analysis with <code>webhook_url</code> is refused (MODE_NOT_ALLOWED). An operator can
          change the plan.
        </Notice>
      )}
      {account && (
        <Secret
          workspace={workspace}
          secret={account.webhook_secret}
          previousEndsAt={account.previous_webhook_secret_ends_at}
        />
      )}
      {account?.limits.webhooks_enabled && <WebhookAddress workspace={workspace} />}
      <Verification />
      <Deliveries workspace={workspace} />
    </Stack>
  );
}

interface SecretProps {
  readonly workspace: string;
  /** Null for members who are not owners, because only owners may see it. */
  readonly secret: string | null;
  /** When the previous secret stops being valid; set only during a rotation. */
  readonly previousEndsAt: string | undefined;
}

function Secret({ workspace, secret, previousEndsAt }: SecretProps) {
  const owner = useIsOwner();
  const [isVisible, setShown] = useState(false);
  const [rotating, setRotating] = useState(false);

  return (
    <Section
      title="Signing secret"
      lead="Deliveries are signed with it, so that you can tell they are ours."
    >
      {owner && secret ? (
        <div className={styles.secret}>
          <code>{isVisible ? secret : `whsec_${'•'.repeat(24)}`}</code>
          <Row>
            <Button small onClick={() => setShown(!isVisible)}>
              {isVisible ? 'Hide' : 'Reveal'}
            </Button>
            <CopyButton text={secret} what="secret" />
            <Button small weight="danger" onClick={() => setRotating(true)}>
              Rotate
            </Button>
          </Row>
        </div>
      ) : (
        <p className={styles.soft}>Only an owner of this workspace sees and rotates it.</p>
      )}
      {previousEndsAt && (
        <p className={styles.soft}>
          The previous secret signs too until <Moment at={previousEndsAt} />.
        </p>
      )}
      {rotating && <Rotate workspace={workspace} onDone={() => setRotating(false)} />}
    </Section>
  );
}

const keptOptions = [
  { value: '0', label: 'ends now' },
  { value: '24', label: 'signs too for 24 hours' },
  { value: '168', label: 'signs too for 7 days' },
] as const;

function Rotate({
  workspace,
  onDone,
}: {
  readonly workspace: string;
  readonly onDone: () => void;
}) {
  const { workspace: place } = usePlace();
  const client = useQueryClient();
  const [hours, setHours] = useState(0);
  const rotate = useMutation({
    mutationFn: () =>
      consoleCall('rotateSecret', { params: { workspace }, body: { keep_previous_hours: hours } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.account(workspace) });
      onDone();
    },
  });

  return (
    <ConfirmName
      name={place.name}
      action="Rotate secret"
      busy={rotate.isPending}
      error={rotate.error ? messageOf(rotate.error) : undefined}
      onConfirm={() => rotate.mutate()}
      onCancel={onDone}
    >
      <Stack>
        <p>
          {hours === 0
            ? 'The old secret is void at once: receivers of this workspace’s webhooks refuse deliveries until they have the new one.'
            : 'Until then webhook-signature carries a signature by each secret. X-Service-Signature is by the new one from now on.'}
        </p>
        <SelectField
          label="The old secret"
          value={String(hours)}
          options={keptOptions}
          onChange={(event) => setHours(Number(event.target.value))}
        />
      </Stack>
    </ConfirmName>
  );
}

const verification = `import { verifyWebhook } from '@reelsight/sdk';

// rawBody: the bytes as received, not re-serialised JSON
const event = await verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);
if (event.event === 'job.completed') console.log(event.job_id);`;

const byHand = `import { createHmac, timingSafeEqual } from 'node:crypto';

const { 'webhook-id': id, 'webhook-timestamp': time } = request.headers;
const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(rawBody).digest();
const given = request.headers['webhook-signature'].split(' ');
const ours = given.some((one) => {
  const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
});
const recent = Math.abs(Date.now() / 1000 - Number(time)) <= 300;`;

function Verification() {
  return (
    <Disclosure summary="How to verify a signature">
      <Stack>
        <p>
          With the client, which checks the Standard Webhooks headers, and that the delivery is at
          most five minutes old:
        </p>
        <CodeBlock text={verification} what="code" />
        <p>
          By hand: <code>webhook-signature</code> is the HMAC-SHA256 of id, time and body, keyed
          with the decoded secret:
        </p>
        <CodeBlock text={byHand} what="code" />
      </Stack>
    </Disclosure>
  );
}
