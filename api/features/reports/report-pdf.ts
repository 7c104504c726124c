import Pdf from 'pdfkit';
import type { Sender } from '../branding/sender.ts';
import { PdfText, type TextStyle } from './pdf-text.ts';
import type {
  Report,
  ReportCustomer,
  ReportDay,
  ReportFigures,
  ReportIncident,
  ReportSite,
} from './report.types.ts';
import {
  beforeWords,
  countWords,
  durationWords,
  explanations,
  incidentPlace,
  measuredWords,
  monthWords,
  percentWords,
  severityWords,
  soFarWords,
  spanWords,
  typeNames,
  uptimeChange,
} from './report-words.ts';
import { monthBefore } from '#api/lib/calendar-month.ts';
import type { Steps } from '#api/lib/steps.ts';

/** A4, in points. */
const page = { width: 595.28, height: 841.89, margin: 42 };
const content = page.width - 2 * page.margin;
const bottom = page.height - 64;

const ink = { text: '#0f172a', muted: '#475569', line: '#e2e8f0', surface: '#f8fafc' };
const states = { ok: '#15803d', warning: '#b45309', critical: '#dc2626' };

type Document = PDFKit.PDFDocument;
type Identity = Pick<Sender, 'platformName' | 'button'>;

/** An open document with its title. `compress` is off in tests, which search its text. */
export function openDocument(
  { subject, month, madeAt, until }: Report,
  { platformName }: Identity,
): Document {
  return new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: `${subject}: network report for ${monthWords(month)}`,
      Author: platformName,
      CreationDate: madeAt ?? until,
    },
  });
}

/** Draws the report and ends the document. */
export function* drawReport(doc: Document, report: Report, sender: Identity): Steps<void> {
  const text = new PdfText(doc);
  const sheet = new Sheet(doc, text);
  drawHead(sheet, report, sender);
  drawFigures(sheet, report);
  drawDays(sheet, report.days);
  if (report.allCustomers.length > 1) yield* drawTable(sheet, customerTable(report));
  yield* drawTable(sheet, siteTable(report));
  if (report.incidents.length > 0) yield* drawTable(sheet, incidentTable(report));
  if (report.planned.length > 0) yield* drawTable(sheet, plannedTable(report));
  drawExplanations(sheet, report);
  drawFooters(doc, text, report, sender);
  doc.end();
}

/** Where the next part begins, on which page. */
class Sheet {
  y = page.margin;

  constructor(
    readonly doc: Document,
    readonly text: PdfText,
  ) {}

  /** Starts a page if this much doesn't fit on the current one. @returns whether it did */
  makeRoom(height: number): boolean {
    if (this.y + height <= bottom) return false;
    this.doc.addPage();
    this.y = page.margin;
    return true;
  }

  heading(words: string, room: number): void {
    this.makeRoom(room);
    this.text.line(words, page.margin, this.y, { size: 12, weight: 600 });
    this.y += 22;
  }
}

function drawHead(sheet: Sheet, report: Report, { platformName, button }: Identity): void {
  const { doc, text } = sheet;
  doc.rect(0, 0, page.width, 6).fill(button.ground);
  text.line(platformName, page.margin, 36, { size: 10, weight: 600, width: content / 2 });
  const right = { size: 10, color: ink.muted, width: content / 2, align: 'right' as const };
  text.line('Monthly network report', page.margin + content / 2, 36, right);
  // A long name is smaller, and takes a second line if it must.
  const isLong = text.widthOf(report.subject, 24, 600) > content;
  const title = { size: isLong ? 17 : 24, weight: 600 as const };
  const end = text.paragraph(report.subject, page.margin, 66, content, title, 2);
  const about = `${monthWords(report.month)} · ${countWords(report.siteCount, 'site')}`;
  text.line(about, page.margin, end, { size: 13, color: ink.muted });
  sheet.y = end + 28;
}

interface Box {
  label: string;
  value: string;
  notes: string[];
}

function boxesOf({ figures, before, month, timeZone }: Report): Box[] {
  const last = monthBefore(month);
  const times = (median: number | null, p90: number | null, earlier: number | null | undefined) => [
    median === null ? '' : `90% within ${durationWords(p90)}`,
    beforeWords(earlier == null ? null : durationWords(earlier), last),
  ];
  const outage = figures.longestOutage;
  return [
    {
      label: 'Uptime',
      value: percentWords(figures.uptimePercent),
      notes: [uptimeChange(figures, before, last)],
    },
    {
      label: 'Incidents',
      value: figures.incidents.toLocaleString('en-GB'),
      notes: [
        severityWords(figures),
        before ? beforeWords(before.incidents.toLocaleString('en-GB'), last) : '',
        figures.plannedIncidents > 0
          ? `${countWords(figures.plannedIncidents, 'more alert')} in planned work`
          : '',
      ],
    },
    {
      label: 'Time to acknowledge',
      value: durationWords(figures.acknowledgeMedian),
      notes: times(figures.acknowledgeMedian, figures.acknowledgeP90, before?.acknowledgeMedian),
    },
    {
      label: 'Time to recover',
      value: durationWords(figures.recoverMedian),
      notes: times(figures.recoverMedian, figures.recoverP90, before?.recoverMedian),
    },
    {
      label: 'Longest outage',
      value: outage ? durationWords(outage.seconds) : 'None',
      notes: outage ? [incidentPlace(outage), spanWords(outage, timeZone)] : [],
    },
  ];
}

function drawFigures(sheet: Sheet, report: Report): void {
  const { text } = sheet;
  const introduction = [soFarWords(report), measuredWords(report), 'Planned work is left out.'];
  const words = introduction.filter(Boolean).join(' ');
  sheet.y = text.paragraph(words, page.margin, sheet.y, content, { size: 10, color: ink.muted }) + 8;
  const [gap, height] = [8, 84];
  const boxes = boxesOf(report);
  const width = (content - 3 * gap) / 4;
  for (const [at, box] of boxes.slice(0, 4).entries())
    drawBox(sheet, box, page.margin + at * (width + gap), sheet.y, { width, height });
  sheet.y += height + gap;
  const [, , , , outage] = boxes;
  drawBox(sheet, outage!, page.margin, sheet.y, { width: content, height: 70 });
  sheet.y += 70 + 22;
}

interface Size {
  width: number;
  height: number;
}

function drawBox({ doc, text }: Sheet, { label, value, notes }: Box, x: number, y: number, size: Size): void {
  doc.roundedRect(x, y, size.width, size.height, 6).lineWidth(0.75).fillAndStroke(ink.surface, ink.line);
  const inner = size.width - 16;
  text.line(label, x + 8, y + 8, { size: 8.5, color: ink.muted, width: inner });
  text.line(value, x + 8, y + 20, { size: 16, weight: 600, width: inner });
  for (const [at, note] of notes.filter(Boolean).entries())
    text.line(note, x + 8, y + 43 + at * 11, { size: 7.5, color: ink.muted, width: inner });
}

/** How high and in which color a day is drawn. The height tells them apart without color. */
function lookOf({ uptimePercent, measuredPercent }: ReportDay) {
  if (measuredPercent === null) return undefined;
  if (uptimePercent === null) return { share: 0, color: ink.line };
  if (uptimePercent >= 99.9) return { share: 1, color: states.ok };
  return uptimePercent >= 99
    ? { share: 0.66, color: states.warning }
    : { share: 0.33, color: states.critical };
}

const legend = [
  { share: 1, color: states.ok, words: '99.9% or more' },
  { share: 0.66, color: states.warning, words: '99% or more' },
  { share: 0.33, color: states.critical, words: 'below 99%' },
  { share: 0, color: ink.line, words: 'not measured' },
];

function drawDays(sheet: Sheet, days: readonly ReportDay[]): void {
  const { text } = sheet;
  sheet.heading('Uptime by day', 90);
  const [gap, height] = [3, 30];
  const width = (content - gap * (days.length - 1)) / days.length;
  for (const [at, day] of days.entries()) {
    const x = page.margin + at * (width + gap);
    const look = lookOf(day);
    if (look) drawDay(sheet, x, sheet.y, { width, height }, look);
    if (at % 5 === 0 || at === days.length - 1)
      text.line(String(at + 1), x, sheet.y + height + 3, { size: 7, color: ink.muted });
  }
  sheet.y += height + 18;
  let x = page.margin;
  for (const { words, ...look } of legend) {
    drawDay(sheet, x, sheet.y, { width: 8, height: 9 }, look);
    text.line(words, x + 12, sheet.y, { size: 7.5, color: ink.muted });
    x += 24 + text.widthOf(words, 7.5);
  }
  sheet.y += 30;
}

function drawDay(
  { doc }: Sheet,
  x: number,
  y: number,
  { width, height }: Size,
  { share, color }: { share: number; color: string },
): void {
  doc.rect(x, y, width, height).lineWidth(0.5);
  if (share === 0) doc.dash(1.5, { space: 1.5 }).stroke(ink.muted).undash();
  else {
    doc.fill(ink.line);
    doc.rect(x, y + height * (1 - share), width, height * share).fill(color);
  }
}

interface Column<Row> {
  label: string;
  width: number;
  isNumber?: boolean;
  /** The first columns that name the row are dark. */
  isMuted?: boolean;
  of: (row: Row) => string;
}

interface Table<Row> {
  title: string;
  columns: Column<Row>[];
  rows: readonly Row[];
}

/** The figures of a row, which take 338 points. */
const figureColumns: Column<{ figures: ReportFigures }>[] = [
  {
    label: 'Uptime',
    width: 48,
    isNumber: true,
    of: ({ figures }) => percentWords(figures.uptimePercent),
  },
  {
    label: 'Measured',
    width: 52,
    isNumber: true,
    of: ({ figures }) => percentWords(figures.measuredPercent, 1),
  },
  {
    label: 'Incidents',
    width: 48,
    isNumber: true,
    of: ({ figures }) => figures.incidents.toLocaleString('en-GB'),
  },
  {
    label: 'To acknowledge',
    width: 68,
    isNumber: true,
    of: ({ figures }) => durationWords(figures.acknowledgeMedian, '–'),
  },
  {
    label: 'To recover',
    width: 56,
    isNumber: true,
    of: ({ figures }) => durationWords(figures.recoverMedian, '–'),
  },
  {
    label: 'Longest outage',
    width: 66,
    isNumber: true,
    of: ({ figures }) => durationWords(figures.longestOutage?.seconds ?? null, '–'),
  },
];

function customerTable({ allCustomers }: Report): Table<ReportCustomer> {
  const columns: Column<ReportCustomer>[] = [
    { label: 'Customer', width: 138, of: ({ name }) => name ?? 'Sites without a customer' },
    { label: 'Sites', width: 35, isNumber: true, of: ({ siteCount }) => siteCount.toLocaleString('en-GB') },
    ...figureColumns,
  ];
  return { title: 'Customers, worst first', columns, rows: allCustomers };
}

function siteTable({ sites, allCustomers }: Report): Table<ReportSite> {
  const isMixed = allCustomers.length > 1;
  const columns: Column<ReportSite>[] = [
    { label: 'Site', width: isMixed ? 87 : 173, of: ({ name }) => name },
    ...(isMixed
      ? [
          {
            label: 'Customer',
            width: 86,
            isMuted: true,
            of: ({ customerName }: ReportSite) => customerName ?? '–',
          },
        ]
      : []),
    ...figureColumns,
  ];
  return { title: 'Sites, worst first', columns, rows: sites };
}

function incidentTable({ incidents, figures, timeZone }: Report): Table<ReportIncident> {
  const isWhole = incidents.length >= figures.incidents;
  return {
    title: isWhole ? 'Incidents, longest first' : `The ${incidents.length} longest incidents`,
    rows: incidents,
    columns: [
      { label: 'Where', width: 162, of: incidentPlace },
      { label: 'What', width: 74, of: ({ type }) => typeNames[type] },
      { label: 'Severity', width: 44, of: ({ severity }) => severity },
      { label: 'When', width: 174, isMuted: true, of: (incident) => spanWords(incident, timeZone) },
      { label: 'Lasted', width: 57, isNumber: true, of: ({ seconds }) => durationWords(seconds) },
    ],
  };
}

/** Planned work that fits. The rest is in the app. */
const mostPlanned = 40;

function plannedTable({ planned, timeZone }: Report): Table<Report['planned'][number]> {
  const more = planned.length > mostPlanned ? `, the first ${mostPlanned}` : '';
  return {
    title: `Planned work${more}`,
    rows: planned.slice(0, mostPlanned),
    columns: [
      { label: 'What', width: 165, of: ({ name }) => name },
      {
        label: 'Where',
        width: 130,
        isMuted: true,
        of: ({ deviceName, siteName }) => deviceName ?? siteName ?? 'All sites',
      },
      { label: 'When', width: 216, isMuted: true, of: (span) => spanWords(span, timeZone) },
    ],
  };
}

const rowHeight = 17;

function* drawTable<Row>(sheet: Sheet, { title, columns, rows }: Table<Row>): Steps<void> {
  sheet.heading(title, 22 + 3 * rowHeight);
  drawCells(sheet, columns, ({ label }) => label, { size: 7.5, weight: 600, color: ink.muted });
  for (const row of rows) {
    if (sheet.makeRoom(rowHeight))
      drawCells(sheet, columns, ({ label }) => label, { size: 7.5, weight: 600, color: ink.muted });
    drawCells(sheet, columns, ({ of }) => of(row), { size: 8.5 });
    yield;
  }
  sheet.y += 20;
}

function drawCells<Row>(
  sheet: Sheet,
  columns: readonly Column<Row>[],
  of: (column: Column<Row>) => string,
  style: TextStyle,
): void {
  let x = page.margin;
  for (const [at, column] of columns.entries()) {
    // A gap between columns, but not at the edge of the table.
    const gap = at < columns.length - 1 ? 8 : 0;
    sheet.text.line(of(column), x, sheet.y + 4, {
      ...(column.isMuted && { color: ink.muted }),
      ...style,
      width: column.width - gap,
      align: column.isNumber ? 'right' : 'left',
    });
    x += column.width;
  }
  sheet.y += rowHeight;
  sheet.doc
    .moveTo(page.margin, sheet.y)
    .lineTo(page.margin + content, sheet.y)
    .lineWidth(0.5)
    .stroke(ink.line);
}

function drawExplanations(sheet: Sheet, report: Report): void {
  sheet.heading('How these figures are calculated', 60);
  for (const words of explanations(report)) {
    sheet.makeRoom(28);
    sheet.y = sheet.text.paragraph(words, page.margin, sheet.y, content, { size: 8.5, color: ink.muted }) + 4;
  }
}

function drawFooters(doc: Document, text: PdfText, report: Report, { platformName }: Identity): void {
  const { count } = doc.bufferedPageRange();
  const style = { size: 7.5, color: ink.muted };
  const half = content / 2;
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at);
    const y = page.height - 36;
    text.line(`${report.subject} · ${monthWords(report.month)} · ${platformName}`, page.margin, y, {
      ...style,
      width: content - 80,
    });
    text.line(`${at + 1} / ${count}`, page.margin + half, y, { ...style, width: half, align: 'right' });
  }
}
