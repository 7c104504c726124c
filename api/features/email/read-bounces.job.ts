import type { App } from '#api/app.ts';
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
    await em.nativeUpdate(EmailSettings, { id: 1 }, { bouncesReadAt });
  });
}
