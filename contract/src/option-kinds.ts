/** What an option of a job may be: its kinds, and how each place shows it. Types alone. */
import type { Capability, CapabilityNeeds } from './capabilities.ts';

/** Request bodies that may have an option. */
export type OptionBody = 'job' | 'batch' | 'preset' | 'follow';

interface Flag {
  /**
   * Name without dashes; a repeatable flag is named after a single value. A switch that is on by default becomes
   * `--no-…`.
   */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Placeholder for the value in the help; a switch has none. */
  readonly value?: string;
  readonly help: string;
  /** Help texts for commands whose body gives the option another meaning. */
  readonly helps?: Partial<Readonly<Record<OptionBody, string>>>;
}

interface JobView {
  /** When a job shows the option: `given`, unless it has the default value; `always`, in any case. */
  readonly shown: 'given' | 'always';
  readonly description: string;
  readonly example?: unknown;
}

interface FormField {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
}

interface Described {
  /** Request bodies that may contain the option. */
  readonly bodies: readonly OptionBody[];
  readonly description: string;
  /** Descriptions for bodies that give the option another meaning. */
  readonly descriptions?: Partial<Readonly<Record<OptionBody, string>>>;
  readonly example: unknown;
  /**
   * The capability that the option belongs to. If that capability is not chosen, presets and the form drop the option.
   */
  readonly capability?: Capability;
  /** The form shows the option only if at least one chosen capability has this need. */
  readonly need?: keyof CapabilityNeeds;
  /** True if the option was added later, so that asks stored by earlier versions lack it. */
  readonly addedLater?: true;
  /** How a job shows the option; absent if a job does not show it. */
  readonly view?: JobView;
  readonly flag: Flag;
  /**
   * Descriptions in the tools for assistants; absent if a tool does not offer the option, or has a field of its own for
   * it.
   */
  readonly assistants?: Partial<Readonly<Record<'job' | 'batch', string>>>;
  /** The option's field in the console's form; absent if the form does not offer the option. */
  readonly form?: FormField;
}

interface TextsOption extends Described {
  readonly kind: 'texts';
  /** Maximum number of entries; absent if the plan sets it. */
  readonly atMost?: number;
  /**
   * The error for too many entries, in place of VALIDATION_FAILED. It is raised after the schema, so schemas do not
   * limit the number of entries.
   */
  readonly countError?: 'TOO_MANY_BRANDS' | 'TOO_MANY_QUERIES';
  /** Maximum number of characters in an entry. */
  readonly characters: number;
  /** Whether entries are spoken terms, as in the glossary of a workspace (`spokenTerm`). */
  readonly spoken?: true;
  readonly default: readonly [];
}

/**
 * Words from a fixed list. Unknown words have an error code of their own, which is raised after the schema, so schemas
 * do not check the words.
 */
interface SlugsOption extends Described {
  readonly kind: 'slugs';
  readonly atMost: number;
  readonly values: readonly string[];
  readonly default: readonly [];
}

/** Questions whose answers have a form, each an object. */
interface ShapedOption extends Described {
  readonly kind: 'shaped';
  readonly atMost: number;
  readonly default: readonly [];
}

interface TextOption extends Described {
  readonly kind: 'text';
  readonly characters: number;
  readonly default: null;
}

interface NumberOption extends Described {
  readonly kind: 'number';
  readonly min: number;
  readonly max?: number;
  readonly default: null;
  /** The plan limit that caps the number, and that is the number if none is given. */
  readonly planLimit?: 'max_fps';
}

/** A time of the video in seconds. People type it in seconds or as on a clock (`typedTime`). */
interface TimeOption extends Described {
  readonly kind: 'time';
  readonly max: number;
  readonly default: null;
}

/** A whole number, or an object with a lower bound, an upper bound, or both. */
interface RangeOption extends Described {
  readonly kind: 'range';
  /** Limits of the number and of each bound. */
  readonly min: number;
  readonly max: number;
  readonly default: null;
}

export interface ChoiceOption extends Described {
  readonly kind: 'choice';
  readonly values: readonly string[];
  /** Labels of the values in the console's form. */
  readonly labels: Readonly<Record<string, string>>;
  readonly default: string;
}

interface SwitchOption extends Described {
  readonly kind: 'switch';
  readonly default: boolean;
}

export type JobOption =
  | TextsOption
  | SlugsOption
  | ShapedOption
  | TextOption
  | NumberOption
  | TimeOption
  | RangeOption
  | ChoiceOption
  | SwitchOption;
