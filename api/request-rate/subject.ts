import { networkOf } from '#api/attempts/network.ts';
import type { Context } from '#api/context.ts';

/** Whose requests are counted together: those of an API token, of a person on all their screens, or of a network. */
export function subjectOf({ viewer, request }: Pick<Context, 'viewer' | 'request'>): string {
  if (viewer?.apiToken) return `token:${viewer.apiToken.id}`;
  return viewer ? `person:${viewer.user.id}` : `address:${networkOf(request.ip)}`;
}
