/**
 * The only table of export formats. The API, its documents, the command line, the typed clients and the console take
 * their lists of formats from it; `server/src/exports/formats.ts` has the writer for each. Plain data.
 */

/**
 * Capabilities and result fields that formats need. They are repeated in this file, because the full lists in `job.ts`
 * and `results.ts` come with schemas, which the command line does not load.
 */
type NeededCapability = 'transcription' | 'brands' | 'objects' | 'custom_query';
type NeededField = 'shots' | 'on_screen_text' | 'paid_segments' | 'disclosures';

/** Options of an export that only some formats use. */
export type FormatOption =
  | 'max_line_chars'
  | 'max_lines'
  | 'frame_rate'
  | 'start_timecode'
  | 'frame_size'
  | 'bom';

export interface FormatNeeds {
  /** The job must have been asked for at least one of these; if the list is empty, any job will do. */
  readonly capabilities: readonly NeededCapability[];
  /** A field that the results must have as well. */
  readonly field?: NeededField;
  /** Whether the job must have a storyboard. */
  readonly storyboard?: true;
}

export interface FormatEntry {
  /** Extension of the file name, without its leading dot. */
  readonly extension: string;
  readonly contentType: string;
  /** The heading under which the description of the API lists the format. */
  readonly group: string;
  /** Description of the contents, for the table in docs/exports.md. */
  readonly contains: string;
  readonly opensIn: string;
  readonly needs: FormatNeeds;
  readonly options: readonly FormatOption[];
  /**
   * What of the results the file is made from, which is all that is loaded: the transcript, everything but the
   * detections of each frame, or these too.
   */
  readonly reads: 'transcript' | 'findings' | 'detections';
  /** Whether one file can hold the results of all jobs of a batch. */
  readonly ofBatch: boolean;
  readonly console: ConsoleChoice;
}

/** How and where the console offers a format. */
export interface ConsoleChoice {
  readonly label: string;
  /** Position in the list of files on a job's page, lowest first; absent if that page does not offer the format. */
  readonly jobPlace?: number;
  /** Position in the list of files for selected jobs; absent if the format is not offered for them. */
  readonly selectionPlace?: number;
}

const csvType = 'text/csv; charset=utf-8; header=present';
const jsonType = 'application/json; charset=utf-8';
const spreadsheets = 'Excel, Numbers, LibreOffice, pandas';

const speech: FormatNeeds = { capabilities: ['transcription'] };
const brandsOrObjects: FormatNeeds = { capabilities: ['brands', 'objects'] };

const table = {
  srt: {
    extension: 'srt',
    contentType: 'application/x-subrip; charset=utf-8',
    group: 'subtitles',
    contains: 'subtitles',
    opensIn: 'players, YouTube, Premiere Pro, DaVinci Resolve',
    needs: speech,
    options: ['max_line_chars', 'max_lines'],
    reads: 'transcript',
    ofBatch: false,
    console: { label: 'Subtitles (SRT)', jobPlace: 50, selectionPlace: 60 },
  },
  vtt: {
    extension: 'vtt',
    contentType: 'text/vtt; charset=utf-8',
    group: 'subtitles',
    contains: 'subtitles with voices (`<v Speaker 1>`)',
    opensIn: 'browsers (`<track>`), players',
    needs: speech,
    options: ['max_line_chars', 'max_lines'],
    reads: 'transcript',
    ofBatch: false,
    console: { label: 'Subtitles (VTT)', jobPlace: 60 },
  },
  txt: {
    extension: 'txt',
    contentType: 'text/plain; charset=utf-8',
    group: 'transcript',
    contains: "the transcript, with a paragraph for each speaker's turn",
    opensIn: 'any editor',
    needs: speech,
    options: [],
    reads: 'transcript',
    ofBatch: false,
    console: { label: 'Transcript (text)', jobPlace: 70, selectionPlace: 50 },
  },
  csv: {
    extension: 'csv',
    contentType: csvType,
    group: 'appearances',
    contains: 'appearances of brands and objects, one per row',
    opensIn: spreadsheets,
    needs: brandsOrObjects,
    options: ['bom'],
    reads: 'detections',
    ofBatch: true,
    console: { label: 'Appearances (CSV)', jobPlace: 10, selectionPlace: 10 },
  },
  'shots.csv': {
    extension: 'shots.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'shots, one per row',
    opensIn: spreadsheets,
    needs: { capabilities: [], field: 'shots' },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Shots (CSV)', jobPlace: 40, selectionPlace: 40 },
  },
  'on-screen-text.csv': {
    extension: 'on-screen-text.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'lines of text on screen with time, box and size, one per row',
    opensIn: spreadsheets,
    needs: { capabilities: ['brands', 'custom_query'], field: 'on_screen_text' },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Text on screen (CSV)', jobPlace: 30, selectionPlace: 30 },
  },
  'paid-segments.csv': {
    extension: 'paid-segments.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'paid segments with the words that tell, one per row',
    opensIn: spreadsheets,
    needs: { capabilities: ['brands'], field: 'paid_segments' },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Paid segments (CSV)', jobPlace: 20, selectionPlace: 20 },
  },
  'disclosures.csv': {
    extension: 'disclosures.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'disclosures that the video is paid for, with sign, payer and words, one per row',
    opensIn: spreadsheets,
    needs: { capabilities: ['brands'], field: 'disclosures' },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Disclosures (CSV)', jobPlace: 25, selectionPlace: 25 },
  },
  'answers.csv': {
    extension: 'answers.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'answers to questions; one row per value of an answer with a form, with its evidence',
    opensIn: spreadsheets,
    needs: { capabilities: ['custom_query'] },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Answers (CSV)', jobPlace: 26, selectionPlace: 26 },
  },
  'answers-by-video.csv': {
    extension: 'answers-by-video.csv',
    contentType: csvType,
    group: 'tables',
    contains: 'answers to questions; one row per video, one column per question or property',
    opensIn: spreadsheets,
    needs: { capabilities: ['custom_query'] },
    options: ['bom'],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'Answers, a row a video (CSV)', jobPlace: 27, selectionPlace: 27 },
  },
  jsonl: {
    extension: 'jsonl',
    contentType: 'application/x-ndjson; charset=utf-8',
    group: 'all results',
    contains: 'all results, one record per line',
    opensIn: 'jq, DuckDB, BigQuery, pandas',
    needs: { capabilities: [] },
    options: [],
    reads: 'findings',
    ofBatch: true,
    console: { label: 'All results (JSON Lines)', selectionPlace: 80 },
  },
  otio: {
    extension: 'otio',
    contentType: 'application/vnd.pixar.opentimelineio+json; charset=utf-8',
    group: 'appearances',
    contains: 'the video as a clip, with a marker for each appearance',
    opensIn: 'OpenTimelineIO, DaVinci Resolve, Avid and Premiere Pro (beta)',
    needs: brandsOrObjects,
    options: ['frame_rate'],
    reads: 'findings',
    ofBatch: false,
    console: { label: 'Markers (OTIO)', jobPlace: 90 },
  },
  edl: {
    extension: 'edl',
    contentType: 'text/plain; charset=utf-8',
    group: 'appearances',
    contains: 'CMX 3600: an event with a locator for each appearance',
    opensIn: 'Avid, DaVinci Resolve (Import › Timeline markers from EDL), LosslessCut',
    needs: brandsOrObjects,
    options: ['frame_rate', 'start_timecode'],
    reads: 'findings',
    ofBatch: false,
    console: { label: 'Markers (EDL)', jobPlace: 80 },
  },
  coco: {
    extension: 'coco.json',
    contentType: jsonType,
    group: 'detections',
    contains: 'boxes and outlines of every detection, in pixels',
    opensIn: 'pycocotools, FiftyOne, Label Studio, Roboflow',
    needs: brandsOrObjects,
    options: ['frame_size'],
    reads: 'detections',
    ofBatch: false,
    console: { label: 'Boxes (COCO)', jobPlace: 100, selectionPlace: 70 },
  },
  cvat: {
    extension: 'cvat.xml',
    contentType: 'application/xml; charset=utf-8',
    group: 'detections',
    contains:
      'CVAT for video 1.1: a track for each appearance, a key frame where it begins and for each detection',
    opensIn: 'CVAT, Datumaro',
    needs: brandsOrObjects,
    options: ['frame_rate', 'frame_size'],
    reads: 'detections',
    ofBatch: false,
    console: { label: 'Boxes (CVAT)', jobPlace: 110 },
  },
  'label-studio': {
    extension: 'label-studio.json',
    contentType: jsonType,
    group: 'detections',
    contains: 'one task of Label Studio: a region of video for each appearance',
    opensIn: 'Label Studio',
    needs: brandsOrObjects,
    options: ['frame_rate', 'frame_size'],
    reads: 'detections',
    ofBatch: false,
    console: { label: 'Boxes (Label Studio)', jobPlace: 120 },
  },
  'storyboard.vtt': {
    extension: 'storyboard.vtt',
    contentType: 'text/vtt; charset=utf-8',
    group: 'thumbnails',
    contains: 'thumbnails for a seek bar: their positions on the sheets (`#xywh=`)',
    opensIn: 'Video.js, Plyr, JW Player, Vidstack',
    needs: { capabilities: ['brands', 'objects'], storyboard: true },
    options: [],
    reads: 'findings',
    ofBatch: false,
    console: { label: 'Thumbnails (VTT)' },
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;

export type ExportFormat = keyof typeof table;

/** Formats in which one file can hold the results of several jobs. */
export type BatchExportFormat = {
  [Name in ExportFormat]: (typeof table)[Name]['ofBatch'] extends true ? Name : never;
}[ExportFormat];

/** All formats with their entries, in the order used by every list of formats. */
export const exportFormatTable: Readonly<Record<ExportFormat, FormatEntry>> = table;

/** Names of the formats whose entry satisfies the condition. */
export const formatsWhere = (fits: (entry: FormatEntry) => boolean): ExportFormat[] =>
  (Object.keys(exportFormatTable) as ExportFormat[]).filter((name) =>
    fits(exportFormatTable[name]),
  );

/** Names of the formats that use an option. */
export const formatsUsing = (option: FormatOption): ExportFormat[] =>
  formatsWhere(({ options }) => options.includes(option));

/** The field of the results that a capability produces. */
const resultOf = (capability: NeededCapability) =>
  capability === 'custom_query' ? 'query_results' : capability;

type ExportedResults = {
  readonly [Field in ReturnType<typeof resultOf> | NeededField | 'storyboard']?: unknown;
};

/** The first requirement of a format that the results do not meet; null if the file can be made. */
export function missingNeed(
  { capabilities, field, storyboard }: FormatNeeds,
  results: ExportedResults,
): keyof FormatNeeds | null {
  const hasCapability = capabilities.some((name) => results[resultOf(name)] !== undefined);
  if (capabilities.length > 0 && !hasCapability) return 'capabilities';
  if (field !== undefined && results[field] === undefined) return 'field';
  return storyboard && !results.storyboard ? 'storyboard' : null;
}
