/**
 * Determines how strictly the values in an artifact are checked. An artifact has the same form whoever made it. In our
 * own files, only the types are checked; data from a runner is also checked against limits, because the service cannot
 * know which program wrote it.
 */
import { type ErrorCode, errorCodes, jobFailureCodes } from '@reelsight/contract/errors';
import { type Surface, surfaces } from '@reelsight/contract/surfaces';
import { z } from 'zod';

export interface ValueRules {
  readonly object: <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodObject<Shape>;
  readonly list: <Item extends z.ZodType>(item: Item, bounds?: ListBounds) => z.ZodArray<Item>;
  /** `max` is the maximum number of characters. */
  readonly text: (max: number) => z.ZodString;
  readonly number: (min?: number, max?: number) => z.ZodNumber;
  readonly integer: (min: number, max?: number) => z.ZodInt;
  readonly surface: z.ZodType<Surface>;
  /** Error codes with which a job may fail. */
  readonly failureCode: z.ZodType<ErrorCode>;
  readonly box: z.ZodType<{ x: number; y: number; width: number; height: number }>;
  /** The points of an outline. */
  readonly ring: z.ZodType<[number, number][]>;
}

interface ListBounds {
  readonly least?: number;
  readonly most?: number;
}

/** Rules for our own files. Additional fields are allowed, because a later version may have written the file. */
export const valuesOfOurs: ValueRules = {
  object: z.object,
  list: (item) => z.array(item),
  text: () => z.string(),
  number: () => z.number(),
  integer: () => z.int(),
  surface: z.enum(surfaces),
  failureCode: z.enum(errorCodes),
  box: z.object({
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
  }),
  ring: z.array(z.tuple([z.number(), z.number()])),
};

/** A coordinate of a box, which may extend slightly beyond the picture, because engines round. */
const edge = z.number().min(-0.001).max(1.001);

export const valuesOfStrangers: ValueRules = {
  object: z.strictObject,
  list: (item, { least: min, most: max } = {}) => {
    const list = min === undefined ? z.array(item) : z.array(item).min(min);
    return max === undefined ? list : list.max(max);
  },
  text: (max) => z.string().max(max),
  number: (min, max) => {
    const number = min === undefined ? z.number() : z.number().min(min);
    return max === undefined ? number : number.max(max);
  },
  integer: (min, max) => {
    const integer = z.int().min(min);
    return max === undefined ? integer : integer.max(max);
  },
  surface: z.enum(surfaces),
  failureCode: z.enum(jobFailureCodes),
  box: z
    .strictObject({ x: edge, y: edge, width: edge, height: edge })
    .refine(({ x, width }) => x + width <= 1.002, 'reaches out of the picture')
    .refine(({ y, height }) => y + height <= 1.002, 'reaches out of the picture'),
  ring: z.array(z.tuple([edge, edge])).max(2000),
};
