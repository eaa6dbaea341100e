/** Makes the tables of docs/accuracy.md from what was measured on the test media. */

/** The parts of the scorer's answer that the table shows. */
export interface Score {
  readonly speech?: { wer?: number; invented_words?: number; mean_start_error_s?: number | null };
  readonly brands?: {
    readonly on_screen?: {
      precision: number | null;
      recall: number | null;
      overlays_found: string;
      overlays_missed: string[];
      names_not_in_truth: string[];
      boxes: { mean_iou: number | null };
    };
    readonly spoken?: {
      recall: number | null;
      precision: number | null;
      missed: string[];
      false: string[];
    };
  };
  readonly objects?: {
    precision: number | null;
    recall: number | null;
    boxes: { mean_iou: number | null };
    per_name: Record<string, { precision: number | null; recall: number | null }>;
  };
  readonly shots?: { available: boolean; f1?: number | null; mean_error_s?: number | null };
}

export interface Row {
  readonly file: string;
  readonly fps: number;
  readonly mode: 'asked for' | 'any brand';
  readonly score: Score;
  readonly minutes: number;
  /** CPU seconds of this process, by stage. */
  readonly spent: Readonly<Record<string, number>>;
  readonly frames: number;
  readonly reads: number;
}

type Cells = readonly (string | number)[];

interface Section {
  readonly title: string;
  readonly about: string;
  readonly head: readonly string[];
  readonly body: readonly Cells[];
}

/** Writes the measurements as Markdown sections; empty tables are left out. */
export function report(rows: readonly Row[], engines: string): string {
  const sections = [
    brandsOnScreen(rows),
    brandsInSpeech(rows),
    objects(rows),
    words(rows),
    cuts(rows),
    time(rows),
  ]
    .filter(({ body }) => body.length > 0)
    .map(({ title, about, head, body }) => `## ${title}\n\n${about}\n\n${table(head, body)}`);
  return [
    '## On media that we made',
    `Measured by \`node bench/accuracy.ts --unseen --write\` on the project's test media with ${engines}. "·" means not measured, or none. "Asked for" looks for the names given with the job, "any brand" for every name in the lexicon.`,
    ...sections,
  ].join('\n\n');
}

const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? '·' : value.toFixed(2);
const line = (cells: Cells) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly Cells[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const at = ({ file, fps }: Row): Cells => [file, fps];

function brandsOnScreen(rows: readonly Row[]): Section {
  return {
    title: 'Brands on screen',
    about:
      'Precision and recall are counted in seconds: those in which a brand is reported, against those in which it is on screen. "Boxes" is the mean overlap (intersection over union) with the letters as drawn.',
    head: ['file', 'fps', 'mode', 'precision', 'recall', 'found', 'boxes', 'missed', 'invented'],
    body: rows
      .filter(({ score }) => score.brands?.on_screen)
      .map((row) => {
        const seen = row.score.brands?.on_screen;
        return [
          ...at(row),
          row.mode,
          figure(seen?.precision),
          figure(seen?.recall),
          seen?.overlays_found ?? '·',
          figure(seen?.boxes?.mean_iou),
          seen?.overlays_missed.join(', ') || '·',
          seen?.names_not_in_truth.join(', ') || '·',
        ];
      }),
  };
}

function brandsInSpeech(rows: readonly Row[]): Section {
  return {
    title: 'Brands in speech',
    about: 'Recall is over the mentions in the audio, precision over the reported ones.',
    head: ['file', 'fps', 'mode', 'recall', 'precision', 'missed', 'false'],
    body: rows
      .filter(({ score }) => score.brands?.spoken)
      .map((row) => {
        const spoken = row.score.brands?.spoken;
        return [
          ...at(row),
          row.mode,
          figure(spoken?.recall),
          figure(spoken?.precision),
          spoken?.missed.join(', ') || '·',
          spoken?.false.join(', ') || '·',
        ];
      }),
  };
}

function objects(rows: readonly Row[]): Section {
  return {
    title: 'Objects',
    about:
      'Precision and recall in seconds, and the mean overlap of boxes where the ground truth has one.',
    head: ['file', 'fps', 'precision', 'recall', 'boxes', 'recall by name'],
    body: rows
      .filter(({ score, mode }) => score.objects && mode === 'asked for')
      .map((row) => [
        ...at(row),
        figure(row.score.objects?.precision),
        figure(row.score.objects?.recall),
        figure(row.score.objects?.boxes.mean_iou),
        Object.entries(row.score.objects?.per_name ?? {})
          .filter(([, one]) => one.recall !== null)
          .map(([name, one]) => `${name} ${figure(one.recall)}`)
          .join(', ') || '·',
      ]),
  };
}

function words(rows: readonly Row[]): Section {
  return {
    title: 'Words',
    about: 'Word error rate without hints, and words invented where nothing is said.',
    head: ['file', 'word error rate', 'invented', 'mean error of starts, s'],
    body: rows
      .filter(({ score, mode }) => score.speech && mode === 'any brand')
      .map((row) => [
        row.file,
        figure(row.score.speech?.wer),
        row.score.speech?.invented_words ?? '·',
        figure(row.score.speech?.mean_start_error_s),
      ]),
  };
}

function cuts(rows: readonly Row[]): Section {
  return {
    title: 'Cuts',
    about: 'A cut counts if it is within 0.2 s of the ground truth.',
    head: ['file', 'F1', 'mean error, s'],
    body: rows
      .filter(({ score, mode }) => score.shots?.available && mode === 'any brand')
      .map((row) => [row.file, figure(row.score.shots?.f1), figure(row.score.shots?.mean_error_s)]),
  };
}

function time(rows: readonly Row[]): Section {
  return {
    title: 'Time',
    about:
      'CPU seconds of the process per minute of video on one core, without loading models. "Read" is the number of frames or parts of frames that the text detector read, and the number of samples.',
    head: ['file', 'fps', 'mode', 'ingestion', 'speech', 'brands', 'objects', 'read'],
    body: rows.map((row) => [
      ...at(row),
      row.mode,
      ...['ingestion', 'speech', 'brands', 'objects'].map((stage) =>
        row.spent[stage] === undefined ? '·' : ((row.spent[stage] ?? 0) / row.minutes).toFixed(0),
      ),
      `${row.reads} / ${row.frames}`,
    ]),
  };
}
