import { readToken } from './token.ts';

/** The server's result for an uploaded file. */
export type Uploaded = { url: string; width: number; height: number };

/** The server's error about a rejected file, if it has one that helps a person. */
export class UploadRefused extends Error {}

/** Bytes; the server takes no more. */
const LARGEST = 2 * 1024 * 1024;

/**
 * Sends a file as a form with one field. `fetch` tells nothing about its progress, so this is done the older way.
 * @param onProgress from 0 to 1, as far as the file has been sent
 */
export function upload(
  to: { address: string; field: string },
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  if (file.size > LARGEST) return Promise.reject(new UploadRefused('The file must be 2 MB or less'));
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => request.abort());
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const answer = answerOf(request.responseText);
      if (request.status < 300 && typeof answer['url'] === 'string') resolve(answer as Uploaded);
      else reject(new UploadRefused(request.status < 500 ? String(answer['message'] ?? '') : ''));
    });
    request.addEventListener('error', () => reject(new UploadRefused()));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')));
    request.open('POST', to.address);
    const token = readToken();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const form = new FormData();
    form.append(to.field, file);
    request.send(form);
  });
}

/** A response that isn't JSON, such as a proxy's page, has no message. */
function answerOf(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
