import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { dayAndTime } from '#api/lib/local-time.ts';
import { AlertSeverity } from '../../alerts/alert.enums.ts';
import { brandingOf } from '../../branding/branding.service.ts';
import { addEmail, suppressionOf } from '../../email/outbox.store.ts';
import { currentTransport, EmailTransport } from '../../email/transport.store.ts';
import { failureText } from '../../integrations/channel-failures.ts';
import type { Announcement } from '../channels/channel.client.ts';
import { channels } from '../channels/channels.client.ts';
import { type MessageText, severitySymbols } from '../channels/message-text.ts';
import { destinationOf, openConfig, ownersOf } from '../destinations.store.ts';
import { channelName } from '../reason-text.ts';
import { proofsOf, proofState, type ProofState, recordFailedReport, recordReport } from './proofs.store.ts';

/**
 * Notifies a team through another channel that one fails, once, and that it works again. An email commits with the record
 * of it. A chat message that a killed process hadn't recorded is sent again.
 */
export async function reportChannel(app: App, { proofId }: { proofId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const state = await proofState(em, proofId);
  if (!state) return;
  const isWorking = state.reportedAt !== null;
  if (isWorking === state.isFailing) return;
  // Nobody needs to hear about a channel that someone has turned off.
  if (!state.isOn) return isWorking ? recordReport(em, proofId, null) : undefined;
  if (isWorking && !(state.workedAt && new Date(state.workedAt) > new Date(state.reportedAt!))) return;
  const reportedAt = isWorking ? null : new Date();
  const emails = await emailsOf(app, em, state);
  const others = await othersOf(em, state);
  // A failing email channel is reported elsewhere if possible. For all others, an email to the owner comes first.
  const ways = state.channel === 'email' ? [...others, ...emails] : [...emails, ...others];
  const way = ways[state.reportAttempts % Math.max(ways.length, 1)];
  if (!way) return recordFailedReport(em, state);
  if ('owners' in way) {
    await em.transactional(async (tx) => {
      for (const email of way.owners) await addEmail(tx, email, emailAbout(app, state, isWorking));
      await recordReport(tx, proofId, reportedAt);
    });
  } else if (await announce(app, em, way.integrationId, state, isWorking)) {
    await recordReport(em, proofId, reportedAt);
  } else await recordFailedReport(em, state);
}

/** A way to notify the team. */
type Way = { owners: string[] } | { integrationId: string };

/** The owners by email, if emails are sent at all. */
async function emailsOf(
  app: App,
  em: EntityManager,
  { channel, failure, teamId }: ProofState,
): Promise<Way[]> {
  const { by, failingSince } = await currentTransport(em, app.config);
  // If only some recipients are refused, others still receive email.
  const isDown = channel === 'email' && failure?.reasonCode !== 'recipients_refused';
  if (by === EmailTransport.none || failingSince || isDown) return [];
  const owners: string[] = [];
  for (const { email } of await ownersOf(em, teamId))
    if ((await suppressionOf(em, email)) === undefined) owners.push(email);
  return owners.length > 0 ? [{ owners }] : [];
}

/** The team's other channels that work. A webhook that has chosen its events isn't sent any other. */
async function othersOf(em: EntityManager, about: ProofState): Promise<Way[]> {
  const ways: Way[] = [];
  for (const other of (await proofsOf(em, about.teamId)).values()) {
    if (other.id === about.id || other.channel === 'halopsa' || !channels[other.channel].announce) continue;
    if (!other.isActive || other.isFailing || other.failures > 0) continue;
    const destination = await destinationOf(em, other.subjectId);
    if (!destination || openConfig(destination)?.events) continue;
    ways.push({ integrationId: other.subjectId });
  }
  return ways;
}

/** Whether checks of this channel find out anything. While it is off, or only messages prove it, none do. */
const isChecked = ({ isActive, unprovable, failures, evidence }: ProofState): boolean =>
  isActive && !unprovable && (failures > 0 || (!!evidence && evidence.code !== 'message_accepted'));

/** What happened, and what to do. */
function wordsAbout(state: ProofState, isWorking: boolean) {
  const { channel, teamName, timeZone, failure, failingSince, messagesFailingSince } = state;
  const isHalopsa = channel === 'halopsa';
  const name = isHalopsa ? 'HaloPSA' : channelName[channel];
  if (isWorking) {
    const heading = `${name} is working again`;
    const subject = `${heading} for ${teamName}`;
    return { heading, subject, paragraphs: [`${subject}.`] };
  }
  const heading = `${name} isn't working`;
  const failing = messagesFailingSince ? 'Messages' : 'Daily checks';
  const since = messagesFailingSince ?? failingSince;
  const when = dayAndTime(since ? new Date(since) : new Date(), timeZone);
  const why = failure ? failureText(failure) : 'The check of this channel failed.';
  return {
    heading,
    subject: `${heading} for ${teamName}`,
    paragraphs: [
      `${name} may not ${isHalopsa ? 'open tickets' : 'deliver alerts'}. ${failing} have been failing since ${when}: ${why}`,
      isChecked(state)
        ? 'We keep checking, and will let you know once it works again.'
        : "We'll let you know once it works again.",
    ],
  };
}

function linkTo(app: App, { channel }: ProofState): { label: string; url: string } {
  const place = channel === 'halopsa' ? 'integrations#psa' : `integrations?channel=${channel}#channels`;
  return { label: 'Open Integrations', url: `${app.config.publicUrl}/${place}` };
}

function emailAbout(app: App, state: ProofState, isWorking: boolean) {
  return {
    kind: isWorking ? 'channel-working' : 'channel-failing',
    ...wordsAbout(state, isWorking),
    action: linkTo(app, state),
    note: "You're receiving this email because you own this team.",
  };
}

/** @returns whether the service accepted it */
async function announce(
  app: App,
  em: EntityManager,
  integrationId: string,
  about: ProofState,
  isWorking: boolean,
): Promise<boolean> {
  const destination = await destinationOf(em, integrationId);
  const config = destination && openConfig(destination);
  const { announce: send } = destination ? channels[destination.channel] : {};
  if (!destination || !config || !send) return false;
  const { teamName, reportedAt, failingSince } = about;
  const { platformName } = await brandingOf(app);
  const { heading, paragraphs } = wordsAbout(about, isWorking);
  const tone = isWorking ? 'well' : AlertSeverity.warning;
  const said: MessageText = {
    title: `${severitySymbols[tone]} ${heading}`,
    paragraphs,
    tone,
    facts: [],
    lines: [],
    links: [linkTo(app, about)],
    footer: `${platformName} · ${teamName}`,
    from: platformName,
  };
  // A report that is repeated has the same ID. The next failure is news, so its reports have others.
  const [word, at] = isWorking ? ['working', reportedAt] : ['failing', failingSince];
  const announcement: Announcement = {
    id: `${about.id}_${word}_${at ? new Date(at).getTime() : about.reportAttempts}`,
    type: `channel.${word}`,
    data: { team: { name: teamName }, channel: { type: about.channel }, message: paragraphs.join(' ') },
    said,
  };
  return !('reason' in (await send(app, config, announcement)));
}
