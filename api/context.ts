import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from './app.ts';
import type { Session } from './features/auth/session.entity.ts';
import type { TeamRole } from './features/teams/membership.entity.ts';
import type { Team } from './features/teams/team.entity.ts';
import type { ApiToken } from './features/tokens/api-token.entity.ts';
import type { User } from './features/users/user.entity.ts';

/** Who is asking: a person in one of their teams, through a session, or a program through an API token of theirs. */
export interface Viewer {
  user: User;
  team: Team;
  teamRole: TeamRole;
  session: Session | null;
  apiToken: ApiToken | null;
  /** Id of the session or the token: what ends when it is ended. */
  passId: string;
  /** The policy demands a second factor that this person has not set up. */
  mustSetUpTwoFactor: boolean;
  /** Minutes without a sign of the person after which the policy ends a session. */
  sessionTimeout: number;
  /** Their address is in the policy's ranges. */
  administersFromHere: boolean;
}

/** What every resolver and service gets. One per request, one per event on a socket. */
export interface Context {
  em: EntityManager;
  viewer: Viewer | null;
  app: App;
  request: { id: string; ip: string | null; userAgent: string | null };
}

/** A context past `@Allow`: services of customers ask for this. */
export type CustomerContext = Context & { viewer: Viewer };
