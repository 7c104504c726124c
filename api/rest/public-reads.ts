/**
 * Reads that are the same for everyone, with how many seconds browsers and proxies may cache the response
 * (specification 2, section 9). All other responses are private.
 */
const publicReads: Record<string, number> = {
  'GET /api/contact/contact-settings': 300,
  'GET /api/branding': 300,
  'GET /api/menu': 300,
  'GET /api/footer': 300,
  'GET /api/social': 300,
  'GET /api/homepage': 300,
  'GET /api/seo': 600,
};

/** The `cache-control` header for a call. Undefined if it must not be cached. */
export function cacheControlOf(call: string): string | undefined {
  const seconds = publicReads[call];
  return seconds === undefined ? undefined : `public, max-age=${seconds}`;
}
