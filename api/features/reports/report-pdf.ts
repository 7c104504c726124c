import {
  type Box,
  type Column,
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
  type Size,
  states,
  type Table,
} from './pdf-sheet.ts';
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

/** An open document with the title of the report. */
export const openReport = (report: Report, sender: Identity): Document =>
  openDocument(
    `${report.subject}: network report for ${monthWords(report.month)}`,
    report.madeAt ?? report.until,
    sender,
  );

/** Draws the report and ends the document. */
export function* drawReport(doc: Document, report: Report, sender: Identity): Steps<void> {
  const sheet = new Sheet(doc);
  const about = `${monthWords(report.month)} · ${countWords(report.siteCount, 'site')}`;
  drawHead(sheet, { kind: 'Monthly network report', subject: report.subject, about }, sender);
  drawFigures(sheet, report);
  drawDays(sheet, report.days);
  if (report.allCustomers.length > 1) yield* drawTable(sheet, customerTable(report));
  yield* drawTable(sheet, siteTable(report));
  if (report.incidents.length > 0) yield* drawTable(sheet, incidentTable(report));
  if (report.planned.length > 0) yield* drawTable(sheet, plannedTable(report));
  drawExplanations(sheet, 'How these figures are calculated', explanations(report));
  drawFooters(sheet, `${report.subject} · ${monthWords(report.month)} · ${sender.platformName}`);
  doc.end();
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
