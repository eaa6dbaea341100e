/** Messages of alerts as JSON: an event for webhooks, and the forms of incoming webhooks of Slack and Teams. */
import type { AlertFinding } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import {
  type AlertContent,
  type ContentLine,
  headlineOf,
  lineOf,
  unlistedWords,
  withdrawnHeading,
  workspaceOf,
} from './content.ts';

export interface EventFields {
  readonly eventId: string;
  readonly createdAt: Date;
}

/** The event `alert.matched` (contract/src/event-kinds.ts). */
export const webhookBody = (
  { alertId, name, test, matches, withdrawn }: AlertContent,
  { eventId, createdAt }: EventFields,
): string =>
  JSON.stringify({
    event: 'alert.matched',
    event_id: eventId,
    created_at: createdAt.toISOString(),
    alert_id: alertId,
    name,
    test,
    matches,
    withdrawn,
  });

/** Maximum characters of a header of Slack. */
const slackHeader = 150;

/**
 * Blocks of Slack's Block Kit. Slack allows 50 blocks, 3,000 characters in a section and about 13,000 in all; the
 * number of matches in a message keeps within that.
 */
export function slackBody(content: AlertContent, origin: string): string {
  const headline = headlineOf(content);
  const unlisted = unlistedWords(content);
  return JSON.stringify({
    // Shown in notifications, and by programs that know no blocks.
    text: slackText(headline),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cutText(headline, slackHeader) } },
      ...slackSections(content.matches, origin),
      ...(content.withdrawn.length > 0 ? [slackSection(`*${withdrawnHeading}*`)] : []),
      ...slackSections(content.withdrawn, origin, '~'),
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: [...(unlisted ? [unlisted] : []), workspaceOf(content)]
              .map(slackText)
              .join(' · '),
          },
        ],
      },
    ],
  });
}

const slackSection = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** `mark` is written before and after each title, such as `~` to strike it through. */
const slackSections = (findings: readonly AlertFinding[], origin: string, mark = '*') =>
  findings.map((finding) => {
    const { title, about, link } = lineOf(finding, origin);
    return slackSection(`${mark}<${link}|${slackText(title)}>${mark}\n${slackText(about)}`);
  });

/**
 * Slack asks to escape these three characters. The others with which text is marked up are replaced by ones that look
 * alike, because Slack has no way to escape them; `|` would end the address of a link.
 */
const slackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`|]/g, (character) => slackLookalikes[character] ?? character);

const slackLookalikes: Readonly<Record<string, string>> = {
  '*': '∗',
  _: 'ˍ',
  '~': '∼',
  '`': 'ˋ',
  '|': '¦',
};

/**
 * A message with an Adaptive Card, as incoming webhooks and workflows of Teams take it. Teams allows 28 KB; the number
 * of matches in a message keeps within that.
 */
export function teamsBody(content: AlertContent, origin: string): string {
  const unlisted = unlistedWords(content);
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            teamsText(teamsWords(headlineOf(content)), { size: 'Medium', weight: 'Bolder' }),
            ...teamsLines(content.matches, origin),
            ...(content.withdrawn.length > 0
              ? [teamsText(withdrawnHeading, { weight: 'Bolder', separator: true })]
              : []),
            ...teamsLines(content.withdrawn, origin),
            ...(unlisted ? [teamsText(unlisted, { isSubtle: true })] : []),
          ],
          actions: content.matches.slice(0, 1).map((finding) => ({
            type: 'Action.OpenUrl',
            title: 'Look at the moment',
            url: lineOf(finding, origin).link,
          })),
        },
      },
    ],
  });
}

const teamsText = (text: string, style: object = {}) => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...style,
});

const teamsLines = (findings: readonly AlertFinding[], origin: string) =>
  findings.map((finding) => teamsText(teamsLine(lineOf(finding, origin)), { separator: true }));

const teamsLine = ({ title, about, link }: ContentLine): string =>
  `[${teamsWords(title)}](${link})\n\n${teamsWords(about)}`;

/** Text blocks read a subset of Markdown. */
const teamsWords = (text: string): string => text.replaceAll(/[\\`*_[\]()~#<>|!-]/g, '\\$&');
