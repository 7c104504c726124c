import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import type { ContactSettingsInput } from './contact.input.ts';
import { ContactSettings, fallbackAddress } from './contact-settings.entity.ts';

/** For administrators: how the operator can be reached. */
export function contactSettings({ em }: CustomerContext): Promise<ContactSettings> {
  return loadSingleton(em, ContactSettings);
}

/** Where the operator reads mail; undefined until one is named. */
export async function supportAddress(em: EntityManager): Promise<string | undefined> {
  const { supportEmail } = await loadSingleton(em, ContactSettings);
  return supportEmail === fallbackAddress ? undefined : supportEmail;
}

/** Visitors read it at once, on every node. */
export async function saveContactSettings(
  ctx: CustomerContext,
  input: ContactSettingsInput,
): Promise<ContactSettings> {
  await loadSingleton(ctx.em, ContactSettings);
  const wishes = Object.entries(given(input)).map(([field, value]) => [field, String(value).trim()] as const);
  const saved = await ctx.em.transactional(async (em) => {
    const settings = await em.findOneOrFail(
      ContactSettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const changed = wishes.filter(([field, value]) => settings[field as keyof ContactSettings] !== value);
    if (changed.length === 0) return settings;
    const before = Object.fromEntries(
      changed.map(([field]) => [field, settings[field as keyof ContactSettings]]),
    );
    const after = Object.fromEntries(changed);
    em.assign(settings, after);
    await em.flush();
    await record(em, ctx, { action: 'contact.settings', subject: 'Contact settings', before, after });
    return settings;
  });
  ctx.app.content.changed();
  return saved;
}
