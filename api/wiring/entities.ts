import { connectOrm, type Orm, type OrmOptions } from '#api/db/orm.ts';
import { NotificationPreferences } from '#api/features/account/notification-preferences.entity.ts';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertMonth, Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertRule, Standing } from '#api/features/alerts/alert-rule.entity.ts';
import { PlatformDay } from '#api/features/analytics/platform-day.entity.ts';
import { UpStretch } from '#api/features/analytics/up-stretch.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { KnownDevice } from '#api/features/auth/sign-in/known-device.entity.ts';
import { MailedLink } from '#api/features/auth/joining/mailed-link.entity.ts';
import { RecoveryCode } from '#api/features/auth/two-factor/recovery-code.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { BillingNotice } from '#api/features/billing/notices/billing-notice.entity.ts';
import { Invoice } from '#api/features/billing/invoice.entity.ts';
import { PaymentSettings } from '#api/features/billing/payment-settings.entity.ts';
import { StripeEvent } from '#api/features/billing/events/stripe-event.entity.ts';
import { Subscription } from '#api/features/billing/subscription.entity.ts';
import { PlatformBranding } from '#api/features/branding/platform-branding.entity.ts';
import { ContactReply, ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { ContactSettings, SavedReply } from '#api/features/contact/contact-settings.entity.ts';
import { Client, Device } from '#api/features/controllers/device.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { MailSuppression } from '#api/features/email/mail-suppression.entity.ts';
import { Mail } from '#api/features/email/mail.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaList } from '#api/features/halopsa/halopsa-list.entity.ts';
import { HalopsaTicket } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { Node } from '#api/features/health/node.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { Unsubscription } from '#api/features/integrations/unsubscription.entity.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { DailyMeasurement } from '#api/features/metrics/daily-measurement.entity.ts';
import { SightStretch } from '#api/features/metrics/sight-stretch.entity.ts';
import { Wan } from '#api/features/metrics/wan.entity.ts';
import { DeliveryAttempt } from '#api/features/notifications/delivery.entity.ts';
import { Delivery } from '#api/features/notifications/delivery.entity.ts';
import { AdminSetting } from '#api/features/organization/admin-setting.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { PushAddress } from '#api/features/push/push-address.entity.ts';
import { PushedMessage } from '#api/features/push/pushed-message.entity.ts';
import { ContentState } from '#api/features/revisions/content-state.entity.ts';
import { Revision } from '#api/features/revisions/revision.entity.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { AdvancedSeo } from '#api/features/seo/advanced-seo.entity.ts';
import { SeoSettings } from '#api/features/seo/seo-settings.entity.ts';
import { SitemapSettings } from '#api/features/seo/sitemap-settings.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { Footer } from '#api/features/website/footer.entity.ts';
import { Homepage } from '#api/features/website/homepage.entity.ts';
import { MenuItem } from '#api/features/website/menu-item.entity.ts';
import { SiteBranding } from '#api/features/website/site-branding.entity.ts';
import { SocialLink } from '#api/features/website/social-link.entity.ts';
import { Upload } from '#api/features/website/upload.entity.ts';
import { Event } from '#api/live/event.entity.ts';
import { Attempt } from '#api/security/attempts/attempt.entity.ts';
import { SecretCanary } from '#api/security/secret-canary.entity.ts';

/** Every table that has a class. */
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

/** Opens the database with all tables. */
export const openOrm = (databaseUrl: string, options?: OrmOptions): Promise<Orm> =>
  connectOrm(databaseUrl, entities, options);
