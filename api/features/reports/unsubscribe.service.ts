import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ObjectType } from 'type-graphql';
import type { Config } from '#api/config/config.ts';
import { isId } from '#api/db/id.ts';
import type { Context } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import { sign, verify } from '#api/security/signing.ts';
import { record } from '../audit/audit.service.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { Team } from '../teams/team.entity.ts';
import { Membership } from '../teams/membership.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { ReportSchedule, ReportUnsubscription } from './report.entity.ts';

@ObjectType({ description: 'The monthly reports that an unsubscribe link refers to.' })
export class ReportLink {
  @Field({ description: 'Email address of the recipient.' })
  address!: string;

  @Field({ description: 'Name of the team whose reports they receive.' })
  teamName!: string;

  @Field({ description: 'Whether the address is already unsubscribed.' })
  unsubscribed!: boolean;
}

const purpose = 'report-unsubscribe';

/**
 * URL to unsubscribe from a team's monthly reports: programs use POST (RFC 8058), and people get a page. It identifies no one.
 */
export const leaveUrl = (
  { appSecrets, publicUrl }: Pick<Config, 'appSecrets' | 'publicUrl'>,
  teamId: string,
  address: string,
): string =>
  `${publicUrl}/hooks/unsubscribe/reports/${sign(appSecrets, purpose, `${teamId} ${digestOf(address)}`)}`;

/** Half of a SHA-256: enough to distinguish a team's recipients, and short enough for a path. */
const digestOf = (address: string): string =>
  createHash('sha256').update(normalEmail(address)).digest('base64url').slice(0, 22);

/** Read-only, because email scanners follow links. @throws the same NotFound for every invalid link */
export async function reportLink(ctx: Context, token: string): Promise<ReportLink> {
  const { address, teamName, unsubscribed } = await openLink(ctx, token);
  return { address, teamName, unsubscribed };
}

/** Stops the team's monthly reports to an address. @throws NotFound */
export function leaveReports(ctx: Context, token: string): Promise<ReportLink> {
  return change(ctx, token, true);
}

/** Resumes them. @throws NotFound */
export function rejoinReports(ctx: Context, token: string): Promise<ReportLink> {
  return change(ctx, token, false);
}

async function change(ctx: Context, token: string, unsubscribed: boolean): Promise<ReportLink> {
  const { teamId, address, teamName } = await openLink(ctx, token);
  await ctx.em.transactional(
    async (em) => {
      await lockTeam(em, teamId);
      const where = { team: teamId, address };
      const isGone = (await em.count(ReportUnsubscription, where)) > 0;
      if (isGone === unsubscribed) return;
      if (unsubscribed) await em.insert(ReportUnsubscription, { ...where, createdAt: new Date() });
      else await em.nativeDelete(ReportUnsubscription, where);
      // The link's recipient is the actor, even if someone else is signed in.
      await record(
        em,
        { ...ctx, viewer: null },
        {
          action: unsubscribed ? 'report.unsubscribe' : 'report.subscribe',
          subject: teamName,
          subjectId: teamId,
          after: { address },
          actor: address,
        },
      );
    },
    { clear: true },
  );
  return { address, teamName, unsubscribed };
}

async function openLink(
  { em, app, request }: Context,
  token: string,
): Promise<ReportLink & { teamId: string }> {
  await app.attempts.take(links, networkOf(request.ip));
  const [teamId = '', digest] = verify(app.config.appSecrets, purpose, token)?.split(' ') ?? [];
  const team = isId(teamId) ? await em.findOne(Team, { id: teamId }) : null;
  const address = team && (await recipientsOf(em, team)).find((one) => digestOf(one) === digest);
  if (!team || !address)
    throw new ProductError(
      'NOT_FOUND',
      'This link is no longer valid. Your address no longer gets these reports.',
    );
  const unsubscribed = (await em.count(ReportUnsubscription, { team, address })) > 0;
  return { teamId: team.id, address, teamName: team.name, unsubscribed };
}

/** Everyone whom a team can send reports to, and those who have unsubscribed. */
async function recipientsOf(em: EntityManager, team: Team): Promise<string[]> {
  const schedules = await em.find(ReportSchedule, { team });
  const members = await em.find(Membership, { team }, { populate: ['user'] });
  const gone = await em.find(ReportUnsubscription, { team });
  const all = [
    ...schedules.flatMap(({ addresses }) => addresses),
    ...members.map(({ user }) => user.email),
    ...gone.map(({ address }) => address),
  ];
  return all.map(normalEmail);
}

/** Limits opening and using links. A signature has 256 bits, so this is about load, not guessing. */
const links: Limit = {
  name: 'report-link',
  attempts: 600,
  seconds: 3600,
  message: 'Too many attempts from your network. Try again later.',
};
