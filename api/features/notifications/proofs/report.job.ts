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
      for (const { email, teamName } of way.owners)
        await addEmail(tx, email, emailAbout(app, state, isWorking, teamName));
      await recordReport(tx, proofId, reportedAt);
    });
  } else if (await announce(app, em, way.integrationId, state, isWorking)) {
    await recordReport(em, proofId, reportedAt);
  } else await recordFailedReport(em, state);
}

/** A way to notify the team. */
type Way = { owners: { email: string; teamName: string }[] } | { integrationId: string };

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
  const owners: { email: string; teamName: string }[] = [];
  for (const owner of await ownersOf(em, teamId))
    if ((await suppressionOf(em, owner.email)) === undefined) owners.push(owner);
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

const nameOf = ({ channel }: ProofState): string =>
  channel === 'halopsa' ? 'HaloPSA' : channelName[channel];

/** What happened, and what to do. */
function wordsAbout(state: ProofState, isWorking: boolean, teamName: string, timeZone: string) {
  const name = nameOf(state);
  const affected = state.channel === 'halopsa' ? 'tickets may not be opened' : 'alerts may not arrive';
  if (isWorking)
    return {
      subject: `${name} works again for ${teamName}`,
      paragraphs: [`${name} accepts messages of the team ${teamName} again.`],
    };
  const why = state.failure ? failureText(state.failure) : 'The check of this channel failed.';
  const since = state.failingSince ? new Date(state.failingSince) : new Date();
  const when = dayAndTime(since, timeZone);
  return {
    subject: `${name} isn't working for ${teamName}`,
    paragraphs: [
      `${name} ${affected}. Since ${when}, our checks have failed: ${why}`,
      'We keep checking, and will let you know once it works again.',
    ],
  };
}

function linkTo(app: App, { channel }: ProofState): { label: string; url: string } {
  const place = channel === 'halopsa' ? 'integrations#psa' : `integrations?channel=${channel}#channels`;
  return { label: 'Open Integrations', url: `${app.config.publicUrl}/${place}` };
}

function emailAbout(app: App, state: ProofState, isWorking: boolean, teamName: string) {
  const { subject, paragraphs } = wordsAbout(state, isWorking, teamName, 'UTC');
  return {
    kind: isWorking ? 'channel-working' : 'channel-failing',
    subject,
    heading: subject,
    paragraphs,
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
  const { teamName, timeZone } = destination;
  const { platformName } = await brandingOf(app);
  const { subject, paragraphs } = wordsAbout(about, isWorking, teamName, timeZone);
  const tone = isWorking ? 'well' : AlertSeverity.warning;
  const said: MessageText = {
    title: `${severitySymbols[tone]} ${subject}`,
    paragraphs,
    tone,
    facts: [],
    lines: [],
    links: [linkTo(app, about)],
    footer: `${platformName} · ${teamName}`,
    from: platformName,
  };
  const announcement: Announcement = {
    id: `${about.id}_${about.reportedAt ? new Date(about.reportedAt).getTime() : about.reportAttempts}`,
    type: isWorking ? 'channel.working' : 'channel.failing',
    data: { team: { name: teamName }, channel: { type: about.channel }, message: paragraphs.join(' ') },
    said,
  };
  return !('reason' in (await send(app, config, announcement)));
}
