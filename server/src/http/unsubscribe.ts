/**
 * The unsubscribe address in each mail (RFC 8058): a POST ends the mail about one workspace, of its alerts, or of its
 * reports by schedule, without a sign-in. A GET only shows a confirmation page, because programs open links in
 * mails. The route is not in the table of calls, because it is used by mail programs and by people without a session.
 */
import { htmlText } from '@reelsight/contract/clean-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findChoiceByToken, removeChoiceByToken } from '../db/events/mail.ts';
import { type LinkedReader, namesFor, readerOfToken } from '../db/mail/readers.ts';
import { endMail, readerAt } from '../domain/mail-bounds.ts';
import type { HttpDeps } from './call.ts';
import { NetworkRates } from './network-rates.ts';

export function addUnsubscribe(app: FastifyInstance, { domain, limits }: HttpDeps): void {
  // Generous, because providers of mail send the clicks of all their users from a few networks.
  const rates = new NetworkRates(limits.links, 'clicks to unsubscribe');
  const onRequest = async ({ ip }: FastifyRequest): Promise<void> => rates.take(ip);
  const path = '/mail/unsubscribe/:token';
  app.get(path, { onRequest }, async (request, reply) => {
    const choice = await findChoiceByToken(domain.db, tokenOf(request));
    if (!choice) return askAboutOthers(domain, request, reply);

    return answer(
      reply,
      200,
      `<p>Unsubscribe from notifications about ${nameOf(choice)}?</p>
<form method="post"><button>Unsubscribe</button></form>`,
    );
  });

  app.post(path, { onRequest }, async (request, reply) => {
    const choice = await removeChoiceByToken(domain.db, tokenOf(request));
    if (!choice) return endOtherMail(domain, request, reply);
    return answer(
      reply,
      200,
      `<p>You are unsubscribed from notifications about ${nameOf(choice)}. You can turn them on again in the console.</p>`,
    );
  });
}

/**
 * The token may be that of mail of alerts or of reports by schedule, which is apart from notifications. It ends all of
 * this mail of the workspace: whoever makes alerts could make the same one again.
 */
async function askAboutOthers(
  { db }: HttpDeps['domain'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reader = await readerOfToken(db, tokenOf(request));
  if (!reader) return answer(reply, 404, usedLinkHtml);

  const names = await namesFor(db, reader, namesAtMost + 1);
  return answer(
    reply,
    200,
    `<p>Unsubscribe from ${subjectOf(reader)}?</p>
${namesHtml(names)}<form method="post"><button>Unsubscribe</button></form>`,
  );
}

/** How many names of alerts or schedules are listed. */
const namesAtMost = 20;

function namesHtml(names: readonly string[]): string {
  if (names.length === 0) return '';
  const items = names.slice(0, namesAtMost).map((name) => `<li>${htmlText(name)}</li>`);
  const rest = names.length > namesAtMost ? '<li>and others</li>' : '';
  return `<ul>${items.join('')}${rest}</ul>\n`;
}

const subjectOf = ({ kind, workspace }: LinkedReader): string =>
  kind === 'alerts'
    ? `the alerts of ${htmlText(workspace)}`
    : `the reports by schedule of ${htmlText(workspace)}`;

async function endOtherMail(
  domain: HttpDeps['domain'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const linked = await readerOfToken(domain.db, tokenOf(request));
  if (!linked) return answer(reply, 404, usedLinkHtml);

  await endMail(domain, readerAt(linked.workspace_id, linked.kind, linked.address));
  return answer(
    reply,
    200,
    `<p>You are unsubscribed from ${subjectOf(linked)}. Nobody else can change that; you can have them again in the console, under Settings, Notifications.</p>`,
  );
}

const usedLinkHtml = '<p>This link has already been used. You are unsubscribed.</p>';

const tokenOf = ({ params }: FastifyRequest): string =>
  (params as { token: string }).token.slice(0, 100);

const nameOf = ({ name }: { readonly name: string | null }): string =>
  htmlText(name ?? 'this workspace');

function answer(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reelsight notifications</title><body>${body}</body></html>`,
    );
}
