/**
 * The unsubscribe address in each mail (RFC 8058): a POST ends the mail about one workspace, of one alert, or the
 * reports of one schedule, without a sign-in. A GET only shows a confirmation page, because programs open links in
 * mails. The route is not in the table of calls, because it is used by mail programs and by people without a session.
 */
import { htmlText } from '@reelsight/contract/clean-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTargetByToken, removeTargetByToken } from '../db/alerts/alerts.ts';
import { findChoiceByToken, removeChoiceByToken } from '../db/events/mail.ts';
import { removeRecipientByToken, scheduleOfToken } from '../db/schedules/schedules.ts';
import type { HttpDeps } from './call.ts';

export function addUnsubscribe(app: FastifyInstance, { domain }: HttpDeps): void {
  const path = '/mail/unsubscribe/:token';
  app.get(path, async (request, reply) => {
    const choice = await findChoiceByToken(domain.db, tokenOf(request));
    if (!choice) return askAboutOthers(domain, request, reply);

    return answer(
      reply,
      200,
      `<p>Unsubscribe from notifications about ${nameOf(choice)}?</p>
<form method="post"><button>Unsubscribe</button></form>`,
    );
  });

  app.post(path, async (request, reply) => {
    const choice = await removeChoiceByToken(domain.db, tokenOf(request));
    if (!choice) return endOtherMail(domain, request, reply);
    return answer(
      reply,
      200,
      `<p>You are unsubscribed from notifications about ${nameOf(choice)}. You can turn them on again in the console.</p>`,
    );
  });
}

/** The token may be that of an alert or a schedule, which send mail apart from notifications. */
async function askAboutOthers(
  { db }: HttpDeps['domain'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const alert = await findTargetByToken(db, token);
  const schedule = alert ? undefined : await scheduleOfToken(db, token);
  if (!alert && !schedule) return answer(reply, 404, usedLinkHtml);

  const question = alert
    ? `Unsubscribe from the alert ${htmlText(alert.name)}?`
    : `Stop getting the reports of the schedule ${htmlText(schedule?.name ?? '')}?`;
  return answer(
    reply,
    200,
    `<p>${question}</p>
<form method="post"><button>Unsubscribe</button></form>`,
  );
}

async function endOtherMail(
  { db }: HttpDeps['domain'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const alert = await removeTargetByToken(db, token);
  if (alert)
    return answer(reply, 200, `<p>The alert ${htmlText(alert.name)} sends you no more mail.</p>`);

  const schedule = await removeRecipientByToken(db, token);
  if (!schedule) return answer(reply, 404, usedLinkHtml);
  const name = htmlText(schedule.name);
  return answer(reply, 200, `<p>You get no more reports of the schedule ${name}.</p>`);
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
