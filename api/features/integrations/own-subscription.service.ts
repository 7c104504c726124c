import type { CustomerContext } from '#api/graphql/context.ts';
import { record } from '../audit/audit.service.ts';
import { normalEmail } from '../users/normal-email.ts';
import { subscribeAgain } from './unsubscribe.ts';
import { Unsubscription } from './unsubscription.entity.ts';

/** Whether the viewer asked by a link for no more alert mails of this team. */
export async function unsubscribedFromAlertMails({ em, viewer }: CustomerContext): Promise<boolean> {
  const { team, user } = viewer;
  return (await em.count(Unsubscription, { team, address: normalEmail(user.email) })) > 0;
}

/** Lifts it. False where nothing was to be lifted. */
export function subscribeToAlertMails(ctx: CustomerContext): Promise<boolean> {
  const { team, user } = ctx.viewer;
  return ctx.em.transactional(
    async (em) => {
      const lifted = await subscribeAgain(em, team.id, user.email);
      if (lifted)
        await record(em, ctx, {
          action: 'integration.subscribe',
          subject: 'email',
          after: { team: team.name, subscribed: user.email },
        });
      return lifted;
    },
    // What this request has read before may have changed while it waited for the lock.
    { clear: true },
  );
}
