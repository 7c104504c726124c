import type { User } from './user.entity.ts';

/** What a person is called; their address where they gave no name. */
export function nameOf({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName}`.trim() || email;
}
