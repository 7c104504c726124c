import type { GraphQLSchema } from 'graphql';
import { schemaOf } from '#api/graphql/schema/build.ts';
import { AccountResolver } from '#api/features/account/account.resolver.ts';
import { AlertHistoryResolver, AlertsResolver } from '#api/features/alerts/alerts.resolver.ts';
import { AlertCausesResolver } from '#api/features/alerts/causes.resolver.ts';
import { AlertChangeResolver, OpenAlertsResolver } from '#api/features/alerts/open-alerts.resolver.ts';
import {
  AlertRulesResolver,
  RuleScopeResolver,
  RuleSnapshotResolver,
} from '#api/features/alerts/alert-rules.resolver.ts';
import { AnalyticsAdminResolver } from '#api/features/analytics/analytics.admin.resolver.ts';
import { AttentionAdminResolver } from '#api/features/attention/attention.admin.resolver.ts';
import { AuditAdminResolver } from '#api/features/audit/audit.admin.resolver.ts';
import { AuthResolver } from '#api/features/auth/auth.resolver.ts';
import { TwoFactorResolver } from '#api/features/auth/two-factor/two-factor.resolver.ts';
import { UserAccessAdminResolver } from '#api/features/auth/sign-in/user-access.admin.resolver.ts';
import { BillingResolver, PackageUsageResolver } from '#api/features/billing/billing.resolver.ts';
import { BillingAdminResolver } from '#api/features/billing/billing.admin.resolver.ts';
import { BrandingAdminResolver } from '#api/features/branding/branding.admin.resolver.ts';
import { BrandingResolver } from '#api/features/branding/branding.resolver.ts';
import { ConfigurationResolver } from '#api/features/configuration/configuration.resolver.ts';
import { ContactAdminResolver } from '#api/features/contact/contact.admin.resolver.ts';
import { ContactResolver } from '#api/features/contact/contact.resolver.ts';
import { ControllersResolver } from '#api/features/controllers/controllers.resolver.ts';
import {
  FleetGroupResolver,
  FleetOverviewResolver,
  OverviewResolver,
} from '#api/features/overview/overview.resolver.ts';
import { WallResolver } from '#api/features/wall/wall.resolver.ts';
import { CustomersResolver } from '#api/features/customers/customers.resolver.ts';
import { SiteDetailsResolver } from '#api/features/sites/site-details.resolver.ts';
import {
  AlertSiteResolver,
  ControllerDevicesResolver,
  CustomerSitesResolver,
  SitesResolver,
} from '#api/features/sites/sites.resolver.ts';
import { AlertViewsResolver } from '#api/features/alerts/views/alert-views.resolver.ts';
import {
  AlertMaintenanceResolver,
  MaintenanceResolver,
} from '#api/features/maintenance/maintenance.resolver.ts';
import {
  LineEvidenceResolver,
  ReportLinkResolver,
  ReportSchedulesResolver,
  ReportsResolver,
} from '#api/features/reports/reports.resolver.ts';
import { EmailAdminResolver } from '#api/features/email/email.admin.resolver.ts';
import { HalopsaProofResolver, ProofsResolver } from '#api/features/notifications/proofs/proofs.resolver.ts';
import { DeliveriesResolver } from '#api/features/notifications/log/deliveries.resolver.ts';
import { AlertLinkResolver } from '#api/features/notifications/links/alert-link.resolver.ts';
import { IntegrationTemplatesAdminResolver } from '#api/features/integrations/integration-templates.admin.resolver.ts';
import { IntegrationsResolver } from '#api/features/integrations/integrations.resolver.ts';
import { TeamDelaysResolver } from '#api/features/health/team-delays.resolver.ts';
import { HealthAdminResolver } from '#api/features/health/health.admin.resolver.ts';
import { CustomerImportResolver } from '#api/features/halopsa/import/customer-import.resolver.ts';
import { HalopsaResolver, HalopsaTicketResolver } from '#api/features/halopsa/halopsa.resolver.ts';
import { InvitationsResolver } from '#api/features/members/invitations.resolver.ts';
import { MembersResolver } from '#api/features/members/members.resolver.ts';
import { RegistrationResolver } from '#api/features/auth/registration/registration.resolver.ts';
import {
  ExplanationsResolver,
  ControllerNotEvaluatedResolver,
  DeviceNotEvaluatedResolver,
  RuleNotEvaluatedResolver,
} from '#api/features/explanations/explanations.resolver.ts';
import { MetricsResolver } from '#api/features/metrics/metrics.resolver.ts';
import { NoiseResolver } from '#api/features/noise/noise.resolver.ts';
import { OrganizationAdminResolver } from '#api/features/organization/organization.admin.resolver.ts';
import { OrganizationResolver } from '#api/features/organization/organization.resolver.ts';
import { PackagesAdminResolver } from '#api/features/packages/packages.admin.resolver.ts';
import { PackagesResolver } from '#api/features/packages/packages.resolver.ts';
import { PushResolver } from '#api/features/push/push.resolver.ts';
import { RevisionsAdminResolver } from '#api/features/revisions/revisions.admin.resolver.ts';
import { SearchResolver } from '#api/features/search/search.resolver.ts';
import { SecurityAdminResolver } from '#api/features/security/security.admin.resolver.ts';
import { SeoAdminResolver } from '#api/features/seo/seo.admin.resolver.ts';
import { SeoResolver, SitemapResolver } from '#api/features/seo/seo.resolver.ts';
import { TeamsResolver } from '#api/features/teams/teams.resolver.ts';
import { TokensResolver } from '#api/features/tokens/tokens.resolver.ts';
import { UsersAdminResolver } from '#api/features/users/users.admin.resolver.ts';
import { UsersResolver } from '#api/features/users/users.resolver.ts';
import { WaitlistAdminResolver } from '#api/features/waitlist/waitlist.admin.resolver.ts';
import { WaitlistResolver } from '#api/features/waitlist/waitlist.resolver.ts';
import { BacktestResolver } from '#api/features/watch/backtest/backtest.resolver.ts';
import { RulePreviewResolver } from '#api/features/watch/rule-preview.resolver.ts';
import { PushSubscriptionsResolver } from '#api/features/web-push/push-subscriptions.resolver.ts';
import { WebsiteAdminResolver } from '#api/features/website/website.admin.resolver.ts';
import { WebsiteResolver } from '#api/features/website/website.resolver.ts';

/** Every resolver. A feature joins the schema by its line here. */
export const resolvers = [
  AccountResolver,
  AlertChangeResolver,
  AlertHistoryResolver,
  AlertLinkResolver,
  AlertRulesResolver,
  AlertViewsResolver,
  RuleScopeResolver,
  RuleSnapshotResolver,
  BacktestResolver,
  RulePreviewResolver,
  AlertsResolver,
  AlertCausesResolver,
  AnalyticsAdminResolver,
  AttentionAdminResolver,
  AuditAdminResolver,
  AuthResolver,
  BillingResolver,
  PackageUsageResolver,
  BillingAdminResolver,
  BrandingAdminResolver,
  BrandingResolver,
  ConfigurationResolver,
  ContactAdminResolver,
  ContactResolver,
  ControllersResolver,
  CustomersResolver,
  WallResolver,
  FleetGroupResolver,
  FleetOverviewResolver,
  OverviewResolver,
  SitesResolver,
  SiteDetailsResolver,
  CustomerSitesResolver,
  AlertSiteResolver,
  ControllerDevicesResolver,
  DeliveriesResolver,
  ProofsResolver,
  HalopsaProofResolver,
  EmailAdminResolver,
  IntegrationTemplatesAdminResolver,
  IntegrationsResolver,
  HalopsaResolver,
  HalopsaTicketResolver,
  CustomerImportResolver,
  HealthAdminResolver,
  TeamDelaysResolver,
  InvitationsResolver,
  AlertMaintenanceResolver,
  MaintenanceResolver,
  ReportsResolver,
  ReportSchedulesResolver,
  LineEvidenceResolver,
  ReportLinkResolver,
  MembersResolver,
  RegistrationResolver,
  ExplanationsResolver,
  ControllerNotEvaluatedResolver,
  DeviceNotEvaluatedResolver,
  RuleNotEvaluatedResolver,
  MetricsResolver,
  NoiseResolver,
  OpenAlertsResolver,
  OrganizationAdminResolver,
  OrganizationResolver,
  PackagesAdminResolver,
  PackagesResolver,
  PushResolver,
  PushSubscriptionsResolver,
  RevisionsAdminResolver,
  SearchResolver,
  SecurityAdminResolver,
  SeoAdminResolver,
  SeoResolver,
  SitemapResolver,
  TeamsResolver,
  TokensResolver,
  TwoFactorResolver,
  UserAccessAdminResolver,
  UsersAdminResolver,
  UsersResolver,
  WaitlistAdminResolver,
  WaitlistResolver,
  WebsiteAdminResolver,
  WebsiteResolver,
] as const;

/** The executable schema. */
export const buildSchema = (): Promise<GraphQLSchema> => schemaOf(resolvers);
