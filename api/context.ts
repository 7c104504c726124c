import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from './app.ts';
import type { Session } from './features/auth/session.entity.ts';
import type { TeamRole } from './features/teams/membership.entity.ts';
import type { Team } from './features/teams/team.entity.ts';
import type { User } from './features/users/user.entity.ts';

/** Who is asking: a person, in one of their teams, through a session. */
export interface Viewer {
  user: User;
  team: Team;
  teamRole: TeamRole;
  session: Session;
}

/** What every resolver and service gets. One per request, one per event on a socket. */
export interface Context {
  em: EntityManager;
  viewer: Viewer | null;
  app: App;
  request: { id: string; ip: string | null; userAgent: string | null };
}

/** A context past `@Authorized()`: services of customers ask for this. */
export type CustomerContext = Context & { viewer: Viewer };
