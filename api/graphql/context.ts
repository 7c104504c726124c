import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { Export } from '#api/exports/export.ts';
import type { Session } from '#api/features/auth/session/session.entity.ts';
import type { TeamRole } from '#api/features/teams/membership.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import type { User } from '#api/features/users/user.entity.ts';
import { defaultZone, reader, type Reader } from '#api/lib/local-time.ts';

/** What authorization needs to know about a caller. Kept small, because thousands may connect at once. */
export interface Caller {
  user: Pick<User, 'id' | 'role'>;
  team: Pick<Team, 'id'>;
  teamRole: TeamRole;
  apiToken: Pick<ApiToken, 'scopes'> | null;
  /** Id of the session or the token: what ends when it is ended. */
  credentialId: string;
  /** The policy demands a second factor that this person has not set up. */
  mustSetUpTwoFactor: boolean;
  /** Minutes without a sign of the person after which the policy ends a session. */
  sessionTimeout: number;
  /** Their address is in the policy's ranges. */
  administersFromHere: boolean;
  /** Their own zone, else their team's. `null` while neither is known. */
  timeZone: string | null;
}

/** Who is asking: a person in one of their teams, through a session, or a program through an API token of theirs. */
export interface Viewer extends Caller {
  user: User;
  team: Team;
  session: Session | null;
  apiToken: ApiToken | null;
}

/** What every resolver and service gets. One per request, one per event on a socket. */
export interface Context {
  em: EntityManager;
  viewer: Viewer | null;
  app: App;
  request: {
    id: string;
    ip: string | null;
    userAgent: string | null;
    /** The browser's zone, if it named one. */
    timeZone?: string | null;
    /** Whether it was sent to the public site's own origin, where administrators' scripts run. */
    isForSite?: boolean;
    /** Aborted when the client disconnects; absent where an answer is not one client's. */
    signal?: AbortSignal;
  };
  /** Set by REST, which streams the export that a resolver leaves here. */
  stream?: { export?: Export<unknown> };
}

/** The zone in which this caller is shown times. */
export const zoneOf = ({ request, viewer }: Pick<Context, 'request'> & { viewer: Caller | null }): string =>
  request.timeZone ?? viewer?.timeZone ?? defaultZone;

export const readerOf = (ctx: Parameters<typeof zoneOf>[0]): Reader => reader(zoneOf(ctx), new Date());

/** A context past `@Allow`: services of customers ask for this. */
export type CustomerContext = Context & { viewer: Viewer };

/** The context for deciding whether a subscription may be opened. */
export type CallerContext = Omit<Context, 'viewer'> & { viewer: Caller };
