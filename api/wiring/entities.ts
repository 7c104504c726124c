import { connectOrm, type Orm, type OrmOptions } from '#api/db/orm.ts';
import { NotificationPreferences } from '#api/features/account/notification-preferences.entity.ts';
import { AlertEntry } from '#api/features/alerts/alert-entry.entity.ts';
import { AffectedDevice, AffectedSite, AlertMonth, Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { PendingCondition } from '#api/features/alerts/pending-condition.entity.ts';
import { PlatformDay, RunningInterval } from '#api/features/analytics/analytics.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { KnownDevice } from '#api/features/auth/sign-in/known-device.entity.ts';
import { EmailLink } from '#api/features/auth/registration/email-link.entity.ts';
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
import { Client, Device, UplinkChange } from '#api/features/controllers/device.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { EmailSuppression } from '#api/features/email/email-suppression.entity.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaList } from '#api/features/halopsa/halopsa-list.entity.ts';
import { HalopsaTicket } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { Node } from '#api/features/health/node.entity.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { ChannelProof } from '#api/features/notifications/proofs/channel-proof.entity.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { Unsubscription } from '#api/features/integrations/unsubscription.entity.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { AlertView } from '#api/features/alerts/views/alert-view.entity.ts';
import { PlannedWork } from '#api/features/maintenance/planned-work.entity.ts';
import {
  DailyMeasurement,
  InferredOutage,
  ReachabilityInterval,
  LineChange,
  StateChange,
  Wan,
  WanInterval,
} from '#api/features/metrics/metrics.entity.ts';
import { DeliveryAttempt } from '#api/features/notifications/delivery.entity.ts';
import { Delivery } from '#api/features/notifications/delivery.entity.ts';
import { AdminSetting } from '#api/features/organization/admin-setting.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { ConsolePushDay } from '#api/features/push/push-health.entity.ts';
import { PushAddress, PushedMessage } from '#api/features/push/push.entity.ts';
import {
  ReportMonth,
  ReportProgress,
  ReportSchedule,
  ReportUnsubscription,
  SiteDay,
  SiteMonth,
} from '#api/features/reports/report.entity.ts';
import { ContentState, Revision } from '#api/features/revisions/revision.entity.ts';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { AdvancedSeo, SeoSettings, SitemapSettings } from '#api/features/seo/seo.entity.ts';
import { Invitation } from '#api/features/teams/invitation.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { WallLink } from '#api/features/wall/wall-link.entity.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { SiteReading } from '#api/features/sites/site-reading.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { RuleBacktest } from '#api/features/watch/backtest/backtest.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import {
  PushKey,
  PushPreferences,
  PushSubscription,
} from '#api/features/web-push/push-subscription.entity.ts';
import { Footer, MenuItem, SocialLink } from '#api/features/website/navigation.entity.ts';
import { Homepage } from '#api/features/website/homepage.entity.ts';
import { SiteBranding, Upload } from '#api/features/website/site-branding.entity.ts';
import { Event } from '#api/live/event.entity.ts';
import { Attempt } from '#api/security/attempts/attempt.entity.ts';
import { SecretCanary } from '#api/security/secret-canary.entity.ts';

/** Every table that has a class. */
export const entities = [
  AdminSetting,
  AdvancedSeo,
  Alert,
  AlertEntry,
  AffectedDevice,
  AffectedSite,
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
  Customer,
  DailyMeasurement,
  Delivery,
  DeliveryAttempt,
  Device,
  UplinkChange,
  EmailSettings,
  Event,
  Footer,
  HalopsaConnection,
  HalopsaList,
  HalopsaTicket,
  Homepage,
  Integration,
  ChannelProof,
  IntegrationTemplate,
  Invitation,
  Invoice,
  KnownDevice,
  OutboxEmail,
  EmailSuppression,
  EmailLink,
  MaintenanceWindow,
  Membership,
  MenuItem,
  Node,
  NotificationPreferences,
  Package,
  PaymentSettings,
  PlannedWork,
  AlertView,
  PlatformBranding,
  PlatformDay,
  PushAddress,
  PushKey,
  PushPreferences,
  PushSubscription,
  PushedMessage,
  ConsolePushDay,
  RecoveryCode,
  ReportMonth,
  ReportProgress,
  ReportSchedule,
  ReportUnsubscription,
  Revision,
  RuleBacktest,
  SavedReply,
  SecretCanary,
  SecuritySettings,
  SeoSettings,
  Session,
  ReachabilityInterval,
  SiteBranding,
  SiteDay,
  SiteMonth,
  SitemapSettings,
  SocialLink,
  LineChange,
  StateChange,
  PendingCondition,
  StripeEvent,
  Subscription,
  Team,
  SiteReading,
  TeamSite,
  Unsubscription,
  RunningInterval,
  Upload,
  User,
  WaitlistEntry,
  WallLink,
  InferredOutage,
  Wan,
  WanInterval,
];

/** Opens the database with all tables. */
export const openOrm = (databaseUrl: string, options?: OrmOptions): Promise<Orm> =>
  connectOrm(databaseUrl, entities, options);
