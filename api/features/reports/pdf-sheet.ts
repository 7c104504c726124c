import Pdf from 'pdfkit';
import type { Steps } from '#api/lib/steps.ts';
import type { Sender } from '../branding/sender.ts';
import { PdfText, type TextStyle } from './pdf-text.ts';

// The parts that all our documents are drawn from: head, boxes, tables, explanations and footers.

/** A4, in points. */
export const page = { width: 595.28, height: 841.89, margin: 42 };
export const content = page.width - 2 * page.margin;
const bottom = page.height - 64;

export const ink = { text: '#0f172a', muted: '#475569', line: '#e2e8f0', surface: '#f8fafc' };
export const states = { ok: '#15803d', warning: '#b45309', critical: '#dc2626' };

export type Document = PDFKit.PDFDocument;
export type Identity = Pick<Sender, 'platformName' | 'button'>;

/** An open document with its title. */
export function openDocument(title: string, madeAt: Date, { platformName }: Identity): Document {
  return new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: platformName, CreationDate: madeAt },
  });
}

/** Where the next part begins, on which page. */
export class Sheet {
  y = page.margin;

  readonly text: PdfText;

  constructor(readonly doc: Document) {
    this.text = new PdfText(doc);
  }

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

interface Head {
  /** What kind of document it is. */
  kind: string;
  subject: string;
  about: string;
}

export function drawHead(
  sheet: Sheet,
  { kind, subject, about }: Head,
  { platformName, button }: Identity,
): void {
  const { doc, text } = sheet;
  doc.rect(0, 0, page.width, 6).fill(button.ground);
  text.line(platformName, page.margin, 36, { size: 10, weight: 600, width: content / 2 });
  const right = { size: 10, color: ink.muted, width: content / 2, align: 'right' as const };
  text.line(kind, page.margin + content / 2, 36, right);
  // A long name is smaller, and takes a second line if it must.
  const isLong = text.widthOf(subject, 24, 600) > content;
  const title = { size: isLong ? 17 : 24, weight: 600 as const };
  const end = text.paragraph(subject, page.margin, 66, content, title, 2);
  text.line(about, page.margin, end, { size: 13, color: ink.muted });
  sheet.y = end + 28;
}

export interface Box {
  label: string;
  value: string;
  notes: string[];
}

export interface Size {
  width: number;
  height: number;
}

export function drawBox(
  { doc, text }: Sheet,
  { label, value, notes }: Box,
  x: number,
  y: number,
  size: Size,
): void {
  doc.roundedRect(x, y, size.width, size.height, 6).lineWidth(0.75).fillAndStroke(ink.surface, ink.line);
  const inner = size.width - 16;
  text.line(label, x + 8, y + 8, { size: 8.5, color: ink.muted, width: inner });
  text.line(value, x + 8, y + 20, { size: 16, weight: 600, width: inner });
  for (const [at, note] of notes.filter(Boolean).entries())
    text.line(note, x + 8, y + 43 + at * 11, { size: 7.5, color: ink.muted, width: inner });
}

export interface Column<Row> {
  label: string;
  width: number;
  isNumber?: boolean;
  /** The first columns that name the row are dark. */
  isMuted?: boolean;
  of: (row: Row) => string;
}

export interface Table<Row> {
  title: string;
  columns: Column<Row>[];
  rows: readonly Row[];
}

const rowHeight = 17;

export function* drawTable<Row>(sheet: Sheet, { title, columns, rows }: Table<Row>): Steps<void> {
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

export function drawExplanations(sheet: Sheet, title: string, explanations: readonly string[]): void {
  sheet.heading(title, 60);
  for (const words of explanations) {
    sheet.makeRoom(28);
    sheet.y = sheet.text.paragraph(words, page.margin, sheet.y, content, { size: 8.5, color: ink.muted }) + 4;
  }
}

/** Names the document at the bottom of each page, and numbers them. */
export function drawFooters({ doc, text }: Sheet, words: string): void {
  const { count } = doc.bufferedPageRange();
  const style = { size: 7.5, color: ink.muted };
  const half = content / 2;
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at);
    const y = page.height - 36;
    text.line(words, page.margin, y, { ...style, width: content - 80 });
    text.line(`${at + 1} / ${count}`, page.margin + half, y, { ...style, width: half, align: 'right' });
  }
}
