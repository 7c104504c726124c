import type { Steps } from '#api/lib/steps.ts';
import { dayAndTime } from '#api/lib/local-time.ts';
import type { LineRecord } from '../metrics/internet-lines.service.ts';
import { inferredSeconds, type LineTrouble } from '../metrics/line-availability.ts';
import {
  availabilityWords,
  coveredWords,
  evidenceTitle,
  familyWords,
  isOngoing,
  isPartial,
  lineWords,
  measuredHow,
  outageWords,
  promiseWords,
  providerWords,
  sourceOf,
} from './line-evidence.ts';
import {
  type Box,
  content,
  type Document,
  drawBox,
  drawExplanations,
  drawFooters,
  drawHead,
  drawTable,
  type Identity,
  ink,
  openDocument,
  page,
  Sheet,
  type Table,
} from './pdf-sheet.ts';
import { countWords, durationWords, monthWords } from './report-words.ts';

/** The most rows of a table. The CSV file has all. */
const mostRows = 500;

/** An open document with the title of the evidence. */
export const openEvidence = (record: LineRecord, madeAt: Date, sender: Identity): Document =>
  openDocument(evidenceTitle(record), madeAt, sender);

/** Draws the evidence and ends the document. */
export function* drawEvidence(
  doc: Document,
  record: LineRecord,
  { sender, everySeconds, madeAt }: { sender: Identity; everySeconds: number; madeAt: Date },
): Steps<void> {
  const sheet = new Sheet(doc);
  const since = isPartial(record) ? `, since ${dayAndTime(record.from, record.month.timeZone)}` : '';
  const about = `${providerWords(record)} · ${monthWords(record.month.name)}${since}`;
  drawHead(sheet, { kind: 'Availability of an internet line', subject: lineWords(record), about }, sender);
  drawFacts(sheet, record, madeAt);
  for (const table of [outageTable(record, everySeconds), inferredTable(record), unknownTable(record)])
    if (table.rows.length > 0) yield* drawTable(sheet, table);
  drawExplanations(sheet, 'How this was measured', measuredHow(record, everySeconds));
  drawFooters(sheet, `${evidenceTitle(record)} · ${sender.platformName}`);
  doc.end();
}

function drawFacts(sheet: Sheet, record: LineRecord, madeAt: Date): void {
  const { addressFamily, month } = record;
  const words = [
    addressFamily ? `Addresses: ${familyWords[addressFamily]}.` : 'Addresses: not reported.',
    `Covers ${coveredWords(record)}.`,
    `Made on ${dayAndTime(madeAt, month.timeZone)}. All times are in ${month.timeZone}.`,
  ].join(' ');
  sheet.y = sheet.text.paragraph(words, page.margin, sheet.y, content, { size: 10, color: ink.muted }) + 8;
  const [gap, height] = [8, 72];
  const boxes = boxesOf(record);
  const width = (content - gap * (boxes.length - 1)) / boxes.length;
  for (const [at, box] of boxes.entries())
    drawBox(sheet, box, page.margin + at * (width + gap), sheet.y, { width, height });
  sheet.y += height + 22;
}

function boxesOf(record: LineRecord): Box[] {
  const { troubles, isPromiseKept, unknownSeconds } = record;
  const outages = troubles.filter(isDown);
  const inferred = inferredSeconds(troubles);
  const longest = outages.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  return [
    {
      label: 'Availability',
      value: availabilityWords(record),
      notes: [promiseWords(record), isPromiseKept === false ? 'Below the promise' : ''],
    },
    {
      label: 'Outages',
      value: outages.length.toLocaleString('en-GB'),
      notes: outages.length > 0 ? [`${durationWords(record.downSeconds)} in total`] : [],
    },
    { label: 'Longest outage', value: outages.length > 0 ? durationWords(longest) : 'None', notes: [] },
    {
      label: 'Gaps in measurement',
      value: unknownSeconds > 0 ? durationWords(unknownSeconds) : 'None',
      notes: [inferred > 0 ? `${durationWords(inferred)} during provider outages` : 'In the period covered'],
    },
  ];
}

const isDown = ({ state }: LineTrouble): boolean => state === 'down';

const titleOf = (words: string, all: number): string =>
  all > mostRows ? `${words}, the first ${mostRows} of ${countWords(all, 'entry', 'entries')}` : words;

function outageTable(record: LineRecord, everySeconds: number): Table<LineTrouble> {
  const rows = record.troubles.filter(isDown);
  return {
    title: titleOf('Outages', rows.length),
    rows: rows.slice(0, mostRows),
    columns: [
      ...timeColumns(record),
      { label: 'Reported by', width: 96, of: (row) => sourceOf(row, everySeconds).name },
      {
        label: 'Accurate to',
        width: 65,
        isNumber: true,
        isMuted: true,
        of: (row) => sourceOf(row, everySeconds).step,
      },
    ],
  };
}

/** Not measured, and so not counted as downtime. */
function inferredTable(record: LineRecord): Table<LineTrouble> {
  const rows = record.troubles.filter(({ inferred }) => inferred);
  return {
    title: titleOf('Not measured: the console was unreachable during an outage of the provider', rows.length),
    rows: rows.slice(0, mostRows),
    columns: [
      ...timeColumns(record),
      {
        label: 'At the same time',
        width: 161,
        of: ({ inferred }) => (inferred ? outageWords(inferred) : ''),
      },
    ],
  };
}

function unknownTable(record: LineRecord): Table<LineTrouble> {
  const rows = record.troubles.filter((one) => !isDown(one) && !one.inferred);
  return {
    title: titleOf('Times that weren’t measured', rows.length),
    rows: rows.slice(0, mostRows),
    columns: timeColumns(record),
  };
}

const timeColumns = (record: LineRecord): Table<LineTrouble>['columns'] => [
  { label: 'From', width: 135, of: ({ from }) => dayAndTime(from, record.month.timeZone) },
  {
    label: 'To',
    width: 135,
    of: (row) => (isOngoing(row, record) ? 'ongoing' : dayAndTime(row.until, record.month.timeZone)),
  },
  { label: 'Lasted', width: 80, of: ({ seconds }) => durationWords(seconds) },
];
