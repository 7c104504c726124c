import { here } from './time-zones.ts';
import { forgetRefusedToken, noteRefusal, readToken } from './token.ts';

/** A file that could not be fetched; `sentence` is the server's own where it said one. */
export class DownloadFailed extends Error {
  constructor(readonly sentence?: string) {
    super(sentence ?? 'The download failed');
  }
}

/** Fetches a file of one's own with the sign-in token, and hands it to the browser under the name. */
export async function download(path: string, name: string): Promise<void> {
  const token = readToken();
  const headers = { 'time-zone': here, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(path, { headers });
  if (answer.status === 401) {
    noteRefusal(token);
    forgetRefusedToken();
  }
  if (!answer.ok) throw new DownloadFailed(await sentenceIn(answer));
  saveAs(await answer.blob(), name);
}

/** The sentence of a REST refusal; "Internal server error" helps nobody, and a proxy's page is none. */
async function sentenceIn(answer: Response): Promise<string | undefined> {
  if (answer.status === 500) return undefined;
  const said: unknown = await answer.json().catch(() => undefined);
  const message = said && typeof said === 'object' && 'message' in said ? said.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** Hands what is known already to the browser as a file. */
export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
