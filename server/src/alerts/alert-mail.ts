/** Messages of alerts as mail. */
import { htmlText } from '@reelsight/contract/clean-text';
import { counted } from '@reelsight/contract/counted';
import { type InlinePicture, type Mail, subjectIn, subjectOf } from '../mail/compose.ts';
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

/** One mail for what several messages say, of the same workspace to the same person. */
export function alertsMail(
  contents: readonly AlertContent[],
  { origin, token, pictures }: MailPlace,
): Mail {
  const [first] = contents;
  const workspace = first ? workspaceOf(first) : '';
  const sections = contents.map((content) => sectionOf(content, { origin, pictures }));
  const isOne = contents.length === 1;
  const unsubscribe = token === null ? null : `${origin}/mail/unsubscribe/${token}`;
  const reason = isOne
    ? `You are receiving this because an alert of ${workspace} names your address.`
    : `You are receiving this because alerts of ${workspace} name your address. More came within an hour than are sent one by one, so they are in one mail.`;

  return {
    subject: isOne
      ? subjectIn(workspace, subjectOfOne(first, origin))
      : subjectOf(subjectOfMany(contents, workspace)),
    text: [
      ...sections.flatMap(({ head, text }) => (isOne ? text : [head, '', ...text, ''])),
      reason,
      ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : []),
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><meta charset="utf-8"><body>',
      ...sections.flatMap(({ head, html }) =>
        isOne ? html : [`<h2>${htmlText(head)}</h2>`, ...html],
      ),
      `<p>${htmlText(reason)}${
        unsubscribe ? ` <a href="${htmlText(unsubscribe)}">Unsubscribe</a>.` : ''
      }</p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribe,
    pictures: [...pictures.values()],
  };
}

function subjectOfOne(content: AlertContent | undefined, origin: string): string {
  if (!content) return '';
  const [only] = content.matches;
  return content.matches.length === 1 && content.unlisted === 0 && only
    ? `${headlineOf(content)}: ${lineOf(only, origin).title}`
    : headlineOf(content);
}

function subjectOfMany(contents: readonly AlertContent[], workspace: string): string {
  const videos = contents.reduce(
    (sum, { matches, unlisted }) => sum + matches.length + unlisted,
    0,
  );
  return `Alerts of “${workspace}”: ${counted(videos, 'match', 'matches')}`;
}

interface Section {
  readonly head: string;
  readonly text: readonly string[];
  readonly html: readonly string[];
}

function sectionOf(
  content: AlertContent,
  { origin, pictures }: Pick<MailPlace, 'origin' | 'pictures'>,
): Section {
  const matches = content.matches.map((finding) => lineOf(finding, origin));
  const withdrawn = content.withdrawn.map((finding) => lineOf(finding, origin));
  const unlisted = unlistedWords(content);

  return {
    head: headlineOf(content),
    text: [
      ...matches.flatMap(textLine),
      ...(unlisted ? [unlisted, ''] : []),
      ...(withdrawn.length > 0 ? [withdrawnHeading, '', ...withdrawn.flatMap(textLine)] : []),
    ],
    html: [
      `<ul>${content.matches.map((match, index) => htmlLine(matches[index] as ContentLine, pictures.get(match.job_id))).join('')}</ul>`,
      ...(unlisted ? [`<p>${htmlText(unlisted)}</p>`] : []),
      ...(withdrawn.length > 0
        ? [`<p>${withdrawnHeading}</p><ul>${withdrawn.map((line) => htmlLine(line)).join('')}</ul>`]
        : []),
    ],
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
