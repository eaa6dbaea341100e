/** The content of each page of a report. */
import type { BoundingBox } from '@reelsight/contract';
import type { Picture, Span } from './content.ts';

/** Points: landscape A4, and the free space at its edges. */
export const sheet = { width: 841.89, height: 595.28, margin: 34, foot: 26 } as const;
export const inner = sheet.width - 2 * sheet.margin;

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
    /** A name after the label. */
    readonly name?: string;
  }[];
  readonly top: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly anchor: string | null;
  }[];
  readonly videos: readonly { readonly title: string; readonly length: string }[];
  readonly more: string | null;
  readonly notes: readonly string[];
}

export interface Column {
  readonly head: string;
  /** Points; 0: whatever the other columns leave. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface Cell {
  readonly text: string;
  /** The brand whose colour precedes it. */
  readonly colour?: string;
  /** The page of the report that it links to. */
  readonly anchor?: string | null;
  readonly href?: string;
  readonly quiet?: true;
  /** Placed after the text and never cut; the table's note explains it. */
  readonly sign?: string | undefined;
}

export interface TablePage extends Base {
  readonly kind: 'table';
  readonly note: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Share {
  /** Null if it stands for several brands. */
  readonly name: string | null;
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** Null where it is not known. */
  readonly seconds: number | null;
  /** The page of the brand with its frames, if it has one. */
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
  /** Gaps too small to draw are removed. */
  readonly bars: readonly Span[];
  readonly marks: readonly number[];
}

export interface TimelineBlock {
  readonly title: string;
  readonly href: string;
  readonly seconds: number;
  readonly lanes: readonly TimelineLane[];
  /** Brands without a lane, as text. */
  readonly more: string | null;
  /** Link that opens a moment of the video. */
  readonly momentHref: (seconds: number) => string;
  readonly ticks: readonly number[];
}

export interface TimelinePage extends Base {
  readonly kind: 'timelines';
  readonly note: string;
  readonly blocks: readonly TimelineBlock[];
}

/** The surroundings of a small logo, enlarged in a corner of its frame. */
export interface Detail {
  /** Its name among the pictures of the report. */
  readonly picture: string;
  /** The enlarged part of the frame. */
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
  readonly href: string;
}

export interface BrandPage extends Base {
  readonly kind: 'brand';
  readonly name: string;
  /** Says that a person changed it. */
  readonly mark: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The most important moment. */
  readonly best: { readonly text: string; readonly href: string } | null;
  /** Shares of the seconds in each of nine fields, row by row. */
  readonly fields: readonly number[] | null;
  readonly surfaces: readonly (readonly [surface: string, value: string])[];
  readonly proofs: readonly Proof[];
  /** Why there are fewer proof frames than expected. */
  readonly note: string | null;
}

export interface MethodPage extends Base {
  readonly kind: 'method';
  readonly parts: readonly { readonly head: string | null; readonly lines: readonly string[] }[];
}

export type Page = CoverPage | TablePage | VoicePage | TimelinePage | BrandPage | MethodPage;

/** Points next to the proof frames of a brand, and between them. */
export const brandSize = { facts: 232, gap: 26, between: 14, head: 36, caption: 34 } as const;
/** Share of a frame's sides that the enlarged logo in its corner takes. */
export const detailShare = 0.34;
/** Points between a logo and the line around it. */
export const boxPadding = 3;

/** Layout for this many proof frames, in points; captions go below them. */
export function proofRoom(count: number): { columns: number; width: number; height: number } {
  const columns = count <= 1 ? 1 : 2;
  const rows = Math.max(1, Math.ceil(count / columns));
  const width = inner - brandSize.facts - brandSize.gap - brandSize.between * (columns - 1);
  const height = sheet.height - 2 * sheet.margin - sheet.foot - brandSize.head;
  return { columns, width: width / columns, height: height / rows - brandSize.caption };
}

/** Points that the elements of a timeline take. */
export const timelineSize = { head: 20, lane: 14, axis: 18, gap: 14, label: 130 } as const;
/** Points that a row of a table takes. */
export const rowHeight = 19;
