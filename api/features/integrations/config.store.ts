import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor, vault } from '#api/security/secrets.ts';
import type { Team } from '../teams/team.entity.ts';
import {
  maskAddress,
  maskSecret,
  pushType,
  type ChannelConfig,
  type SigningSecret,
} from './channel-config.ts';
import { Integration } from './integration.entity.ts';

/**
 * Decrypts a channel's settings. @throws UnreadableSecret if APP_SECRET has changed, so they must be entered
 * again
 */
export async function configOf(em: EntityManager, integration: Integration): Promise<ChannelConfig> {
  return (await sealedOf(em, integration)) as ChannelConfig;
}

/** Decrypts the settings of an integration from a template. @throws UnreadableSecret */
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

/** Stores a channel's configuration encrypted, with its masked form. The caller flushes. */
export function sealChannel(integration: Integration, config: ChannelConfig): void {
  seal(integration, config);
  integration.config = shownOf(config);
}

/** Adds the row that a team's push notifications are sent by, unless there is one. The caller holds the team's lock. */
export async function addPushChannel(em: EntityManager, team: Team): Promise<void> {
  const type = pushType;
  if ((await em.count(Integration, { team, type, madeFrom: null })) > 0) return;
  const channel = Object.assign(new Integration(), { team, type });
  sealChannel(channel, {});
  await em.persist(channel).flush();
}

function shownOf({
  recipients,
  unsubscribed,
  webhookUrl,
  secrets,
  events,
  pings,
}: ChannelConfig): Record<string, unknown> {
  const [newest, old] = secrets ?? [];
  return {
    ...(recipients && { recipients }),
    ...(unsubscribed?.length && { unsubscribed }),
    ...(webhookUrl && { webhookUrl: maskAddress(webhookUrl) }),
    ...(events && { events }),
    ...(pings === false && { pings }),
    ...(newest && { signingSecret: maskSecret(newest.secret) }),
    ...(old?.until && { oldSecretUntil: old.until }),
  };
}

/** How long an old secret keeps signing, so that receivers can switch. */
const grace = 24 * 3_600_000;

/** Length of a secret in bytes (Standard Webhooks 1.0: 24 to 64). */
const length = 32;

/** Maximum old secrets that still sign. Each adds a signature to the header. */
export const maxOldSecrets = 4;

export function newSigningSecret(): string {
  return `whsec_${randomBytes(length).toString('base64')}`;
}

/** Secrets that still sign, newest first. */
export function signingAt(secrets: readonly SigningSecret[], at: Date): SigningSecret[] {
  return secrets.filter(({ until }) => until === undefined || Date.parse(until) > at.getTime());
}

/** Adds a new secret. The previous one keeps signing for 24 hours. */
export function rotated(secrets: readonly SigningSecret[], secret: string, at: Date): SigningSecret[] {
  const until = new Date(at.getTime() + grace).toISOString();
  return [{ secret }, ...signingAt(secrets, at).map((old) => ({ until, ...old }))];
}
