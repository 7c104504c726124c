import { inflateSync } from 'node:zlib';

/** The texts of a PDF that pdfkit wrote, in the order in which they were written. */
export function textsOfPdf(file: Uint8Array): string[] {
  const all = Buffer.from(file).toString('latin1');
  const objects = new Map(
    [...all.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)].map(([, id, body]) => [id, body!]),
  );
  const streamOf = (body: string): string => {
    const [, packed] = /stream\r?\n([^]*)\r?\nendstream/.exec(body) ?? [];
    if (packed === undefined) return '';
    const bytes = Buffer.from(packed, 'latin1');
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  // Fonts are subsets, so each numbers its characters in its own way.
  const fonts = new Map(
    [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      return [name, charactersOf(streamOf(objects.get(map) ?? ''))];
    }),
  );
  const texts: string[] = [];
  for (const body of objects.values()) {
    if (/\/FontFile|\/Subtype \/Image|\/Length1/.test(body)) continue;
    let font: ReadonlyMap<number, string> | undefined;
    for (const [, name, shown] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name);
      else {
        const codes = [...shown!.matchAll(/<([\da-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []);
        texts.push(codes.map((code) => font?.get(parseInt(code, 16)) ?? '?').join(''));
      }
    }
  }
  return texts;
}

function charactersOf(map: string): Map<number, string> {
  const ranges = [...map.matchAll(/<([\da-f]+)>\s*<[\da-f]+>\s*\[([^\]]*)\]/gi)];
  return new Map(
    ranges.flatMap(([, from, list]) =>
      [...list!.matchAll(/<([\da-f\s]*)>/gi)].map(
        ([, hex], nth) =>
          [
            parseInt(from!, 16) + nth,
            Buffer.from(hex!.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le'),
          ] as const,
      ),
    ),
  );
}
