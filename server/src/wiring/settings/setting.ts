/** Defines what a setting is, and how a group of settings is turned into a group of values. */
import type { z } from 'zod';

export interface Setting<T extends z.ZodType = z.ZodType, D extends string | null = string | null> {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly schema: T;
  /**
   * Default value, in the same text form as the variable; null if the setting's value is null when the variable is not
   * set.
   */
  readonly default: D;
  readonly about: string;
  /** True for a secret, which can also be given as a file (see `secret-file.ts`). */
  readonly secret?: true;
}

export function setting<T extends z.ZodType, D extends string | null>(
  variable: string,
  schema: T,
  value: D,
  about: string,
): Setting<T, D> {
  return { variable, schema, default: value, about };
}

export function secretSetting<T extends z.ZodType, D extends string | null>(
  ...of: Parameters<typeof setting<T, D>>
): Setting<T, D> {
  return { ...setting(...of), secret: true };
}

interface Group {
  readonly [name: string]: Setting | Group;
}

const isSetting = (node: Setting | Group): node is Setting => typeof node.variable === 'string';

/** The settings of a group, including those of nested groups, in order. */
export const settingsOf = (group: Group): readonly Setting[] =>
  Object.values(group).flatMap((node) => (isSetting(node) ? [node] : settingsOf(node)));

/** The type of a group's values once each setting has been read. */
export type Values<T> = {
  readonly [K in keyof T]: T[K] extends Setting<infer S, infer D>
    ? D extends null
      ? z.output<S> | null
      : z.output<S>
    : Values<T[K]>;
};

/** Returns the same structure with each setting replaced by the result of `read`. */
export function mapSettings<T extends Group>(
  group: T,
  read: (setting: Setting) => unknown,
): Values<T> {
  const entries = Object.entries(group).map(([name, node]) => [
    name,
    isSetting(node) ? read(node) : mapSettings(node, read),
  ]);
  return Object.fromEntries(entries) as Values<T>;
}
