/** The content of a mail, as text and as HTML. */

import type { ReportFormat } from '@reelsight/contract';
import { cleanLine, htmlText } from '@reelsight/contract/clean-text';
import { counted } from '@reelsight/contract/counted';
import { cutText } from '@reelsight/contract/cut-text';
import type { MailDetails, MailItem } from '../db/events/mail.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address to which a POST request ends mail about the workspace; null for a mail that was sent on request. */
  readonly unsubscribe: string | null;
  readonly attachments?: readonly Attachment[];
  /** Shown in the HTML as `cid:` and their id. */
  readonly pictures?: readonly InlinePicture[];
}

/** A JPEG. */
export interface InlinePicture {
  readonly id: string;
  readonly filename: string;
  readonly content: Uint8Array;
}

export interface Attachment {
  readonly format: ReportFormat;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

type Told = Exclude<MailDetails, { kind: 'code' }>;

/** Composes a mail; all items must be about the same workspace. `origin`: public origin of the service, for links. */
export function composeMail(items: readonly MailItem[], origin: string): Mail {
  const [first] = items;
  const workspace = line(first?.workspace ?? 'your workspace');
  const notices = items.flatMap(({ details }) => (details.kind === 'code' ? [] : [details]));
  const rows = notices.map((notice) => ({ words: wordsOf(notice), link: origin + pathOf(notice) }));
  const [only] = rows;
  const subject =
    rows.length === 1 && only
      ? subjectIn(workspace, only.words)
      : subjectOf(`${countOf(notices)} ended in ${workspace}`);
  const unsubscribe = first?.token ? `${origin}/mail/unsubscribe/${first.token}` : null;
  const settings = `${origin}/settings/notifications`;
  const text = [
    ...rows.flatMap(({ words, link }) => [words, link, '']),
    `You are receiving this because you turned on notifications for ${workspace}. Change your settings: ${settings}`,
    ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
  ].join('\n');

  const html = page([
    `<ul>${rows.map(({ words, link }) => `<li><a href="${htmlText(link)}">${htmlText(words)}</a></li>`).join('')}</ul>`,
    `<p>You are receiving this because you turned on notifications for ${htmlText(workspace)}. <a href="${htmlText(settings)}">Change your settings</a>${
      unsubscribe ? `, or <a href="${htmlText(unsubscribe)}">unsubscribe</a>` : ''
    }.</p>`,
  ]);

  return { subject, text, html, unsubscribe };
}

/** Composes the mail with a code. By entering the code, a person proves that they receive mail at the address. */
export function composeCode(code: string, origin: string): Mail {
  const link = `${origin}/settings/notifications`;
  const explanation = 'Someone, probably you, asked for notifications to be sent to this address.';
  const until = 'It is valid for an hour. If it was not you, do nothing.';

  return {
    subject: `${code} is your Reelsight verification code`,
    text: `${explanation}\nEnter this code at ${link}\n\n${code}\n\n${until}\n`,
    html: page([
      `<p>${explanation}</p>`,
      `<p>Enter this code <a href="${htmlText(link)}">in the console</a>: <strong>${htmlText(code)}</strong></p>`,
      `<p>${until}</p>`,
    ]),
    unsubscribe: null,
  };
}

const page = (parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><body>${parts.join('\n')}</body></html>`;

function wordsOf(notice: Told): string {
  if (notice.kind === 'job') {
    const name = line(notice.title ?? notice.id);
    if (notice.status === 'completed') return `Completed: ${name}`;
    return notice.message ? `Failed: ${name}. ${line(notice.message)}` : `Failed: ${name}`;
  }

  const { total, completed, failed } = notice;
  const videos = counted(total, 'video');

  return `Group of ${videos} ended: ${completed} completed, ${failed} failed`;
}

function countOf(notices: readonly Told[]): string {
  const jobs = notices.filter(({ kind }) => kind === 'job').length;
  const batches = notices.length - jobs;
  const parts = [
    ...(jobs > 0 ? [counted(jobs, 'video')] : []),
    ...(batches > 0 ? [counted(batches, 'group')] : []),
  ];
  return parts.join(' and ');
}

const pathOf = ({ kind, id }: Told): string =>
  kind === 'job' ? `/jobs/${encodeURIComponent(id)}` : `/batches/${encodeURIComponent(id)}`;

const lineCharacters = 150;

/**
 * Titles and names are written by other people, so they are reduced to a single line without characters that a terminal
 * or mail program would interpret.
 */
export const line = (text: string): string => cleanLine(text, lineCharacters);

const subjectCharacters = 200;

export const subjectOf = (text: string): string => cutText(text, subjectCharacters);

/**
 * A subject that ends with the name of the workspace, so that people in several can sort their mail: of a long text the
 * rest is cut. The name must be one line, and shorter than a subject.
 */
export function subjectIn(workspace: string, text: string): string {
  const end = ` (${workspace})`;
  return cutText(text, subjectCharacters - end.length) + end;
}
