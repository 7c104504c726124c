import 'reflect-metadata';
import { Migrator } from '@mikro-orm/migrations';
import { ConnectionException, MikroORM } from '@mikro-orm/postgresql';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import type pg from 'pg';
import { Attempt } from '#api/security/attempts/attempt.entity.ts';
import { NotFound } from '#api/lib/errors.ts';
import { lockKeys } from './lock-keys.ts';
import { Event } from '#api/live/event.entity.ts';
import { NotificationPreferences } from '#api/features/account/notification-preferences.entity.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertMonth } from '#api/features/alerts/alert-month.entity.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { KnownDevice } from '#api/features/auth/known-device.entity.ts';
import { MailedLink } from '#api/features/auth/mailed-link.entity.ts';
import { RecoveryCode } from '#api/features/auth/recovery-code.entity.ts';
import { PushAddress } from '#api/features/push/push-address.entity.ts';
import { PushedMessage } from '#api/features/push/pushed-message.entity.ts';
import { Session } from '#api/features/auth/session.entity.ts';
import { BillingNotice } from '#api/features/billing/billing-notice.entity.ts';
import { Invoice } from '#api/features/billing/invoice.entity.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { StripeEvent } from '#api/features/billing/stripe-event.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { PlatformDay } from '#api/features/analytics/platform-day.entity.ts';
import { UpStretch } from '#api/features/analytics/up-stretch.entity.ts';
import { Client } from '#api/features/controllers/client.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Device } from '#api/features/controllers/device.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { Mail } from '#api/features/email/mail.entity.ts';
import { DailyMeasurement } from '#api/features/metrics/daily-measurement.entity.ts';
import { SightStretch } from '#api/features/metrics/sight-stretch.entity.ts';
import { Wan } from '#api/features/metrics/wan.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { ContentState } from '#api/features/revisions/content-state.entity.ts';
import { Revision } from '#api/features/revisions/revision.entity.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { MailSuppression } from '#api/features/email/mail-suppression.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaList } from '#api/features/halopsa/halopsa-list.entity.ts';
import { HalopsaTicket } from '#api/features/halopsa/halopsa-ticket.entity.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { Unsubscription } from '#api/features/integrations/unsubscription.entity.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { Delivery } from '#api/features/notifications/delivery.entity.ts';
import { DeliveryAttempt } from '#api/features/notifications/delivery-attempt.entity.ts';
import { Node } from '#api/features/health/node.entity.ts';
import { AdminSetting } from '#api/features/organization/admin-setting.entity.ts';
import { PlatformBranding } from '#api/features/branding/platform-branding.entity.ts';
import { ContactReply } from '#api/features/contact/contact-reply.entity.ts';
import { ContactSettings } from '#api/features/contact/contact-settings.entity.ts';
import { ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { SavedReply } from '#api/features/contact/saved-reply.entity.ts';
import { AdvancedSeo } from '#api/features/seo/advanced-seo.entity.ts';
import { SeoSettings } from '#api/features/seo/seo-settings.entity.ts';
import { SitemapSettings } from '#api/features/seo/sitemap-settings.entity.ts';
import { Footer } from '#api/features/website/footer.entity.ts';
import { Homepage } from '#api/features/website/homepage.entity.ts';
import { MenuItem } from '#api/features/website/menu-item.entity.ts';
import { SiteBranding } from '#api/features/website/site-branding.entity.ts';
import { SocialLink } from '#api/features/website/social-link.entity.ts';
import { Upload } from '#api/features/website/upload.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { SecretCanary } from '#api/security/secret-canary.entity.ts';
import { Standing } from '#api/features/alerts/standing.entity.ts';
import { statementTimeouts } from './statement-timeout.ts';

export type Orm = MikroORM;

export const entities = [
  AdminSetting,
  AdvancedSeo,
  Alert,
  AlertEntry,
  AlertMonth,
  AlertRule,
  ApiToken,
  Attempt,
  AuditEntry,
  BillingNotice,
  Broadcast,
  Client,
  ContactReply,
  ContactSettings,
  ContactSubmission,
  ContentState,
  Controller,
  DailyMeasurement,
  Delivery,
  DeliveryAttempt,
  Device,
  EmailSettings,
  Event,
  Footer,
  HalopsaConnection,
  HalopsaList,
  HalopsaTicket,
  Homepage,
  Integration,
  IntegrationTemplate,
  Invitation,
  Invoice,
  KnownDevice,
  Mail,
  MailSuppression,
  MailedLink,
  MaintenanceWindow,
  Membership,
  MenuItem,
  Node,
  NotificationPreferences,
  Package,
  PaymentSettings,
  PlatformBranding,
  PlatformDay,
  PushAddress,
  PushedMessage,
  RecoveryCode,
  Revision,
  SavedReply,
  SecretCanary,
  SecuritySettings,
  SeoSettings,
  Session,
  SightStretch,
  SiteBranding,
  SitemapSettings,
  SocialLink,
  Standing,
  StripeEvent,
  Subscription,
  Team,
  Unsubscription,
  UpStretch,
  Upload,
  User,
  WaitlistEntry,
  Wan,
];

/** Words for people, where the class name is not the product's word. */
const words: Record<string, string> = { AlertRule: 'Alert rule' };

/** Opens the database. Nothing is migrated: `migrate` does that. */
export function openOrm(
  databaseUrl: string,
  options: { maxConnections?: number; statementTimeout?: number } = {},
): Promise<Orm> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities,
    metadataProvider: ReflectMetadataProvider,
    extensions: [Migrator],
    // The migrator talks at every start; what fails is thrown.
    logger: () => undefined,
    pool: { min: 0, max: options.maxConnections ?? 20 },
    driverOptions: {
      onPoolCreated: lookAfter,
      statement_timeout: options.statementTimeout ?? statementTimeouts.usual,
    },
    findOneOrFailHandler: (name: string) => new NotFound(words[name] ?? name),
    // Partitions come and go; `features/metrics/partitions.ts` looks after them.
    schemaGenerator: { ignoreSchema: ['graphile_worker', 'metrics'] },
    migrations: {
      path: new URL('./migrations', import.meta.url).pathname,
      glob: '*.ts',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
  });
}

function lookAfter(pool: pg.Pool): void {
  giveBackLostConnections(pool);
  pool.on('connect', nameLostConnections);
}

/**
 * The beginning and the end of a transaction throw what the driver threw, and a network's code alone might as well be another
 * service's: a connection that is cut says here that it was the database's.
 */
function nameLostConnections(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (...given: unknown[]) => {
    const answer = query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: NodeJS.ErrnoException) => {
      throw error.syscall ? new ConnectionException(error) : error;
    });
  };
  client.query = named as typeof client.query;
}

/**
 * Kysely (0.29) loses connections, and the pool counts them as in use for ever: one that is cut while a transaction
 * begins, is committed or is rolled back (its issue 1990), and one that arrives after the pool began to end. Both are
 * given back here; whoever asked for the latter is refused like those who come later. Where no connection can be had, that is
 * said in the database's own exception, whichever way one asked.
 */
function giveBackLostConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connectWatched = async () => {
    const client = await connect().catch((error: Error) => {
      throw new ConnectionException(error);
    });
    const release = client.release.bind(client);
    // Whoever holds a connection that was cut may give it back as well, and the pool takes it once.
    const giveBack = (broken?: Error | boolean) => {
      client.release = () => undefined;
      client.off('end', wasCut);
      release(broken);
    };
    const wasCut = () => client.release(true);
    client.release = giveBack;
    client.once('end', wasCut);
    if (!pool.ending) return client;
    client.release();
    throw new Error('The database is being closed');
  };
  pool.connect = connectWatched as typeof pool.connect;
}

/** Applies what is pending, then does `more`, while no other process does either. @returns the names of what was applied */
export async function migrate(
  orm: Orm,
  more: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  return setUp(orm, async () => {
    const applied = await orm.migrator.up();
    await more();
    return applied.map(({ name }) => name);
  });
}

/** Does what has to be done once before anything runs, while no other process does. */
export async function setUp<T>(orm: Orm, work: () => Promise<T>): Promise<T> {
  return orm.em.getConnection().transactional(async (lock) => {
    const take = 'select pg_advisory_xact_lock(?)';
    await orm.em.getConnection().execute(take, [lockKeys.setUp], 'run', lock);
    return work();
  });
}
