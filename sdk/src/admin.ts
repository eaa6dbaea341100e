/** The operator's client: workspaces, credits, keys, webhook deliveries. */
import { bodyOf, type CallOptions, type ConnectionOptions, connect } from './connection.ts';
import type {
  AddCredits,
  ChangeFollow,
  ChangeWorkspace,
  CreateFollow,
  CreateKey,
  CreateWorkspace,
  CreditsAdded,
  Delivery,
  Follow,
  FollowVideo,
  KeyCreated,
  WebhookSecret,
  Workspace,
  WorkspaceCreated,
} from './schema.gen.ts';

export interface AdminClientOptions extends ConnectionOptions {
  /**
   * The operator's token: REELSIGHT_ADMIN_TOKEN, or the file `admin-token` of the data folder.
   * Absent where a browser's session signs the calls, as in the console.
   */
  readonly token?: string;
}

export type AdminClient = ReturnType<typeof createAdminClient>;

export function createAdminClient(options: AdminClientOptions) {
  const headers: Record<string, string> =
    options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` };
  const { api } = connect(options, headers);
  const at = (id: string, call: CallOptions) => ({ ...call, params: { path: { id } } });

  return {
    workspaces: {
      async list(call: CallOptions = {}): Promise<Workspace[]> {
        return (await bodyOf(api.GET('/admin/v1/workspaces', { ...call }))).data;
      },
      async create(workspace: CreateWorkspace, call: CallOptions = {}): Promise<WorkspaceCreated> {
        return (await bodyOf(api.POST('/admin/v1/workspaces', { ...call, body: workspace }))).data;
      },
      async change(id: string, body: ChangeWorkspace, call: CallOptions = {}): Promise<Workspace> {
        const path = '/admin/v1/workspaces/{id}';
        return (await bodyOf(api.PATCH(path, { ...at(id, call), body }))).data;
      },
      /** With all that it owns. */
      async delete(id: string, call: CallOptions = {}): Promise<void> {
        await api.DELETE('/admin/v1/workspaces/{id}', at(id, call));
      },
      async addCredits(
        id: string,
        body: AddCredits,
        call: CallOptions = {},
      ): Promise<CreditsAdded> {
        const path = '/admin/v1/workspaces/{id}/credits';
        return (await bodyOf(api.POST(path, { ...at(id, call), body }))).data;
      },
      /** The old secret is void at once. */
      async rotateSecret(id: string, call: CallOptions = {}): Promise<WebhookSecret> {
        const path = '/admin/v1/workspaces/{id}/webhook-secret';
        return (await bodyOf(api.POST(path, at(id, call)))).data;
      },
      async deliveries(id: string, call: CallOptions = {}): Promise<Delivery[]> {
        const path = '/admin/v1/workspaces/{id}/deliveries';
        return (await bodyOf(api.GET(path, at(id, call)))).data;
      },
    },

    keys: {
      /** The key is in the answer and shown only this once. */
      async create(
        workspaceId: string,
        body: CreateKey,
        call: CallOptions = {},
      ): Promise<KeyCreated> {
        const path = '/admin/v1/workspaces/{id}/keys';
        return (await bodyOf(api.POST(path, { ...at(workspaceId, call), body }))).data;
      },
      async revoke(keyId: string, call: CallOptions = {}): Promise<void> {
        await api.DELETE('/admin/v1/keys/{id}', at(keyId, call));
      },
    },

    follows: {
      async create(
        workspaceId: string,
        body: CreateFollow,
        call: CallOptions = {},
      ): Promise<Follow> {
        const path = '/admin/v1/workspaces/{id}/follows';
        return (await bodyOf(api.POST(path, { ...at(workspaceId, call), body }))).data;
      },
      async list(workspaceId: string, call: CallOptions = {}): Promise<Follow[]> {
        const path = '/admin/v1/workspaces/{id}/follows';
        return (await bodyOf(api.GET(path, at(workspaceId, call)))).data;
      },
      /** What is absent stays; `null` takes away; `status` pauses and resumes. */
      async change(id: string, body: ChangeFollow, call: CallOptions = {}): Promise<Follow> {
        return (await bodyOf(api.PATCH('/admin/v1/follows/{id}', { ...at(id, call), body }))).data;
      },
      /** Its jobs stay. */
      async delete(id: string, call: CallOptions = {}): Promise<void> {
        await api.DELETE('/admin/v1/follows/{id}', at(id, call));
      },
      /** Looks now; `backfill` of the newest videos are taken although they were there before. */
      async run(id: string, backfill = 0, call: CallOptions = {}): Promise<Follow> {
        const path = '/admin/v1/follows/{id}/runs';
        return (await bodyOf(api.POST(path, { ...at(id, call), body: { backfill } }))).data;
      },
      /** The last 200 it met, with the job of each or why there is none. */
      async videos(id: string, call: CallOptions = {}): Promise<FollowVideo[]> {
        return (await bodyOf(api.GET('/admin/v1/follows/{id}/videos', at(id, call)))).data;
      },
    },

    deliveries: {
      async replay(id: string, call: CallOptions = {}): Promise<Delivery> {
        return (await bodyOf(api.POST('/admin/v1/deliveries/{id}/replay', at(id, call)))).data;
      },
    },
  };
}
