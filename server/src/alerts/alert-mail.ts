/** Messages of alerts as mail. */
import { htmlText } from '@reelsight/contract/clean-text';
import { type Mail, subjectOf } from '../mail/compose.ts';
import {
  type AlertContent,
  type ContentLine,
  headlineOf,
  lineOf,
  unlistedWords,
  withdrawnHeading,
} from './content.ts';

export interface MailPlace {
  /** Public origin of the service, for links. */
  readonly origin: string;
  /** In the address that ends mail about the alert to this person. */
  readonly token: string | null;
}

export function alertMail(content: AlertContent, { origin, token }: MailPlace): Mail {
  const matches = content.matches.map((finding) => lineOf(finding, origin));
  const withdrawn = content.withdrawn.map((finding) => lineOf(finding, origin));
  const [only] = matches;
  const subject =
    matches.length === 1 && content.unlisted === 0 && only
      ? `${headlineOf(content)}: ${only.title}`
      : headlineOf(content);
  const unlisted = unlistedWords(content);
  const unsubscribe = token === null ? null : `${origin}/mail/unsubscribe/${token}`;
  const reason = `You are receiving this because an alert of ${content.workspace} names your address.`;

  return {
    subject: subjectOf(subject),
    text: [
      ...matches.flatMap(textLine),
      ...(unlisted ? [unlisted, ''] : []),
      ...(withdrawn.length > 0 ? [withdrawnHeading, '', ...withdrawn.flatMap(textLine)] : []),
      reason,
      ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><meta charset="utf-8"><body>',
      `<ul>${matches.map(htmlLine).join('')}</ul>`,
      ...(unlisted ? [`<p>${htmlText(unlisted)}</p>`] : []),
      ...(withdrawn.length > 0
        ? [`<p>${withdrawnHeading}</p><ul>${withdrawn.map(htmlLine).join('')}</ul>`]
        : []),
      `<p>${htmlText(reason)}${
        unsubscribe ? ` <a href="${htmlText(unsubscribe)}">Unsubscribe</a>.` : ''
      }</p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribe,
  };
}

const textLine = ({ title, about, link }: ContentLine): string[] => [title, about, link, ''];

const htmlLine = ({ title, about, link }: ContentLine): string =>
  `<li><a href="${htmlText(link)}">${htmlText(title)}</a><br>${htmlText(about)}</li>`;
