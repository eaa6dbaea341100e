/** A workspace with an example of everything. Its texts and ids can be recognised wherever they appear. */
import sharp from 'sharp';
import {
  insertWebhookEvent,
  settleWebhookEvent,
} from '../../server/src/db/events/webhook-events.ts';
import { insertMember } from '../../server/src/db/workspaces/members.ts';
import { signUp, type Visitor } from '../console/visitor.ts';
import { type Answer, accepted, type Json, type Owner, type Subject } from './subject.ts';

export class Tenant {
  readonly name: string;
  readonly id: string;
  readonly ids: string[] = [];
  /** Texts that must not be shown to anybody else. */
  readonly secrets: string[];
  readonly keyHeaders: Record<string, string>;
  readonly #visitor: Visitor;

  constructor(name: string, mark: string, { owner, visitor }: { owner: Owner; visitor: Visitor }) {
    this.name = name;
    this.id = owner.tenantId;
    this.secrets = [mark, owner.tenantId, owner.apiKey, owner.webhookSecret];
    this.ids.push(owner.tenantId);
    this.keyHeaders = owner.headers;
    this.#visitor = visitor;
  }

  /** Headers of a browser in which an owner of the workspace is signed in. */
  get sessionHeaders(): Record<string, string> {
    return { Origin: this.#visitor.origin, Cookie: this.#visitor.cookie };
  }

  /** Remembers the ids that an answer created for this workspace. */
  keep({ status, json }: Answer): void {
    if (status !== 201 && status !== 202) return;
    for (const [field, value] of Object.entries<Json>(json?.data ?? {})) {
      if (
        !/^(job|batch|follow|brand|logo|key|delivery|correction|schedule|run)_id$/.test(field) ||
        value === null
      )
        continue;

      if (this.ids.length > 500) return;
      this.know(value);
    }
  }

  /** Remembers an id of this workspace. */
  know(id: string): void {
    this.ids.push(id);
    this.secrets.push(id);
  }
}

/** Stores an event whose deliveries are over, so that nothing happens afterwards. */
async function endedDelivery({ domain }: Subject, workspaceId: string, mark: string) {
  const { id } = await insertWebhookEvent(domain.db, {
    id: domain.newId('evt'),
    event_id: null,
    workspace_id: workspaceId,
    job_id: null,
    batch_id: null,
    event: 'webhook.test',
    url: `https://${mark}.example.com/hook`,
    body: '{}',
    created_at: domain.now(),
  });
  await settleWebhookEvent(domain.db, { id, round: 1, status: 'exhausted', nextAt: null });

  return id;
}

/** Adds a brand with a picture of its logo. */
async function furnishLibrary(tenant: Tenant, owner: Owner, mark: string): Promise<void> {
  const brand = await owner.post('/v1/brands', { name: mark });
  tenant.keep(brand);

  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#20a0e0' } });
  tenant.keep(
    await owner.call('POST', `/v1/brands/${accepted(brand, 201).brand_id}/logos`, {
      body: new Uint8Array(await picture.png().toBuffer()),
      headers: { 'Content-Type': 'image/png' },
    }),
  );
}

const correction = (owner: Owner, jobId: string, name: string): Promise<Answer> =>
  owner.post(`/v1/jobs/${jobId}/corrections`, {
    kind: 'add',
    target: 'brand',
    name,
    appearance_added: { start: 1, end: 2, source: 'audio' },
  });

export async function openTenant(subject: Subject, name: string): Promise<Tenant> {
  const mark = `${name}-${Math.random().toString(36).slice(2)}`;
  const owner = await subject.owner('scale', 1_000_000);
  const { visitor, userId } = await signUp(subject, name);
  await subject.domain.db.transaction((tx) =>
    insertMember(tx, {
      workspaceId: owner.tenantId,
      userId,
      role: 'owner',
      now: subject.domain.now(),
    }),
  );

  const tenant = new Tenant(name, mark, { owner, visitor });
  const home = `/console/v1/workspaces/${owner.tenantId}`;

  for (const capability of ['transcription', 'summary', 'metadata']) {
    const { job_id: id } = await owner.job({ capabilities: [capability], external_id: mark });
    await subject.worker.complete(id, {
      summary: { text: `A secret of ${mark}.`, key_topics: [mark] },
      brands: [],
      meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
    } as Json);
    tenant.ids.push(id);
    tenant.secrets.push(id);
    if (capability === 'summary') tenant.keep(await correction(owner, id, mark));
  }

  tenant.keep(
    await owner.post('/v1/batch', {
      urls: ['https://youtu.be/aaaaaaaaaaa'],
      capabilities: ['summary'],
    }),
  );
  tenant.keep(await visitor.patch(home, { name: mark }));
  await furnishLibrary(tenant, owner, mark);
  tenant.know(await endedDelivery(subject, owner.tenantId, mark));

  const follow = {
    name: mark,
    source: 'https://www.youtube.com/@reelsight',
    capabilities: ['summary'],
    every_minutes: 60,
  };
  tenant.keep(await owner.post('/v1/follows', follow));

  const every = { period: 'month', day: 'last', hour: 8 };
  const schedule = await owner.post('/v1/report-schedules', { name: mark, every });
  tenant.keep(schedule);
  const { schedule_id: id } = accepted(schedule, 201);
  tenant.keep(await owner.post(`/v1/report-schedules/${id}/run`));
  await owner.upload();
  await subject.quiet();

  return tenant;
}
