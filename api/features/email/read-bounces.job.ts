import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { normalEmail } from '../users/normal-email.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { readBounces as askForBounces } from './sendgrid.ts';
import { suppress } from './suppression.ts';
import { providerOf } from './way.ts';

/** Milliseconds to look back the first time. */
const firstLook = 30 * 86_400_000;

/** Learns from the provider which addresses have bounced since the last time: nothing is sent to them any more. */
export async function readBounces({ config, orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const { settings, account } = await providerOf(em, config);
  if (!settings?.isActive || !account) return;
  const bouncesReadAt = new Date();
  const since = settings.bouncesReadAt ?? new Date(bouncesReadAt.getTime() - firstLook);
  const bounces = await askForBounces(account, since);
  await em.transactional(async (em) => {
    await suppress(em, bounces);
    await markBounced(em, bounces);
    await em.nativeUpdate(EmailSettings, { id: 1 }, { bouncesReadAt });
  });
}

/** The provider doesn't say which email bounced, so it's the last one that was sent to the address. */
async function markBounced(em: EntityManager, bounces: readonly { address: string }[]): Promise<void> {
  const addresses = [...new Set(bounces.map(({ address }) => normalEmail(address)))];
  await em.execute(
    `update mail set bounced_at = now() where id in (
       select distinct on (lower("to")) id from mail
        where status = 'sent' and lower("to") in (select jsonb_array_elements_text(?::jsonb))
        order by lower("to"), created_at desc
     )`,
    [JSON.stringify(addresses)],
    'run',
  );
}
