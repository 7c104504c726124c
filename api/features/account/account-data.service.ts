import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import { jsonPieces } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import type { RowReader } from '#api/exports/row-reader.store.ts';
import type { Reader } from '#api/lib/local-time.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { messageOf } from '../alerts/message.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { AlertView } from '../alerts/views/alert-view.entity.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { KnownDevice } from '../auth/sign-in/known-device.entity.ts';
import { Session } from '../auth/session/session.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { ReportSchedule, ReportUnsubscription } from '../reports/report.entity.ts';
import { TeamSite } from '../sites/team-site.entity.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';
import type { User } from '../users/user.entity.ts';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.ts';
import { WallLink } from '../wall/wall-link.entity.ts';
import { PushPreferences, PushSubscription } from '../web-push/push-subscription.entity.ts';
import { notificationPreferences } from './account.service.ts';

/** The most expensive response of the API. */
const limit: Limit = {
  name: 'account-data',
  attempts: 10,
  seconds: 3600,
  message: "You've downloaded your data several times recently. Try again later.",
};

/** How far back the alerts of a team go, in days. */
const alertDays = 90;

type Exported = Record<string, unknown>;

/** Everything stored about the viewer, and about the teams they own. Each field is named here, so that no secret is. */
export async function accountData(ctx: ViewerContext): Promise<Exported> {
  const { user } = ctx.viewer;
  await ctx.app.attempts.take(limit, user.id);
  const since = new Date(Date.now() - alertDays * 86_400_000);
  const text = await answerText(ctx, {
    kind: 'text',
    download: 'GET /api/auth/data',
    record: recordsExport(ctx, { action: 'account.export', subject: user.email, subjectId: user.id }),
    count: (reader) => countRows(reader, user, since),
    async *pieces(reader) {
      yield* jsonPieces(await dataOf({ ...ctx, em: reader.em }, reader, since));
    },
  });
  return text ? (JSON.parse(text) as Exported) : {};
}

/** Counts the rows of the lists that grow over time. */
async function countRows({ em }: RowReader, user: User, since: Date): Promise<number> {
  const owned = await em.find(Membership, { user, role: TeamRole.owner });
  const team = owned.map((one) => one.team);
  const counts = [
    await em.count(Alert, { acknowledgedBy: user }),
    await em.count(Alert, { snoozer: user }),
    await em.count(Alert, { team, timestamp: { $gt: since } }),
    await em.count(TeamSite, { team }),
    await em.count(AuditEntry, { subjectId: user.id }),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

async function dataOf(ctx: ViewerContext, reader: RowReader, since: Date): Promise<Exported> {
  const { em, viewer } = ctx;
  const { user } = viewer;
  const memberships = await em.find(
    Membership,
    { user },
    { populate: ['team'], orderBy: { createdAt: 'asc' } },
  );
  const owned = memberships.filter(({ role }) => role === TeamRole.owner);
  return {
    exportedAt: new Date(),
    profile: profileOf(user),
    teams: memberships.map(({ team, role, createdAt }) => ({ name: team.name, role, since: createdAt })),
    sessions: await sessionsOf(em, user),
    knownDevices: (await em.find(KnownDevice, { user })).map(({ name, createdAt }) => ({ name, createdAt })),
    apiTokens: await tokensOf(em, user),
    notificationPreferences: pick(await notificationPreferences(ctx), [
      'emailNotifications',
      'alertNotifications',
      'channels',
      'severities',
      'quietHours',
      'quietFrom',
      'quietUntil',
      'timeZone',
    ]),
    pushNotifications: await pushOf(em, user),
    alertViews: await viewsOf(em, user),
    acknowledgedAlerts: acknowledgedBy(reader, user),
    snoozedAlerts: snoozedBy(reader, user),
    ownedTeams: await withLockedTeam(owned, ({ team }) => teamData(reader, team, since, readerOf(ctx))),
    waitlist: await waitlistOf(em, user),
    auditEntries: auditOf(reader, user),
  };
}

function profileOf(user: User): Exported {
  return {
    ...pick(user, ['id', 'email', 'firstName', 'lastName', 'companyName', 'websiteUrl', 'role']),
    ...pick(user, ['subscriptionStatus', 'suspended', 'twoFactorEnabled', 'emailVerifiedAt']),
    ...pick(user, ['lastSignInAt', 'agreedToTermsAt', 'createdAt']),
    package: user.packageName,
  };
}

async function sessionsOf(em: EntityManager, user: User): Promise<Exported[]> {
  const sessions = await em.find(Session, { user }, { orderBy: { createdAt: 'asc' } });
  return sessions.map((session) =>
    pick(session, ['userAgent', 'ipAddress', 'createdAt', 'lastSeenAt', 'expiresAt']),
  );
}

async function tokensOf(em: EntityManager, user: User): Promise<Exported[]> {
  const tokens = await em.find(ApiToken, { user }, { populate: ['team'], orderBy: { createdAt: 'asc' } });
  return tokens.map((token) => ({
    team: token.team.name,
    ...pick(token, ['name', 'scopes', 'createdAt', 'lastUsedAt', 'expiresAt']),
  }));
}

/** What their browsers receive, without the keys to send to them. */
async function pushOf(em: EntityManager, user: User): Promise<Exported> {
  const preferences = (await em.findOne(PushPreferences, { user })) ?? new PushPreferences();
  const browsers = await em.find(
    PushSubscription,
    { membership: { user } },
    { populate: ['membership.team'], orderBy: { createdAt: 'asc' } },
  );
  return {
    ...pick(preferences, ['severities', 'criticalInQuietHours']),
    browsers: browsers.map((browser) => ({
      team: browser.membership.team.name,
      ...pick(browser, ['name', 'createdAt', 'lastAcceptedAt']),
    })),
  };
}

/** The views of Current Alerts that they saved. */
async function viewsOf(em: EntityManager, user: User): Promise<Exported[]> {
  const views = await em.find(
    AlertView,
    { membership: { user } },
    { populate: ['membership.team'], orderBy: { createdAt: 'asc' } },
  );
  return views.map((view) => ({
    team: view.membership.team.name,
    ...pick(view, ['name', 'filters', 'by', 'order', 'isDefault', 'createdAt']),
  }));
}

/** Alerts that they acknowledged, with their own notes. The alerts themselves belong to the team. */
function acknowledgedBy(reader: RowReader, user: User): AsyncIterable<Exported[]> {
  const alerts = reader.find(Alert, { acknowledgedBy: user }, { orderBy: { acknowledgedAt: 'desc' } });
  return picked(alerts, ['id', 'acknowledgedAt', 'acknowledgeNote']);
}

function snoozedBy(reader: RowReader, user: User): AsyncIterable<Exported[]> {
  const alerts = reader.find(Alert, { snoozer: user }, { orderBy: { snoozedUntil: 'desc' } });
  return picked(alerts, ['id', 'snoozedUntil']);
}

async function teamData(reader: RowReader, team: Team, since: Date, asker: Reader): Promise<Exported> {
  const { em } = reader;
  const controllers = await em.find(Controller, { team }, { orderBy: { createdAt: 'asc' } });
  const rules = await em.find(AlertRule, { team }, { orderBy: { createdAt: 'asc' } });
  const alerts = reader.find(
    Alert,
    { team, timestamp: { $gt: since } },
    { orderBy: { timestamp: 'desc', id: 'desc' } },
  );
  const sites = reader.find(TeamSite, { team }, { orderBy: { name: 'asc', id: 'asc' } });
  return {
    ...pick(team, ['id', 'name', 'trialEndsAt', 'createdAt']),
    controllers: controllers.map((one) => ({
      ...pick(one, ['id', 'name', 'status', 'version', 'deviceCount', 'totalSites', 'lastSync']),
      ...pick(one, [
        'selectedSiteId',
        'selectedSiteName',
        'selectedSiteIds',
        'selectedSiteNames',
        'createdAt',
      ]),
    })),
    customers: await customersOf(em, team),
    sites: mapped(sites, (one) => ({
      customerId: one.customer,
      ...pick(one, ['hostId', 'name', 'tags', 'createdAt']),
    })),
    alertRules: rules.map((one) => ({
      ...pick(one, ['id', 'name', 'condition', 'controllerId', 'siteId', 'threshold', 'duration']),
      ...pick(one, ['scope', 'exceptions', 'fold', 'channels', 'isActive', 'createdAt']),
    })),
    maintenanceWindows: await windowsOf(em, team),
    reportSchedules: await reportSchedulesOf(em, team),
    wallLinks: await wallLinksOf(em, team),
    alerts: mapped(alerts, (one) => ({
      id: one.id,
      // Raw rows have the controller's ID instead of the controller.
      controllerId: one.controller,
      ...pick(one, ['ruleName', 'type', 'severity', 'deviceName']),
      message: messageOf(one, asker),
      ...pick(one, ['deviceMac', 'siteName', 'value', 'threshold', 'since', 'timestamp', 'resolvedAt']),
    })),
  };
}

async function customersOf(em: EntityManager, team: Team): Promise<Exported[]> {
  const customers = await em.find(Customer, { team }, { orderBy: { name: 'asc' } });
  return customers.map((one) =>
    pick(one, ['id', 'name', 'color', 'tags', 'haloClientId', 'haloClientName', 'createdAt']),
  );
}

async function windowsOf(em: EntityManager, team: Team): Promise<Exported[]> {
  const windows = await em.find(MaintenanceWindow, { team }, { orderBy: { createdAt: 'asc' } });
  return windows.map((one) => ({
    ...pick(one, ['id', 'name', 'controllerId', 'siteId', 'siteName', 'deviceMac', 'deviceName']),
    ...pick(one, ['customerIds', 'tags', 'places', 'repeats', 'timeZone', 'startsAt', 'minutes']),
    ...pick(one, ['weekdays', 'lastDay', 'endedAt', 'createdBy', 'createdAt']),
  }));
}

/** Who gets monthly reports, and who doesn't want any. */
async function reportSchedulesOf(em: EntityManager, team: Team): Promise<Exported[]> {
  const schedules = await em.find(ReportSchedule, { team }, { populate: ['customer'] });
  const gone = await em.find(ReportUnsubscription, { team });
  const unsubscribed = new Set(gone.map(({ address }) => address));
  return schedules.map((one) => ({
    ...pick(one, ['customerId', 'customerName', 'isActive', 'memberIds', 'addresses']),
    unsubscribed: one.addresses.filter((address) => unsubscribed.has(address)),
  }));
}

/** Without their addresses, which show the team's alerts to anyone. */
async function wallLinksOf(em: EntityManager, team: Team): Promise<Exported[]> {
  const links = await em.find(WallLink, { team }, { orderBy: { createdAt: 'asc' } });
  return links.map((one) => pick(one, ['name', 'createdBy', 'createdAt', 'lastOpenedAt']));
}

/** Waitlist entry of their address, which may predate the account. `null` if there is none. */
async function waitlistOf(em: EntityManager, { email }: User): Promise<Exported | null> {
  const entry = await em.findOne(WaitlistEntry, { email });
  return entry && pick(entry, ['packageName', 'createdAt', 'unsubscribedAt']);
}

/** Changes to the account. The names of other people who made them are left out. */
function auditOf(reader: RowReader, user: User): AsyncIterable<Exported[]> {
  const entries = reader.find(AuditEntry, { subjectId: user.id }, { orderBy: { at: 'asc', id: 'asc' } });
  return mapped(entries, (entry) => {
    const isOwn = entry.actorId === user.id;
    return {
      ...pick(entry, ['at', 'action', 'before', 'after']),
      by: isOwn ? 'you' : 'the platform',
      ipAddress: isOwn ? entry.ipAddress : null,
    };
  });
}

async function* mapped<T>(
  batches: AsyncIterable<T[]>,
  shown: (row: T) => Exported,
): AsyncIterable<Exported[]> {
  for await (const rows of batches) yield rows.map(shown);
}

const picked = <T extends object>(batches: AsyncIterable<T[]>, names: readonly (keyof T & string)[]) =>
  mapped(batches, (row) => pick(row, names));

function pick<T extends object>(row: T, names: readonly (keyof T & string)[]): Exported {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

async function withLockedTeam<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}
