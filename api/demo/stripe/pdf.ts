/** A line of a page: its text, its size and where it stands, in points from the lower left. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
  isBold?: boolean;
}

/** A page of an A4 sheet as a PDF that readers open: texts in Helvetica and nothing else. */
export function pdfPage(title: string, texts: readonly PdfText[]): Buffer {
  const content = texts
    .map(
      ({ text, x, y, size = 10, isBold = false }) =>
        `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
    )
    .join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${bytes(content).length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escaped(title)}) >>`,
  ];
  const places: number[] = [];
  let file = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    places.push(bytes(file).length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${bytes(file).length}\n%%EOF\n`;
  return bytes(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
}

/** Characters beyond 255 that the fonts' encoding has elsewhere; the rest is a question mark. */
const elsewhere: Record<string, string> = { '€': '\u0080', '–': '\u0096', '—': '\u0097', '’': '\u0092' };

function escaped(text: string): string {
  const plain = [...text].map((one) => elsewhere[one] ?? (one <= 'ÿ' ? one : '?')).join('');
  return plain.replace(/[\\()]/g, (one) => `\\${one}`);
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
