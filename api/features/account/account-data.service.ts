import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/attempts/attempts.ts';
import type { CustomerContext } from '#api/context.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { KnownDevice } from '../auth/known-device.entity.ts';
import { Session } from '../auth/session.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';
import type { User } from '../users/user.entity.ts';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.ts';
import { notificationPreferences } from './account.service.ts';

/** It is the dearest answer there is. */
const limit: Limit = {
  name: 'account-data',
  attempts: 10,
  seconds: 3600,
  says: 'You have downloaded your data several times just now. Try again later.',
};

/** How far back alerts go, in days, and how many of a team there are at most, the newest first. */
const alertDays = 90;
const mostAlerts = 20_000;

type Told = Record<string, unknown>;

/** Everything kept about the viewer, and what the teams they own have; each field is named here, so that no secret is. */
export async function accountData(ctx: CustomerContext): Promise<Told> {
  const { em, viewer, app } = ctx;
  const { user } = viewer;
  await app.attempts.take(limit, user.id);
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
    acknowledgedAlerts: await acknowledgedBy(em, user),
    snoozedAlerts: await snoozedBy(em, user),
    ownedTeams: await inTurn(owned, ({ team }) => teamData(em, team)),
    waitlist: await waitlistOf(em, user),
    auditEntries: await auditOf(em, user),
  };
}

function profileOf(user: User): Told {
  return {
    ...pick(user, ['id', 'email', 'firstName', 'lastName', 'companyName', 'websiteUrl', 'role']),
    ...pick(user, ['subscriptionStatus', 'suspended', 'twoFactorEnabled', 'emailVerifiedAt']),
    ...pick(user, ['lastSignInAt', 'agreedToTermsAt', 'createdAt']),
    package: user.packageName,
  };
}

async function sessionsOf(em: EntityManager, user: User): Promise<Told[]> {
  const sessions = await em.find(Session, { user }, { orderBy: { createdAt: 'asc' } });
  return sessions.map((session) =>
    pick(session, ['userAgent', 'ipAddress', 'createdAt', 'lastSeenAt', 'expiresAt']),
  );
}

async function tokensOf(em: EntityManager, user: User): Promise<Told[]> {
  const tokens = await em.find(ApiToken, { user }, { populate: ['team'], orderBy: { createdAt: 'asc' } });
  return tokens.map((token) => ({
    team: token.team.name,
    ...pick(token, ['name', 'scopes', 'createdAt', 'lastUsedAt', 'expiresAt']),
  }));
}

/** Alerts that they see to, with their own notes; what an alert says is the team's. */
async function acknowledgedBy(em: EntityManager, user: User): Promise<Told[]> {
  const newest = { orderBy: { acknowledgedAt: 'desc' }, limit: mostAlerts } as const;
  const alerts = await em.find(Alert, { acknowledgedBy: user }, { ...newest, disableIdentityMap: true });
  return alerts.map((alert) => pick(alert, ['id', 'acknowledgedAt', 'acknowledgeNote']));
}

async function snoozedBy(em: EntityManager, user: User): Promise<Told[]> {
  const newest = { orderBy: { snoozedUntil: 'desc' }, limit: mostAlerts } as const;
  const alerts = await em.find(Alert, { snoozer: user }, { ...newest, disableIdentityMap: true });
  return alerts.map((alert) => pick(alert, ['id', 'snoozedUntil']));
}

async function teamData(em: EntityManager, team: Team): Promise<Told> {
  const controllers = await em.find(Controller, { team }, { orderBy: { createdAt: 'asc' } });
  const rules = await em.find(AlertRule, { team }, { orderBy: { createdAt: 'asc' } });
  const alerts = await em.find(
    Alert,
    { team, timestamp: { $gt: new Date(Date.now() - alertDays * 86_400_000) } },
    { orderBy: { timestamp: 'desc' }, limit: mostAlerts },
  );
  return {
    ...pick(team, ['id', 'name', 'trialEndsAt', 'createdAt']),
    controllers: controllers.map((one) => ({
      ...pick(one, ['id', 'name', 'status', 'version', 'deviceCount', 'totalSites', 'lastSync']),
      ...pick(one, ['selectedSiteId', 'selectedSiteName', 'createdAt']),
    })),
    alertRules: rules.map((one) => ({
      ...pick(one, ['id', 'name', 'condition', 'controllerId', 'siteId', 'threshold', 'duration']),
      ...pick(one, ['channels', 'isActive', 'createdAt']),
    })),
    alerts: alerts.map((one) => ({
      ...pick(one, ['id', 'controllerId', 'ruleName', 'type', 'severity', 'message', 'deviceName']),
      ...pick(one, ['deviceMac', 'siteName', 'value', 'threshold', 'since', 'timestamp', 'resolvedAt']),
    })),
  };
}

/** Their address may stand there from before they had an account; null where it does not. */
async function waitlistOf(em: EntityManager, { email }: User): Promise<Told | null> {
  const entry = await em.findOne(WaitlistEntry, { email });
  return entry && pick(entry, ['packageName', 'createdAt', 'unsubscribedAt']);
}

/** What was done to the account. Who did it is theirs to tell where it was somebody else. */
async function auditOf(em: EntityManager, user: User): Promise<Told[]> {
  const entries = await em.find(AuditEntry, { subjectId: user.id }, { orderBy: { at: 'asc' } });
  return entries.map((entry) => {
    const isOwn = entry.actorId === user.id;
    return {
      ...pick(entry, ['at', 'action', 'before', 'after']),
      by: isOwn ? 'you' : 'the platform',
      ipAddress: isOwn ? entry.ipAddress : null,
    };
  });
}

function pick<T extends object>(row: T, names: readonly (keyof T & string)[]): Told {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}
