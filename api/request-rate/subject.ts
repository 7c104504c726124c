import { networkOf } from '#api/attempts/network.ts';
import type { Context } from '#api/context.ts';

/**
 * Whose requests are counted together: those of a person, on all their screens and with all their API tokens, or of a
 * network of visitors. A token has no count of its own: each further one would be another limit.
 */
export function subjectOf({ viewer, request }: Pick<Context, 'viewer' | 'request'>): string {
  return viewer ? `person:${viewer.user.id}` : `address:${networkOf(request.ip)}`;
}
