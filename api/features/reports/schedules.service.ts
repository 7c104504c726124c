import type { EntityManager } from '@mikro-orm/postgresql';
import { isEmail } from 'class-validator';
import { isId } from '#api/db/id.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { Customer } from '../customers/customer.entity.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import { Membership } from '../teams/membership.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { ReportSchedule, ReportUnsubscription } from './report.entity.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { addReportEmail } from './report-emails.store.ts';
import type { ReportOfCustomer, ReportScheduleInput, ReportSchedulesPage } from './report.input.ts';
import { nothingKept, reportFor } from './reports.service.ts';

/** Addresses in all schedules of a team that aren't its members. */
const mostInTeam = 500;

/**
 * Who gets which reports, by the customer's name. The one of all sites comes first.
 * @throws NotFound for another team's customer
 */
export async function reportSchedules(
  ctx: ViewerContext,
  { customerId, first, skip }: ReportSchedulesPage,
): Promise<ReportSchedule[]> {
  const { em, viewer } = ctx;
  const customer = customerId ? { customer: await findOwn(ctx, Customer, customerId, 'Customer') } : {};
  return em.find(
    ReportSchedule,
    { team: viewer.team, ...customer },
    {
      populate: ['customer'],
      orderBy: { customer: { name: 'asc nulls first' } },
      limit: first,
      offset: skip,
    },
  );
}

/** The monthly email of a customer's report while it is on, as the customer's deletion names it. Only the owner may end it. */
export async function schedulesOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const active = await em.count(ReportSchedule, { team: teamId, customer: customerId, isActive: true });
  return active > 0 ? [{ kind: 'report_emails' }] : [];
}

/** The recipients of a schedule who have unsubscribed, for whom nothing is sent. */
export async function unsubscribedOf(
  ctx: ViewerContext,
  { addresses, memberIds }: ReportSchedule,
): Promise<string[]> {
  const members = await Promise.all(memberIds.map((id) => memberAddress(ctx, id)));
  const all = [...addresses, ...members.flatMap((address) => address ?? [])];
  const gone = await Promise.all(all.map((address) => isUnsubscribed(ctx, normalEmail(address))));
  return all.filter((_, at) => gone[at]);
}

/** Email address of a member, by the ID of the membership. */
const memberAddress = batched(async ({ em, viewer }, ids) => {
  const members = await em.find(
    Membership,
    { team: viewer.team, id: { $in: [...ids] } },
    { populate: ['user'] },
  );
  return new Map(members.map(({ id, user }) => [id, user.email]));
});

const isUnsubscribed = batched(async ({ em, viewer }, addresses) => {
  const found = await em.find(ReportUnsubscription, { team: viewer.team, address: { $in: [...addresses] } });
  return new Map(found.map(({ address }) => [address, true]));
});

/**
 * Adds or replaces the schedule of a customer, or of all sites.
 * @throws NotFound for another team's customer, Invalid, or Conflict at the team's maximum
 */
export function saveReportSchedule(
  ctx: ViewerContext,
  { customerId, isActive, memberIds: chosen, addresses: given }: ReportScheduleInput,
): Promise<ReportSchedule> {
  const addresses = tidyAddresses(given);
  const memberIds = [...new Set(chosen.map((id) => id.toLowerCase()))];
  return withLockedTeam(ctx, 'own', async (own) => {
    const { em, viewer } = own;
    const { team } = viewer;
    const customer = customerId ? await findOwn(own, Customer, customerId, 'Customer') : null;
    const members = await em.count(Membership, { team, id: { $in: memberIds.filter(isId) } });
    if (members < memberIds.length) throw new Invalid({ memberIds: 'Choose members of your team' });
    if (isActive && memberIds.length + addresses.length === 0)
      throw new Invalid({ memberIds: 'Choose at least one recipient' });
    const all = await em.find(ReportSchedule, { team });
    const schedule =
      all.find((one) => one.customerId === (customer?.id ?? null)) ??
      em.assign(new ReportSchedule(), { team, customer });
    const others = all.filter((one) => one !== schedule);
    const used = others.reduce((sum, one) => sum + one.addresses.length, 0) + addresses.length;
    if (used > mostInTeam)
      throw new Conflict(`A team can send reports to ${mostInTeam} addresses besides its members.`);
    em.assign(schedule, { isActive, memberIds, addresses });
    await em.persist(schedule).flush();
    await record(em, own, {
      action: 'report.schedule',
      subject: customer?.name ?? team.name,
      subjectId: customer?.id ?? team.id,
      after: { isActive, members, addresses: addresses.join(', ') },
    });
    return schedule;
  });
}

/**
 * Emails a report to the viewer now, as a schedule does on the first of the month.
 * @returns their address
 * @throws NotFound for another team's customer, Invalid for a month without figures, or TooMany
 */
export async function sendReportToMe(
  ctx: ViewerContext,
  { month, customerId = null }: ReportOfCustomer,
): Promise<string> {
  const { app, em, viewer } = ctx;
  const { user, team } = viewer;
  if (customerId) await findOwn(ctx, Customer, customerId, 'Customer');
  await app.attempts.take(toMe, user.id);
  const about = { teamId: team.id, month, customerId };
  const report = await reportFor(em, about);
  if (!report || report.siteCount === 0) throw new Invalid({ month: nothingKept });
  const address = normalEmail(user.email);
  await em.transactional((tx) =>
    addReportEmail(tx, app.config, { report, about, address, teamName: team.name, isMember: true }),
  );
  return address;
}

const toMe: Limit = {
  name: 'report-to-me',
  attempts: 10,
  seconds: 3600,
  message: 'You have sent yourself several reports. Try again later.',
};

/** @throws Invalid for something that isn't an address */
function tidyAddresses(given: readonly string[]): string[] {
  const addresses = [...new Set(given.map(normalEmail).filter(Boolean))];
  const wrong = addresses.find((address) => !isEmail(address, { allow_utf8_local_part: true }));
  if (wrong) throw new Invalid({ addresses: `${wrong.slice(0, 80)} isn’t an email address` });
  return addresses;
}
