import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { reader } from '#api/lib/local-time.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { AlertCondition, AlertSeverity } from '../../alerts/alert.enums.ts';
import { messageOf, type AlertParts } from '#api/features/alerts/message.ts';
import { NotificationChannel } from '../../alerts/notification-channel.ts';
import type { RuleTest, ChannelTest } from '../log/deliveries.input.ts';
import type { HalopsaTicketTest } from '#api/features/halopsa/halopsa-list.entity.ts';
import { connectionOf } from '#api/features/halopsa/connection.store.ts';
import { openTestTicket } from '#api/features/halopsa/tickets/create-ticket.store.ts';
import { ticketSettingsOfRule } from '#api/features/halopsa/tickets/ticket-settings.ts';
import { eventNamed, webhookEvents, type WebhookEvent } from '../../integrations/channel-config.ts';
import { Integration } from '../../integrations/integration.entity.ts';
import { ownIntegration } from '../../integrations/integrations.service.ts';
import { findOwn } from '#api/features/teams/lock-team.store.ts';
import { DeliveryKind, type NoticeKind } from '../delivery.entity.ts';
import { channelName } from '../reason-text.ts';
import { exampleCount, sendTest, type Example } from './send-test.service.ts';
import { conditions, typeOf, thresholdOf } from '../../alerts/condition.ts';

/** Limit of a team's tests. */
export const tests: Limit = {
  name: 'test-message',
  attempts: 30,
  seconds: 600,
  message: 'Too many test messages. Try again in a few minutes.',
};

/**
 * Sends a real test message and returns the result.
 * @param event the webhook event to send an example of
 * @throws NotFound, Invalid or TooMany
 */
export async function testIntegration(
  ctx: ViewerContext,
  id: string,
  event: string | null = null,
): Promise<ChannelTest> {
  const integration = await ownIntegration(ctx, id);
  const kind = kindOf(integration, event);
  if (integration.madeFrom) return { success: false, message: 'Only alert channels can be tested.' };
  await ctx.app.attempts.take(tests, ctx.viewer.team.id);
  return sendTest(ctx, integration, undefined, kind);
}

/** The kind of example. Undefined for a plain test. */
function kindOf({ type, madeFrom }: Integration, event: string | null): NoticeKind | undefined {
  if (event === null) return undefined;
  if (type !== NotificationChannel.webhook || madeFrom)
    throw new Invalid({ event: 'Only webhooks can receive an example event' });
  const named = eventNamed(event);
  if (!named) throw new Invalid({ event: `Event must be one of ${webhookEvents.join(', ')}` });
  return kindNamed(named);
}

/**
 * Sends an example of a rule's alert through each of its channels. Returns one line per result, failures
 * first after the example. If no channel is set up, only the example is returned.
 * @throws NotFound, or TooMany
 */
export async function testAlertRule(ctx: ViewerContext, id: string): Promise<RuleTest> {
  const rule = await findOwn(ctx, AlertRule, id, 'Alert rule');
  await ctx.em.populate(rule, ['controller']);
  await ctx.app.attempts.take(tests, ctx.viewer.team.id);
  const alert = sampleAlert(rule, new Date());
  const text = `${messageOf(alert, readerOf(ctx))}.`;
  const answers: HalopsaTicketTest[] = [
    ...(await tryChannels(ctx, rule, alert)),
    ...(await tryTicket(ctx, rule, alert)),
  ];
  if (answers.length === 0)
    return {
      success: true,
      notified: false,
      message: `"${text}"\nNo channel of this rule is set up, so only you see this example.`,
    };
  const failed = answers.filter(({ success }) => !success);
  const ticketUrl = answers.find((one) => one.ticketUrl)?.ticketUrl ?? null;
  const lines = [...failed, ...answers.filter(({ success }) => success)].map(({ message }) => message);
  const notified = failed.length < answers.length;
  return { success: failed.length === 0, notified, message: [`"${text}"`, ...lines].join('\n'), ticketUrl };
}

async function tryChannels(ctx: ViewerContext, rule: AlertRule, alert: AlertParts): Promise<ChannelTest[]> {
  const { em, viewer } = ctx;
  const where = { team: viewer.team, madeFrom: null, type: { $in: rule.channels } };
  const integrations = await em.find(Integration, where);
  const about = exampleOf(rule, alert);
  return Promise.all(
    rule.channels.flatMap((channel) => {
      const integration = integrations.find(({ type }) => type === channel);
      return integration ? [tryChannel(channel, integration)] : [];
    }),
  );

  async function tryChannel(channel: NotificationChannel, integration: Integration): Promise<ChannelTest> {
    const name = channelName[channel];
    if (!integration.isActive) return { success: false, message: `${name} is turned off.` };
    const { success, message: answer } = await sendTest(ctx, integration, about);
    return { success, message: success ? answer : `${name}: ${answer}` };
  }
}

async function tryTicket(
  { app, em, viewer }: ViewerContext,
  rule: AlertRule,
  alert: AlertParts,
): Promise<HalopsaTicketTest[]> {
  if (!rule.haloEnabled || !(await connectionOf(em, viewer.team.id))) return [];
  const subject = `${messageOf(alert, reader(viewer.team.timeZone, new Date()))}.`;
  const test = await openTestTicket(app, em, viewer.team.id, ticketSettingsOfRule(rule), subject);
  return [test.success ? test : { ...test, message: `HaloPSA: ${test.message}` }];
}

function exampleOf(rule: AlertRule, alert: AlertParts): Example {
  return {
    ...alert,
    deviceName: alert.deviceName ?? null,
    ruleName: rule.name,
    severity: AlertSeverity.info,
    controllerName: rule.controller?.name ?? 'Example controller',
  };
}

/** The kind of message with this event name in webhooks. */
function kindNamed(event: WebhookEvent): NoticeKind {
  return kinds[event];
}

const kinds: Record<WebhookEvent, NoticeKind> = {
  'alert.opened': DeliveryKind.opened,
  'alert.flapping': DeliveryKind.flapping,
  'alert.stable': DeliveryKind.stable,
  'alert.reminder': DeliveryKind.reminder,
  'alert.resolved': DeliveryKind.resolved,
};

const canHaveAffected: readonly AlertCondition[] = [AlertCondition.device_offline, AlertCondition.port_down];

/** An alert that this rule could raise, about a device that doesn't exist. */
function sampleAlert({ condition, threshold, duration, fold, controller }: AlertRule, at: Date): AlertParts {
  const limit = thresholdOf(condition, threshold ?? null);
  const { measure } = conditions[condition];
  return {
    type: typeOf(condition),
    deviceName: condition === AlertCondition.isp_outage ? 'Example provider' : 'Example device',
    siteName: controller?.selectedSiteNames?.[0] ?? controller?.name ?? 'Example site',
    since: new Date(at.getTime() - duration * 60_000),
    timestamp: at,
    ...(limit !== undefined && {
      threshold: limit,
      value: measure?.trouble === 'below' ? limit / 2 : limit * 1.05,
    }),
    ...(condition === AlertCondition.isp_outage && { affectedSiteCount: limit }),
    port: 1,
    ...(fold && canHaveAffected.includes(condition) && { affectedCount: exampleCount }),
  };
}
