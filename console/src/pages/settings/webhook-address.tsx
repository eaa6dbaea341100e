/** The webhook address of the workspace: where events of all analyses go, and which. Owners change it. */
import type { EventKind, WorkspaceWebhook } from '@reelsight/contract';
import { eventKinds, eventKindsWhere } from '@reelsight/contract/event-kinds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clientOf } from '../../api/client.ts';
import { consoleCall } from '../../api/console-call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Failure, Skeleton } from '../../ui/notice.tsx';
import { Row, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useIsOwner } from './role.ts';
import styles from './settings.module.css';

const kinds = eventKindsWhere(({ way }) => way === 'webhook');

const keyOf = (workspace: string) => ['webhook-address', workspace] as const;

export function WebhookAddress({ workspace }: { readonly workspace: string }) {
  const owner = useIsOwner();
  const {
    data: address,
    error,
    refetch,
  } = useQuery({
    queryKey: keyOf(workspace),
    queryFn: ({ signal }) => clientOf(workspace).deliveries.address({ signal }),
  });

  return (
    <Section
      title="All analyses of this workspace"
      lead="Their events go to one URL, beside the webhook_url of each."
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!address && !error && <Skeleton lines={2} />}
      {address && !owner && (
        <p className={styles.soft}>{address.url ?? 'There is none. An owner can set it.'}</p>
      )}
      {address && owner && <AddressForm workspace={workspace} address={address} />}
    </Section>
  );
}

interface FormProps {
  readonly workspace: string;
  readonly address: WorkspaceWebhook;
}

function AddressForm({ workspace, address }: FormProps) {
  const client = useQueryClient();
  const [url, setUrl] = useState(address.url ?? '');
  const [events, setEvents] = useState<readonly EventKind[]>(
    address.url === null ? kinds : address.events,
  );
  const params = { workspace };
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf(workspace) });
  const save = useMutation({
    mutationFn: () =>
      consoleCall('setWebhook', {
        params,
        body: { url: url.trim(), events: kinds.filter((kind) => events.includes(kind)) as never },
      }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => consoleCall('removeWebhook', { params }),
    async onSuccess() {
      await onSuccess();
      setUrl('');
      setEvents(kinds);
    },
  });
  const error = save.error ?? remove.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextField
          label="Events go to"
          type="url"
          placeholder="https://hooks.example.com/reelsight"
          value={url}
          error={error ? messageOf(error) : undefined}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Row>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={labelOf(kind)}
              checked={events.includes(kind)}
              onChange={({ target }) =>
                setEvents(
                  target.checked ? [...events, kind] : events.filter((chosen) => chosen !== kind),
                )
              }
            />
          ))}
        </Row>
        <Row>
          <Button
            small
            type="submit"
            disabled={url.trim() === '' || events.length === 0}
            busy={save.isPending && 'Saving…'}
          >
            Save
          </Button>
          {address.url !== null && (
            <Button
              small
              weight="danger"
              busy={remove.isPending && 'Removing…'}
              onClick={() => remove.mutate()}
            >
              Remove
            </Button>
          )}
          {save.isSuccess && <span role="status">Saved.</span>}
        </Row>
      </Stack>
    </form>
  );
}

/** `group completed`: the event in the words of the console. */
function labelOf(kind: EventKind): string {
  const { about, label } = eventKinds[kind];
  return `${about === 'batch' ? 'group' : 'analysis'} ${label}`;
}
