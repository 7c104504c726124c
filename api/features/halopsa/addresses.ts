/** The address of a server as it is stored: without a slash at its end; a bare one is completed by `part`. */
export function completed(given: string, part: 'api' | 'auth'): string {
  const url = URL.parse(given.trim());
  if (!url) return given.trim();
  const path = url.pathname.replace(/\/+$/, '');
  // A token's own address is what some guides name.
  const root = part === 'auth' ? path.replace(/\/token$/i, '') : path;
  return `${url.origin}${root || `/${part}`}`;
}

/** Whether something for the one may be sent to the other. */
export function sameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}

/** Which HaloPSA it is: its numbers mean nothing in another. */
export function homeOf({
  resourceServer,
  tenant,
}: {
  resourceServer: string;
  tenant?: string | null;
}): string {
  return [resourceServer, tenant].filter(Boolean).join(' ');
}
