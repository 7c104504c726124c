import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor, vault } from '#api/security/secrets.ts';
import type { ChannelConfig } from './channel-config.ts';
import type { Integration } from './integration.entity.ts';
import { maskAddress, maskSecret } from './masks.ts';

/** What a channel needs to send. @throws UnreadableSecret when its APP_SECRET is gone: it has to be entered again */
export async function configOf(em: EntityManager, integration: Integration): Promise<ChannelConfig> {
  return (await sealedOf(em, integration)) as ChannelConfig;
}

/** The same for one made from a template: values by the names of its schema. @throws UnreadableSecret */
export async function sealedOf(
  em: EntityManager,
  integration: Integration,
): Promise<Record<string, unknown>> {
  await em.populate(integration, ['sealed']);
  return JSON.parse(unsealed(integration)) as Record<string, unknown>;
}

/** The configuration of a loaded row as JSON text. @throws UnreadableSecret */
export const unsealed = ({ id, sealed }: Pick<Integration, 'id' | 'sealed'>): string =>
  vault.unseal(sealed, 'integration.sealed', id);

/** Encrypts a whole configuration into its row. The caller flushes. */
export function seal(integration: Integration, config: object): void {
  integration.sealed = sealFor(integration, 'integration.sealed', JSON.stringify(config));
}

/** Puts a channel's configuration into its row, and what of it may be seen. The caller flushes. */
export function sealChannel(integration: Integration, config: ChannelConfig): void {
  seal(integration, config);
  integration.config = shownOf(config);
}

function shownOf({
  recipients,
  unsubscribed,
  webhookUrl,
  secrets,
  events,
}: ChannelConfig): Record<string, unknown> {
  const [newest, old] = secrets ?? [];
  return {
    ...(recipients && { recipients }),
    ...(unsubscribed?.length && { unsubscribed }),
    ...(webhookUrl && { webhookUrl: maskAddress(webhookUrl) }),
    ...(events && { events }),
    ...(newest && { signingSecret: maskSecret(newest.secret) }),
    ...(old?.until && { oldSecretUntil: old.until }),
  };
}
