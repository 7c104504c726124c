/** A secret as it may be shown: its last four characters. */
export function masked(tail: string | null | undefined): string | null {
  return tail ? `••••${tail}` : null;
}

/** Whether a text is such a stand-in. A client that sends back what it was answered means the saved secret. */
export const isMask = (text: string | null | undefined): boolean =>
  /^\s*••••[\x21-\x7e]{0,4}\s*$/.test(text ?? '');
