import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { Export } from '#api/exports/export.ts';
import type { Session } from '#api/features/auth/session/session.entity.ts';
import type { TeamRole } from '#api/features/teams/membership.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import type { User } from '#api/features/users/user.entity.ts';
import { type DateOrder, defaultZone, type HourCycle, reader, type Reader } from '#api/lib/local-time.ts';

/** What authorization needs to know about a caller. Kept small, because thousands may connect at once. */
export interface Caller {
  user: Pick<User, 'id' | 'role'>;
  team: Pick<Team, 'id'>;
  teamRole: TeamRole;
  apiToken: Pick<ApiToken, 'scopes'> | null;
  /** ID of the session or token, for ending its connections with it. */
  credentialId: string;
  /** Whether the policy requires a second factor that this person hasn't set up. */
  mustSetUpTwoFactor: boolean;
  /** Idle timeout of a session by the policy, in minutes. */
  sessionTimeout: number;
  /** Whether their address is in the policy's ranges. */
  administersFromHere: boolean;
  /** Their own time zone, else their team's. `null` while neither is known. */
  timeZone: string | null;
}

/**
 * The caller: a person in one of their teams, through a session, or a program through one of their API
 * tokens.
 */
export interface Viewer extends Caller {
  user: User;
  team: Team;
  session: Session | null;
  apiToken: ApiToken | null;
}

/** Passed to every resolver and service. One per request, or per event on a socket. */
export interface Context {
  em: EntityManager;
  viewer: Viewer | null;
  app: App;
  request: {
    id: string;
    ip: string | null;
    userAgent: string | null;
    /** The browser's time zone, if sent. */
    timeZone?: string | null;
    /** How the browser shows times, if sent. */
    hourCycle?: HourCycle | null;
    /** How the browser orders days and months, if sent. */
    dateOrder?: DateOrder | null;
    /** Whether it was sent to the public site's own origin, where administrators' scripts run. */
    isForSite?: boolean;
    /** Aborted when the client disconnects. Absent if a response isn't for a single client. */
    signal?: AbortSignal;
  };
  /** Set by REST, which streams the export that a resolver leaves here. */
  stream?: { export?: Export<unknown> };
}

/** The time zone in which this caller sees times. */
export const zoneOf = ({ request, viewer }: Pick<Context, 'request'> & { viewer: Caller | null }): string =>
  request.timeZone ?? viewer?.timeZone ?? defaultZone;

export const readerOf = (ctx: Parameters<typeof zoneOf>[0]): Reader => ({
  ...reader(zoneOf(ctx), new Date()),
  hourCycle: ctx.request.hourCycle,
  dateOrder: ctx.request.dateOrder,
});

/** A context after `@Allow`, for services that need a signed-in person. */
export type ViewerContext = Context & { viewer: Viewer };

/** The context for deciding whether a subscription may be opened. */
export type CallerContext = Omit<Context, 'viewer'> & { viewer: Caller };
