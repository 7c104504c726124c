import type { EntityManager } from '@mikro-orm/postgresql';
import { changeRows } from '#api/db/query-rows.ts';
import { isId } from '#api/db/id.ts';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { RequestCoalescer } from '#api/lib/concurrency.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { sign, verify } from '#api/security/signing.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { record } from '../audit/audit.service.ts';
import { isInactive } from '../packages/limits.ts';
import { readFleet } from '../overview/fleet.service.ts';
import { freshnessOf } from '../overview/freshness.service.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import { nameOf } from '../users/user.entity.ts';
import type { FleetGroup } from '../overview/fleet.types.ts';
import { WallLink } from './wall-link.entity.ts';
import type { NewWallLink, Wall, WallAlert, WallGroup, WallLinkInput } from './wall.types.ts';

/** What signatures of links are for. */
const purpose = 'wall link';

/** The most links of a team. */
export const maxWallLinks = 50;

/** Customers in trouble that a wall rotates through, and alerts of each that fit on a screen. */
const shown = { trouble: 30, quiet: 0, alerts: 8 };

/** How long screens of one team share an answer, in ms. */
const shareMs = 1000;

const walls = new RequestCoalescer<Wall>(shareMs);

/** The team's links, newest first. */
export function wallLinks({ em, viewer }: ViewerContext): Promise<WallLink[]> {
  return em.find(WallLink, { team: viewer.team }, { orderBy: { createdAt: 'desc', id: 'asc' } });
}

/** The address that a screen opens. What follows `#` never reaches a server's log. */
function addressOf({ app: { config } }: Context, { id }: Pick<WallLink, 'id'>): string {
  return `${config.publicUrl}/wall#${sign(config.appSecrets, purpose, id)}`;
}

/**
 * Creates a link, whose address is returned only once. Requires fresh proof of identity, because a link outlives a stolen
 * session.
 * @throws Conflict at the maximum
 */
export function createWallLink(ctx: ViewerContext, { name }: WallLinkInput): Promise<NewWallLink> {
  requireFreshProof(ctx);
  return withLockedTeam(ctx, 'share', async (own) => {
    const { em, viewer } = own;
    if ((await em.count(WallLink, { team: viewer.team })) >= maxWallLinks)
      throw new Conflict(`Your team has ${maxWallLinks} wall links. Revoke one that you no longer need.`);
    const link = new WallLink();
    em.assign(link, { team: viewer.team, name: name.trim(), createdBy: nameOf(viewer.user) });
    await em.persist(link).flush();
    await record(em, own, { action: 'wall.create', subject: link.name, subjectId: link.id });
    return { link, url: addressOf(ctx, link) };
  });
}

/** Screens that use it show that it was revoked, within seconds. @throws NotFound */
export async function revokeWallLink(ctx: ViewerContext, id: string): Promise<string> {
  await withLockedTeam(ctx, 'manage', async (own) => {
    const link = await findOwn(own, WallLink, id, 'Wall link');
    await own.em.remove(link).flush();
    await record(own.em, own, { action: 'wall.revoke', subject: link.name, subjectId: id });
  });
  return id;
}

/** @throws NotFound for a link that is wrong or revoked */
export async function wall(ctx: Context, token: string): Promise<Wall> {
  const id = verify(ctx.app.config.appSecrets, purpose, token);
  const link =
    id !== undefined && isId(id) ? await ctx.em.findOne(WallLink, id, { populate: ['team'] }) : null;
  if (!link) throw new NotFound('Wall link');
  await noteOpened(ctx.em, link.id);
  return walls.coalesce(link.team.id, () => read(ctx, link));
}

async function read({ app }: Context, { team }: WallLink): Promise<Wall> {
  // Other screens wait for the same answer, so it must not depend on this one's request.
  const em = app.orm.em.fork();
  const fleet = await readFleet({ em, app }, team.id, shown);
  const polls = await freshnessOf(em, team.id, app.config.pollIntervalSeconds);
  return {
    teamName: team.name,
    isPaused: isInactive(team, new Date()),
    trouble: fleet.trouble.map((group) => wallGroup(group, fleet.inMaintenanceIds)),
    troubleCount: fleet.troubleCount,
    alertCount: fleet.alertCount,
    newCount: fleet.newCount,
    inMaintenanceCount: fleet.inMaintenanceCount,
    quietCount: fleet.quietCount - fleet.unknownCount,
    unknownCount: fleet.unknownCount,
    lateControllers: polls.late,
    oldestReading: polls.oldest,
  };
}

const wallGroup = (
  { customer, siteName, alerts, newIds, ...group }: FleetGroup,
  inMaintenanceIds: ReadonlySet<string>,
): WallGroup => ({
  ...group,
  name: customer?.name ?? siteName ?? '',
  color: customer?.color ?? null,
  alerts: alerts.map((alert) => wallAlert(alert, newIds, inMaintenanceIds)),
});

const wallAlert = (
  alert: Alert,
  newIds: ReadonlySet<string>,
  inMaintenanceIds: ReadonlySet<string>,
): WallAlert => ({
  type: alert.type,
  severity: alert.severity,
  deviceName: alert.deviceName ?? null,
  siteName: alert.siteName,
  since: alert.since,
  isUnknown: alert.unknownSince != null,
  isHandled: !newIds.has(alert.id),
  isAcknowledged: alert.acknowledgedAt != null,
  isInMaintenance: inMaintenanceIds.has(alert.id),
});

/** At most once a minute, so that a screen doesn't write with every request. */
async function noteOpened(em: EntityManager, id: string): Promise<void> {
  await changeRows(
    em,
    `update wall_link set last_opened_at = now()
      where id = ? and coalesce(last_opened_at < now() - interval '1 minute', true)`,
    [id],
  );
}
