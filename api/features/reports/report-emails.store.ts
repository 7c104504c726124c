import { isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '#api/config/config.ts';
import { type EmailContent, plainName, product } from '../email/email-content.ts';
import { addEmail } from '../email/outbox.store.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { ReportSchedule, ReportUnsubscription } from './report.entity.ts';
import type { Report } from './report.types.ts';
import {
  countWords,
  durationWords,
  fileNameOf,
  incidentPlace,
  measuredWords,
  monthWords,
  percentWords,
  severityWords,
  spanWords,
  uptimeChange,
} from './report-words.ts';
import { reportFor } from './reports.service.ts';
import { monthBefore } from '#api/lib/calendar-month.ts';
import { leaveUrl } from './unsubscribe.service.ts';

/** How the outbox names the file of a report, which is made when the email is sent. */
export const attachmentKind = 'report';

/**
 * Adds the emails of a month's reports to the outbox, in the transaction that stores the month: so each is added once, however
 * often the job runs.
 * @returns how many
 */
export async function addReportEmails(
  em: EntityManager,
  config: Config,
  teamId: string,
  month: string,
): Promise<number> {
  const schedules = await em.find(
    ReportSchedule,
    { team: teamId, isActive: true },
    { populate: ['customer'] },
  );
  if (schedules.length === 0) return 0;
  const team = await em.findOneOrFail(Team, { id: teamId });
  const memberships = await em.find(Membership, { team, user: { suspended: false } }, { populate: ['user'] });
  const gone = new Set((await em.find(ReportUnsubscription, { team })).map(({ address }) => address));
  const replyTo = memberships.find(({ role }) => role === TeamRole.owner)?.user.email;
  let added = 0;
  for (const schedule of schedules) {
    const about = { teamId, month, customerId: schedule.customerId };
    const report = await reportFor(em, about);
    if (!report || report.siteCount === 0) continue;
    const members = memberships
      .filter(({ id }) => schedule.memberIds.includes(id))
      .map(({ user }) => normalEmail(user.email));
    for (const address of new Set([...members, ...schedule.addresses])) {
      if (gone.has(address) || !isEmail(address, { allow_utf8_local_part: true })) continue;
      const isMember = members.includes(address);
      await addReportEmail(em, config, { report, about, address, teamName: team.name, isMember, replyTo });
      added += 1;
    }
  }
  return added;
}

interface ReportEmail {
  report: Report;
  about: { teamId: string; month: string; customerId: string | null };
  address: string;
  teamName: string;
  /** Members get a link to the report, and others an address to reply to. */
  isMember: boolean;
  replyTo?: string | undefined;
}

/** Adds one email with the PDF, which is drawn when it's sent. */
export async function addReportEmail(
  em: EntityManager,
  config: Config,
  { report, about, address, teamName, isMember, replyTo }: ReportEmail,
): Promise<void> {
  const letter = letterOf(report, {
    teamName,
    openUrl: isMember ? reportUrl(config, about) : undefined,
    leaveUrl: leaveUrl(config, about.teamId, address),
    replyTo: isMember ? undefined : replyTo,
  });
  const attachment = { kind: attachmentKind, name: `${fileNameOf(report)}.pdf`, about };
  await addEmail(em, address, { ...letter, attachment });
}

function reportUrl(
  { publicUrl }: Config,
  { month, customerId }: { month: string; customerId: string | null },
): string {
  const query = new URLSearchParams({ month, ...(customerId && { customer: customerId }) });
  return `${publicUrl}/reports?${query}`;
}

interface Letter {
  teamName: string;
  /** Members only, because it requires signing in. */
  openUrl: string | undefined;
  leaveUrl: string;
  replyTo: string | undefined;
}

/** The key figures. Names are made safe, because anyone can have chosen them, and the recipient may not know the team. */
function letterOf(report: Report, { teamName, openUrl, leaveUrl: url, replyTo }: Letter): EmailContent {
  const [subject, team] = [plainName(report.subject), plainName(teamName)];
  const { figures, before, month, timeZone } = report;
  const change = uptimeChange(figures, before, monthBefore(month));
  const outage = figures.longestOutage;
  return {
    kind: 'monthly-report',
    subject: `${subject}: network report for ${monthWords(month)}`,
    heading: `${subject}, ${monthWords(month)}`,
    paragraphs: [
      `This is the monthly network report of ${countWords(report.siteCount, 'site')}. The attached PDF has all figures. Planned work is left out.`,
    ],
    facts: [
      { label: 'Uptime', value: withNote(percentWords(figures.uptimePercent), change) },
      {
        label: 'Incidents',
        value: withNote(figures.incidents.toLocaleString('en-GB'), severityWords(figures)),
      },
      { label: 'Time to acknowledge', value: durationWords(figures.acknowledgeMedian, 'None acknowledged') },
      { label: 'Time to recover', value: durationWords(figures.recoverMedian, 'None recovered') },
      {
        label: 'Longest outage',
        value: outage
          ? `${durationWords(outage.seconds)}: ${plainName(incidentPlace(outage))}, ${spanWords(outage, timeZone)}`
          : 'None',
      },
    ],
    ...(openUrl && { action: { label: 'Open the report', url: openUrl } }),
    note: `${measuredWords(report)} You’re receiving this email because ${team} sends you its monthly reports from ${product}.`,
    leave: { label: 'Unsubscribe from monthly reports', url },
    ...(replyTo && { replyTo }),
  };
}

const withNote = (value: string, note: string): string => (note ? `${value} (${note})` : value);
