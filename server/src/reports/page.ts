/** The types that describe the content of each kind of page in a report. */
import type { BoundingBox } from '@reelsight/contract';
import type { Picture, Span } from './content.ts';

/** Size of a landscape A4 sheet and of the free space at its edges, in points. */
export const sheet = { width: 841.89, height: 595.28, margin: 34, foot: 26 } as const;
export const inner = sheet.width - 2 * sheet.margin;

/** Number of warnings on the cover; the pages of the method have all of them if there are more. */
export const shownWarnings = 4;

interface Base {
  /** Target of links within the report. */
  readonly id: string;
  readonly title: string;
}

export interface CoverPage extends Base {
  readonly kind: 'cover';
  readonly logo: Picture | null;
  readonly lines: readonly string[];
  readonly figures: readonly {
    readonly value: string;
    readonly label: string;
    /** Name of a brand, shown after the label. */
    readonly name?: string;
  }[];
  /** Sentences that say what is missing; they come before all numbers. */
  readonly warnings: readonly string[];
  readonly top: readonly {
    readonly name: string;
    readonly seconds: number;
    /** Share of screen time, 0 to 1. */
    readonly share: number;
    /** The share in percent. */
    readonly percent: string;
    readonly anchor: string | null;
  }[];
  /** Says how many brands are not in the list; null if all are. */
  readonly moreBrands: string | null;
  readonly videos: readonly { readonly title: string; readonly length: string }[];
  readonly more: string | null;
  readonly notes: readonly string[];
}

export interface Column {
  readonly head: string;
  /** Width in points; 0 for a column that takes the width left by the others. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface Cell {
  readonly text: string;
  /** Name of the brand whose colour is shown before the text. */
  readonly colour?: string;
  /** Id of the page of the report that the text links to. */
  readonly anchor?: string | null;
  readonly href?: string;
  readonly quiet?: true;
  /** A sign after the text that is never cut off; the note of the table explains it. */
  readonly sign?: string | undefined;
}

export interface TablePage extends Base {
  readonly kind: 'table';
  readonly note: string;
  /** Says how many rows are not in the table, and where they are; absent if all are. */
  readonly rest?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Everything that is said above a table that shows all its rows. */
export const tableNote = ({ note, rest }: TablePage): string => (rest ? `${note} ${rest}` : note);

export interface Share {
  /** Null if the entry combines several brands. */
  readonly name: string | null;
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** The share in percent, rounded so that all entries add up. */
  readonly percent: string;
  /** Null if unknown. */
  readonly seconds: number | null;
  /** Id of the brand's page with its proof frames, if it has one. */
  readonly anchor?: string | null;
}

export interface VoicePage extends Base {
  readonly kind: 'voice';
  readonly note: string;
  readonly shares: readonly Share[];
}

export interface TimelineLane {
  readonly name: string;
  readonly label: string;
  /** The times at which the brand is seen; gaps that are too small to draw are closed. */
  readonly bars: readonly Span[];
  readonly marks: readonly number[];
}

export interface TimelineBlock {
  readonly title: string;
  readonly href: string;
  readonly seconds: number;
  readonly lanes: readonly TimelineLane[];
  /** Says how many brands have no lane of their own; null if all have one. */
  readonly more: string | null;
  /** Returns a link that opens the video at a moment. */
  readonly momentHref: (seconds: number) => string;
  readonly ticks: readonly number[];
}

export interface TimelinePage extends Base {
  readonly kind: 'timelines';
  readonly note: string;
  readonly blocks: readonly TimelineBlock[];
}

/** The surroundings of a small logo, shown enlarged in a corner of its frame. */
export interface Detail {
  /** Name of the enlarged part among the pictures of the report. */
  readonly picture: string;
  /** The part of the frame that is enlarged. */
  readonly region: BoundingBox;
  readonly onLeft: boolean;
  readonly onTop: boolean;
}

export interface Proof {
  readonly frame: string;
  readonly box: BoundingBox;
  readonly detail: Detail | null;
  readonly title: string;
  readonly caption: string;
  /** What fits below a small frame, the most important first. */
  readonly brief: string;
  readonly href: string;
}

export interface BrandPage extends Base {
  readonly kind: 'brand';
  readonly name: string;
  /** Says that a person changed the brand's results; null if nobody did. */
  readonly mark: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Link to the most important moment. */
  readonly best: { readonly text: string; readonly href: string } | null;
  /** Shares of the brand's seconds in each of the nine fields of the picture, row by row. */
  readonly fields: readonly number[] | null;
  readonly surfaces: readonly (readonly [surface: string, value: string])[];
  readonly proofs: readonly Proof[];
  /** Why there are fewer proof frames than expected. */
  readonly note: string | null;
}

/** One proof frame of each of the brands seen longest. The title of each frame is the name of its brand. */
export interface ProofsPage extends Base {
  readonly kind: 'proofs';
  readonly note: string;
  readonly proofs: readonly Proof[];
}

export interface MethodPage extends Base {
  readonly kind: 'method';
  readonly parts: readonly { readonly head: string | null; readonly lines: readonly string[] }[];
}

export type Page =
  | CoverPage
  | TablePage
  | VoicePage
  | ProofsPage
  | TimelinePage
  | BrandPage
  | MethodPage;

/** Sizes on a brand's page around and between its proof frames, in points. */
export const brandSize = { facts: 232, gap: 26, between: 14, head: 36, caption: 34 } as const;
/** Share of a frame's width and height that the enlarged logo in a corner takes up. */
export const detailShare = 0.34;
/** Points between a logo and the line around it. */
export const boxPadding = 3;

/** Layout for this many proof frames, in points; each caption goes below its frame. */
export function proofRoom(count: number): { columns: number; width: number; height: number } {
  const columns = count <= 1 ? 1 : 2;
  const rows = Math.max(1, Math.ceil(count / columns));
  const width = inner - brandSize.facts - brandSize.gap - brandSize.between * (columns - 1);
  const height = sheet.height - 2 * sheet.margin - sheet.foot - brandSize.head;
  return { columns, width: width / columns, height: height / rows - brandSize.caption };
}

/** Layout of the page of proof frames for this many frames, in points; each caption goes below its frame. */
export function proofGrid(count: number): { columns: number; width: number; height: number } {
  const columns = count <= 1 ? 1 : count <= 4 ? 2 : count <= 6 ? 3 : 4;
  const rows = Math.max(1, Math.ceil(count / columns));
  const height = sheet.height - 2 * sheet.margin - sheet.foot - proofGridHead;
  return {
    columns,
    width: (inner - brandSize.between * (columns - 1)) / columns,
    height: height / rows - brandSize.caption,
  };
}
/** Height of the title and the note above the grid of proof frames, in points. */
export const proofGridHead = 50;

/** Sizes of the elements of a timeline, in points. */
export const timelineSize = { head: 20, lane: 14, axis: 18, gap: 14, label: 130 } as const;
/** Height of a table row in points. */
export const rowHeight = 19;
