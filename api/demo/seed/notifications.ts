import type { EntityManager, EventArgs } from '@mikro-orm/postgresql';
import { sealFor } from '#api/security/secrets.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import type { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import type { Controller } from '#api/features/controllers/controller.entity.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import { ChannelProof } from '#api/features/notifications/proofs/channel-proof.entity.ts';
import { ConsolePushDay } from '#api/features/push/push-health.entity.ts';
import type { ChannelConfig } from '#api/features/integrations/channel-config.ts';
import {
  addPushChannel,
  configOf,
  sealChannel,
  unsealed,
  newSigningSecret,
} from '#api/features/integrations/config.store.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import type { User } from '#api/features/users/user.entity.ts';
import { PushSubscription } from '#api/features/web-push/push-subscription.entity.ts';
import { hashToken } from '#api/security/token.ts';
import type { PushStandIn } from '../push/push.ts';
import type { HalopsaStandIn } from '../halopsa/halopsa.ts';
import { closedStatus } from '../halopsa/world.ts';
import type { StandIns } from '../stand-ins.ts';

/** Adds a channel for every service with a stand-in, and opens tickets for offline devices. */
export function addNotificationSetup(
  em: EntityManager,
  team: Team,
  rules: AlertRule[],
  standIns: StandIns,
): void {
  const all = addChannels(em, team, standIns, {
    recipients: [demoAccounts.customer, 'noc@northwind.test'],
    names: { slack: 'network-alerts', teams: 'it-operations', discord: 'network', webhook: 'northwind' },
  });
  em.persist(provenSoon({ team, halopsa: connectionTo(standIns.halopsa, team) }));
  for (const rule of rules) rule.channels = [NotificationChannel.email, NotificationChannel.slack];
  const [offline] = rules;
  if (!offline) return;
  opensTickets(offline, [AlertSeverity.error, AlertSeverity.critical]);
  offline.channels = all;
}

/** A service provider's channels hear of internet lines and providers, not of the fleet's single devices. */
export function addFleetNotifications(
  em: EntityManager,
  team: Team,
  rules: { line: AlertRule; provider: AlertRule },
  standIns: StandIns,
): void {
  const all = addChannels(em, team, standIns, {
    recipients: [demoAccounts.serviceProvider, 'noc@harbour.test'],
    names: { slack: 'harbour-noc', teams: 'harbour-service', discord: 'harbour', webhook: 'harbour' },
  });
  em.persist(provenSoon({ team, halopsa: connectionTo(standIns.halopsa, team) }));
  rules.line.channels = [NotificationChannel.email, NotificationChannel.slack];
  rules.provider.channels = all;
  opensTickets(rules.provider, [AlertSeverity.critical]);
}

function addChannels(
  em: EntityManager,
  team: Team,
  { chat }: StandIns,
  {
    recipients,
    names,
  }: { recipients: string[]; names: Record<'slack' | 'teams' | 'discord' | 'webhook', string> },
): NotificationChannel[] {
  const configs: Partial<Record<NotificationChannel, ChannelConfig>> = {
    email: { recipients },
    slack: { webhookUrl: chat.slackUrl(names.slack) },
    teams: { webhookUrl: chat.teamsUrl(names.teams) },
    discord: { webhookUrl: chat.discordUrl(names.discord) },
    webhook: { webhookUrl: chat.hookUrl(names.webhook), secrets: [{ secret: newSigningSecret() }] },
  };
  for (const [type, config] of Object.entries(configs))
    em.persist(provenSoon({ team, integration: channelOf(team, type, config) }));
  return Object.keys(configs) as NotificationChannel[];
}

function opensTickets(rule: AlertRule, severities: AlertSeverity[]): void {
  Object.assign(rule, {
    haloEnabled: true,
    haloSeverityLevels: severities,
    haloClientId: 246,
    haloClientName: 'Contoso Dental',
    haloSiteId: 553,
    haloSiteName: 'Main',
    haloPriority: 4,
    haloCategory: 7,
    haloCategoryName: 'Hardware>Network',
  });
}

function channelOf(team: Team, type: string, config: ChannelConfig): Integration {
  const integration = Object.assign(new Integration(), { team, type });
  sealChannel(integration, config);
  return integration;
}

/** A channel that is checked in the demo's first minute, so that visitors needn't wait for an hour. */
function provenSoon(about: Pick<ChannelProof, 'team' | 'integration' | 'halopsa'>): ChannelProof {
  return Object.assign(new ChannelProof(), { ...about, nextAt: new Date() });
}

/** The operator's own team has a channel whose webhook was deleted in Discord yesterday. The stand-in knows no such webhook. */
export function addFailingChannel(em: EntityManager, team: Team, { chat }: StandIns): void {
  const yesterday = new Date(Date.now() - 26 * 3_600_000);
  const webhookUrl = chat.discordUrl('old-office').replace(/\/\d+\//, '/199737254929760257/');
  const proof = provenSoon({
    team,
    integration: channelOf(team, NotificationChannel.discord, { webhookUrl }),
  });
  em.persist(
    Object.assign(proof, {
      since: new Date(yesterday.getTime() - 30 * 86_400_000),
      provenAt: new Date(yesterday.getTime() - 24 * 3_600_000),
      checkedAt: yesterday,
      failures: 1,
      failingSince: yesterday,
      failure: failure('discord_webhook_deleted'),
    }),
  );
}

/** What the consoles pushed in the last week: about half at the first, none any more at the second, never at the others. */
const pushHistory: readonly (readonly [daysAgo: number, changes: number, pushed: number])[][] = [
  [
    [1, 4, 2],
    [3, 6, 3],
  ],
  [
    [2, 3, 0],
    [4, 2, 0],
    [20, 5, 4],
  ],
];

export function addPushHistory(
  em: EntityManager,
  watched: readonly { controller: Controller; hostId: string | undefined }[],
): void {
  for (const [place, days] of pushHistory.entries()) {
    const { controller, hostId } = watched[place] ?? {};
    if (!controller || !hostId) continue;
    for (const [daysAgo, changes, pushed] of days) {
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      const day = Object.assign(new ConsolePushDay(), {
        controller,
        hostId,
        day: at.toISOString().slice(0, 10),
        changes,
        pushed,
        pushedAt: pushed > 0 ? at : null,
      });
      em.persist(day);
      if (pushed > 0 && (!controller.lastPushAt || controller.lastPushAt < at)) controller.lastPushAt = at;
    }
  }
}

/** A connection to the stand-in's tenant. Persisted by the caller. */
function connectionTo(halopsa: HalopsaStandIn, team: Team): HalopsaConnection {
  const { authServer, resourceServer, tenant, clientId, clientSecret } = halopsa;
  const connection = new HalopsaConnection();
  return Object.assign(connection, {
    team,
    authServer,
    resourceServer,
    tenant,
    clientId,
    clientSecret: sealFor(connection, 'halopsa_connection.client_secret', clientSecret),
    clientSecretTail: clientSecret.slice(-4),
    ticketTypeId: 21,
    resolvedStatusId: closedStatus,
    closesTickets: true,
  });
}

/**
 * Two integrations that the demo's operator has drafted. They only store credentials, so customers don't see them until an
 * administrator activates them.
 */
export function addTemplates(em: EntityManager): void {
  const text = (title: string, description?: string) => ({
    type: 'string',
    title,
    ...(description && { description }),
  });
  const secret = (title: string) => ({ ...text(title), writeOnly: true });
  em.persist([
    Object.assign(new IntegrationTemplate(), {
      name: 'ConnectWise PSA',
      type: 'connectwise',
      isActive: false,
      description:
        'Stores your ConnectWise credentials, encrypted, for your provider to connect. It does not create tickets.',
      icon: 'settings',
      configSchema: {
        type: 'object',
        properties: {
          site: { ...text('Site', 'Such as https://api-eu.myconnectwise.net'), format: 'uri' },
          companyId: text('Company ID', 'What you type when you sign in to ConnectWise.'),
          publicKey: secret('Public key'),
          privateKey: secret('Private key'),
          clientId: text('Client ID'),
          board: text('Service board'),
        },
        required: ['site', 'companyId', 'publicKey', 'privateKey', 'clientId'],
      },
    }),
    Object.assign(new IntegrationTemplate(), {
      name: 'Mattermost',
      type: 'mattermost',
      isActive: false,
      description:
        'Stores the incoming webhook of a channel, encrypted, for your provider to use. It does not receive alerts.',
      icon: 'message-circle',
      configSchema: {
        type: 'object',
        properties: {
          webhookUrl: { ...secret('Incoming webhook'), format: 'uri' },
          channel: text('Channel', 'Blank: the channel of the webhook.'),
          mention: { ...text('Mention'), enum: ['nobody', 'here', 'channel'], default: 'nobody' },
        },
        required: ['webhookUrl'],
      },
    }),
  ]);
}

/** Name of the browser that receives the demo customer's push notifications. */
const phone = 'Stand-in phone';

/** Turns on push notifications in a phone of the stand-in. The customer's membership is stored already. */
export async function addPhone(em: EntityManager, customer: User, { push }: StandIns): Promise<void> {
  const membership = await em.findOneOrFail(Membership, { user: customer }, { populate: ['team'] });
  await addPushChannel(em, membership.team);
  const subscription = Object.assign(new PushSubscription(), { membership, name: phone });
  subscribe(subscription, push);
  em.persist(subscription);
}

function subscribe(subscription: PushSubscription, push: PushStandIn): void {
  const keys = push.subscribe(phone);
  subscription.endpointHash = hashToken(keys.endpoint);
  subscription.sealed = sealFor(subscription, 'push_subscription.sealed', JSON.stringify(keys));
}

/**
 * Updates saved URLs when a stand-in's port has changed, and gives the webhook receiver the secrets to verify
 * with: existing ones, and each one saved later.
 */
export async function followStandIns(
  em: EntityManager,
  { chat, moved, push }: Pick<StandIns, 'chat' | 'moved'> & Partial<StandIns>,
): Promise<void> {
  const learn = (integration: Integration) => {
    if (integration.type !== NotificationChannel.webhook || !integration.sealed) return;
    const { secrets = [] } = JSON.parse(unsealed(integration)) as ChannelConfig;
    chat.secrets.push(...secrets.map(({ secret }) => secret).filter((one) => !chat.secrets.includes(one)));
  };
  em.getEventManager().registerSubscriber({
    getSubscribedEntities: () => [Integration],
    afterCreate: ({ entity }: EventArgs<Integration>) => learn(entity),
    afterUpdate: ({ entity }: EventArgs<Integration>) => learn(entity),
  });
  for (const channel of await em.find(Integration, { template: null })) {
    const config = await configOf(em, channel);
    learn(channel);
    const to = moved.get(URL.parse(config.webhookUrl ?? '')?.origin ?? '');
    if (!config.webhookUrl || !to) continue;
    sealChannel(channel, { ...config, webhookUrl: replaced(config.webhookUrl, to) });
  }
  // The stand-in doesn't remember its browsers, and may have another port.
  for (const subscription of push ? await em.find(PushSubscription, { name: phone }) : [])
    subscribe(subscription, push!);
  for (const connection of await em.find(HalopsaConnection, {})) {
    const to = moved.get(new URL(connection.authServer).origin);
    if (!to) continue;
    connection.authServer = replaced(connection.authServer, to);
    connection.resourceServer = replaced(connection.resourceServer, to);
  }
  await em.flush();
}

function replaced(address: string, origin: string): string {
  return address.replace(new URL(address).origin, origin);
}
