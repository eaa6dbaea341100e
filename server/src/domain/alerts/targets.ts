/** Where alerts are sent: which addresses are allowed, and how they are shown. */
import {
  type AlertTargetEntry,
  type AlertTargetType,
  Fault,
  invalidInput,
  type PlanName,
} from '@reelsight/contract';
import { type AlertTargetRow, memberAddresses, type NewTarget } from '../../db/alerts/alerts.ts';
import { mailAddressKey } from '../../db/mail/address.ts';
import type { Domain } from '../domain.ts';
import { newMailToken } from '../mail-bounds.ts';
import type { PersonalAccess } from '../workspaces/access.ts';

/** The workspace that an alert belongs to, as its caller sees it. */
export interface AlertOwner {
  readonly workspaceId: string;
  readonly plan: PlanName;
  /** The caller's session; null if a key makes the call. */
  readonly access: PersonalAccess | null;
}

/**
 * The targets as they are to be stored. Targets that the alert has already keep their ids. Throws Fault
 * VALIDATION_FAILED for an address that may not be sent to, and MODE_NOT_ALLOWED if the plan has no webhooks or the
 * service sends no mail.
 */
export async function targetsOf(
  domain: Domain,
  owner: AlertOwner,
  entries: readonly AlertTargetEntry[],
  former: readonly AlertTargetRow[],
): Promise<NewTarget[]> {
  const targets: NewTarget[] = [];

  for (const [index, entry] of entries.entries()) {
    const target = targetOf(domain, entry, { former, field: `targets.${index}` });
    if (targets.some((earlier) => isSameTarget(earlier, target)))
      throw invalidInput(`targets.${index}: this target is in the list twice.`);
    targets.push(target);
  }

  await checkMail(domain, owner, targets);
  await checkWebhooks(domain, owner, targets);
  return targets;
}

type Place = Pick<NewTarget, 'kind' | 'address'>;

const isSameTarget = (first: Place, second: Place): boolean =>
  first.kind === second.kind && addressOf(first) === addressOf(second);

/** Addresses of webhooks tell upper from lower case. */
const addressOf = ({ kind, address }: Place): string =>
  kind === 'mail' ? mailAddressKey(address) : address.trim();

/** Addresses of mail, as `mailAddressKey` writes them. */
export const mailAddressesOf = (targets: readonly Place[]): string[] =>
  targets.filter(({ kind }) => kind === 'mail').map(addressOf);

/** Those that lead to different places; lists of earlier releases may name a person twice. */
export const distinctTargets = <Target extends Place>(targets: readonly Target[]): Target[] =>
  targets.filter(
    (target, index) => targets.findIndex((earlier) => isSameTarget(earlier, target)) === index,
  );

function targetOf(
  domain: Domain,
  { type: kind, address: entryAddress, target_id: id }: AlertTargetEntry,
  { former, field }: { readonly former: readonly AlertTargetRow[]; readonly field: string },
): NewTarget {
  const named = id == null ? undefined : former.find((target) => target.id === id);
  if (id != null && named?.kind !== kind)
    throw invalidInput(`${field}.target_id: the alert has no such target of type ${kind}.`);

  const givenAddress = entryAddress ?? named?.address;
  if (givenAddress === undefined) throw invalidInput(`${field}.address: is missing.`);

  const address = addressOf({ kind, address: givenAddress });
  const same = former.find((target) => isSameTarget(target, { kind, address }));
  return {
    id: same?.id ?? domain.newId('tgt'),
    kind,
    address,
    // A process of the last release sends it in its mails.
    token: same?.token ?? (kind === 'mail' ? newMailToken() : null),
  };
}

/** Mail goes only to members who have confirmed their address, so that nobody can have strangers sent mail. */
async function checkMail(
  domain: Domain,
  { workspaceId }: AlertOwner,
  targets: readonly NewTarget[],
): Promise<void> {
  const addresses = mailAddressesOf(targets);
  if (addresses.length === 0) return;

  if (!domain.settings.sendsMail)
    throw new Fault('MODE_NOT_ALLOWED', 'mail', {
      text: 'targets: this service sends no mail. Its operator can set REELSIGHT_SMTP_URL.',
    });

  const members = await memberAddresses(domain.db, workspaceId, addresses);
  for (const address of addresses) {
    const member = members.get(address);
    if (!member)
      throw invalidInput(`targets: ${address} is not the address of a member of this workspace.`);
    if (!member.verified)
      throw invalidInput(
        `targets: ${address} is not confirmed. Its owner can confirm it under Settings, Notifications.`,
      );
  }
}

async function checkWebhooks(
  domain: Domain,
  { workspaceId, plan }: AlertOwner,
  targets: readonly NewTarget[],
): Promise<void> {
  for (const [index, { kind, address }] of targets.entries()) {
    if (kind === 'mail') continue;

    if (!domain.plans[plan].limits.webhooks_enabled)
      throw new Fault('MODE_NOT_ALLOWED', 'targets', {
        text: `targets.${index}: webhooks need the Starter plan or above.`,
      });
    await domain.ports.checkWebhookUrl(address, workspaceId, `targets.${index}.address`);
  }
}

/** How many characters at the end of a secret address are shown, to tell it from others. */
const shownCharacters = 4;

/**
 * The address as it is shown. Whoever has the address of an incoming webhook of Slack or Teams can write there, so
 * nobody is shown all of it.
 */
export function shownAddress(kind: AlertTargetType, address: string): string {
  if (kind === 'mail' || kind === 'webhook') return address;
  const origin = URL.parse(address)?.origin ?? '';
  return `${origin}/…${address.slice(-shownCharacters)}`;
}
