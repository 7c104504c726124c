import { here } from './time-zones.ts';
import { forgetRefusedToken, noteRefusal, readToken } from './token.ts';
import { formatNumber } from '#web/lib/format.ts';

/** A failed download. `sentence` is the server's message, if it sent one. */
export class DownloadFailed extends Error {
  constructor(readonly sentence?: string) {
    super(sentence ?? 'The download failed');
  }
}

/** How much of a file has arrived. */
export interface Arrived {
  bytes: number;
  /** Rows of a CSV without its header. `null` for other files. */
  rows: number | null;
}

interface Options {
  /** Cancels the download; `download` then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called for each part that arrives. */
  onPart?: (arrived: Arrived) => void;
}

/** Fetches a file of one's own with the sign-in token, and hands it to the browser under the name once it is complete. */
export async function download(path: string, name: string, { signal, onPart }: Options = {}): Promise<void> {
  const token = readToken();
  const headers = { 'time-zone': here, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(path, { headers, signal });
  if (answer.status === 401) {
    noteRefusal(token);
    forgetRefusedToken();
  }
  if (!answer.ok) throw new DownloadFailed(await sentenceIn(answer));
  saveAs(await contentOf(answer, { signal, onPart }), name);
}

/** The browser keeps a blob outside the page's own memory, so a file of hundreds of megabytes is no problem. */
async function contentOf(answer: Response, { signal, onPart }: Options): Promise<Blob> {
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.body) return answer.blob();
  const [lineFeed, quote] = [10, 34];
  const arrived = { bytes: 0, lines: 0 };
  let isQuoted = false;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      arrived.bytes += part.length;
      for (const byte of part) {
        // A line feed inside quotes is part of a cell.
        if (byte === quote) isQuoted = !isQuoted;
        else if (byte === lineFeed && !isQuoted) arrived.lines++;
      }
      onPart?.(countOf(type, arrived));
      controller.enqueue(part);
    },
  });
  try {
    return await new Response(answer.body.pipeThrough(counted), { headers: { 'content-type': type } }).blob();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new DownloadFailed(
      `The connection ended after ${arrivedWords(countOf(type, arrived))}, so no file was saved. Try again.`,
    );
  }
}

const countOf = (type: string, { bytes, lines }: { bytes: number; lines: number }): Arrived => ({
  bytes,
  rows: type.startsWith('text/csv') ? Math.max(0, lines - 1) : null,
});

/** "18,400 rows", "2.3 MB" */
export function arrivedWords({ bytes, rows }: Arrived): string {
  if (rows !== null) return `${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The message of a REST error. "Internal server error" and a proxy's page don't help. */
async function sentenceIn(answer: Response): Promise<string | undefined> {
  if (answer.status === 500) return undefined;
  const said: unknown = await answer.json().catch(() => undefined);
  const message = said && typeof said === 'object' && 'message' in said ? said.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** Saves content as a file. */
export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
