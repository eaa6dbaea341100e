/** The call for the colour slots of brand names. */
import { askBrandSlots, brandSlotLimits, brandSlots } from '../brand-slots.ts';
import { type CallRow, oneAnswer, workspaceBase as workspace } from './row.ts';

export const brandSlotCalls = {
  readBrandSlots: {
    method: 'POST',
    tag: 'Jobs',
    summary: 'Read the colours of brand names.',
    description:
      'The first request for a name assigns it an unused colour, which it keeps: 500 names of a workspace have one of their own.',
    unaudited: 'It only gives names a colour, which reading a page does too.',
    session: { role: 'member', path: `${workspace}/brand-slots` },
    repeatable: true,
    body: askBrandSlots,
    bodyBytes: brandSlotLimits.bodyBytes,
    example: { names: ['Nike', 'Adidas'] },
    answers: oneAnswer(brandSlots, { slots: [7, 12] }),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
