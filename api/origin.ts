/**
 * Whether a request's Origin is ours: PUBLIC_URL's, or that of the address it was sent to. None at all is fine:
 * only browsers send it, and only browsers can be misled into sending a request.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
