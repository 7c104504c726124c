import { randomUUID } from 'node:crypto';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { reader } from '#api/lib/local-time.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { ownSubscription } from '#api/features/web-push/push-subscriptions.service.ts';
import { failureText } from '../../integrations/channel-failures.ts';
import { sendPush } from '../channels/push.client.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import type { ChannelTest } from '../log/deliveries.input.ts';
import { tests } from './channel-tests.service.ts';
import { exampleAlert } from './send-test.service.ts';

/** Sends a test notification to one of the viewer's browsers. @throws NotFound or TooMany */
export async function testPushSubscription(ctx: ViewerContext, id: string): Promise<ChannelTest> {
  const { app, em, viewer } = ctx;
  const subscription = await ownSubscription(ctx, id);
  await app.attempts.take(tests, viewer.team.id);
  await em.populate(subscription, ['sealed']);
  const now = new Date();
  const open = `${app.config.publicUrl}/alerts`;
  const { platformName } = await brandingOf(app);
  const outcome = await sendPush(
    app,
    { ...subscription, wasSent: false },
    {
      id: randomUUID(),
      platformName,
      teamId: viewer.team.id,
      teamName: viewer.team.name,
      reader: reader(zoneOf(ctx), now),
      recipient: viewer.user.email,
      content: {
        kind: DeliveryKind.opened,
        alert: exampleAlert(now),
        isTest: true,
        at: now,
        links: { open, acknowledge: open, snooze: open },
      },
    },
  );
  return 'reason' in outcome
    ? { success: false, message: failureText(outcome.reason) }
    : { success: true, message: `We sent a test notification to ${subscription.name}.` };
}
