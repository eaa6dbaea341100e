/** Messages of alerts as mail. */
import { htmlText } from '@reelsight/contract/clean-text';
import { type InlinePicture, type Mail, subjectOf } from '../mail/compose.ts';
import {
  type AlertContent,
  type ContentLine,
  headlineOf,
  lineOf,
  unlistedWords,
  withdrawnHeading,
  workspaceOf,
} from './content.ts';

export interface MailPlace {
  /** Public origin of the service, for links. */
  readonly origin: string;
  /** In the address that ends mail about the alert to this person. */
  readonly token: string | null;
  /** By the id of the job that they are of. */
  readonly pictures: ReadonlyMap<string, InlinePicture>;
}

export function alertMail(content: AlertContent, { origin, token, pictures }: MailPlace): Mail {
  const matches = content.matches.map((finding) => lineOf(finding, origin));
  const withdrawn = content.withdrawn.map((finding) => lineOf(finding, origin));
  const [only] = matches;
  const subject =
    matches.length === 1 && content.unlisted === 0 && only
      ? `${headlineOf(content)}: ${only.title}`
      : headlineOf(content);
  const unlisted = unlistedWords(content);
  const unsubscribe = token === null ? null : `${origin}/mail/unsubscribe/${token}`;
  const reason = `You are receiving this because an alert of ${workspaceOf(content)} names your address.`;

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
      `<ul>${content.matches.map((match, index) => htmlLine(matches[index] as ContentLine, pictures.get(match.job_id))).join('')}</ul>`,
      ...(unlisted ? [`<p>${htmlText(unlisted)}</p>`] : []),
      ...(withdrawn.length > 0
        ? [`<p>${withdrawnHeading}</p><ul>${withdrawn.map((line) => htmlLine(line)).join('')}</ul>`]
        : []),
      `<p>${htmlText(reason)}${
        unsubscribe ? ` <a href="${htmlText(unsubscribe)}">Unsubscribe</a>.` : ''
      }</p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribe,
    pictures: [...pictures.values()],
  };
}

const textLine = ({ title, about, link }: ContentLine): string[] => [title, about, link, ''];

/** Width of a picture in pixels, as mail programs show it. */
const pictureWidth = 320;

function htmlLine({ title, about, link }: ContentLine, picture?: InlinePicture): string {
  const words = `<a href="${htmlText(link)}">${htmlText(title)}</a><br>${htmlText(about)}`;
  if (!picture) return `<li>${words}</li>`;

  const image = `<img src="cid:${htmlText(picture.id)}" alt="${htmlText(about)}" width="${pictureWidth}">`;
  return `<li>${words}<br><a href="${htmlText(link)}">${image}</a></li>`;
}
