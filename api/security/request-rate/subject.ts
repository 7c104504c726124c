import { networkOf } from '#api/security/attempts/network.ts';

/**
 * Whose requests are counted together: those of a person, on all their screens and with all their API tokens, or of a
 * network of visitors. A token has no count of its own: each further one would be another limit.
 */
export function subjectOf({
  viewer,
  request,
}: {
  viewer: { user: { id: string } } | null;
  request: { ip: string | null };
}): string {
  return viewer ? `person:${viewer.user.id}` : `address:${networkOf(request.ip)}`;
}
