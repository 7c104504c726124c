import { lazy, type ComponentType } from 'react';

/** Who a screen is for; an admin may see everything, a customer what visitors see too. */
/** The two sides of the app. */
export type Area = 'customer' | 'admin';
export type Audience = 'visitor' | Area;
export type Route = { path: string; audience: Audience; Screen: ComponentType };

const HomePage = lazy(() => import('#web/features/home/HomePage.tsx').then((m) => ({ default: m.HomePage })));
const AuthPage = lazy(() => import('#web/features/auth/AuthPage.tsx').then((m) => ({ default: m.AuthPage })));
const RegisterPage = lazy(() =>
  import('#web/features/auth/RegisterPage.tsx').then((m) => ({ default: m.RegisterPage })),
);
const VerifyEmailPage = lazy(() =>
  import('#web/features/auth/VerifyEmailPage.tsx').then((m) => ({ default: m.VerifyEmailPage })),
);
const ResetPasswordPage = lazy(() =>
  import('#web/features/auth/ResetPasswordPage.tsx').then((m) => ({ default: m.ResetPasswordPage })),
);
const UnlockPage = lazy(() =>
  import('#web/features/auth/UnlockPage.tsx').then((m) => ({ default: m.UnlockPage })),
);
const AdminHomePage = lazy(() =>
  import('#web/features/home/AdminHomePage.tsx').then((m) => ({ default: m.AdminHomePage })),
);

const UserDashboardPage = lazy(() =>
  import('#web/features/controllers/dashboard/UserDashboardPage.tsx').then((m) => ({
    default: m.UserDashboardPage,
  })),
);

const ControllersPage = lazy(() =>
  import('#web/features/controllers/dashboard/UserDashboardPage.tsx').then((m) => ({
    default: m.ControllersPage,
  })),
);

const SiteSelectorPage = lazy(() =>
  import('#web/features/controllers/site-selector/SiteSelectorPage.tsx').then((m) => ({
    default: m.SiteSelectorPage,
  })),
);
const AlertsPage = lazy(() =>
  import('#web/features/alerts/AlertsPage.tsx').then((m) => ({ default: m.AlertsPage })),
);

const AlertPage = lazy(() =>
  import('#web/features/alerts/detail/AlertPage.tsx').then((m) => ({ default: m.AlertPage })),
);
const DevicePage = lazy(() =>
  import('#web/features/watch/DevicePage.tsx').then((m) => ({ default: m.DevicePage })),
);
const ControllerPage = lazy(() =>
  import('#web/features/watch/ControllerPage.tsx').then((m) => ({ default: m.ControllerPage })),
);
const MaintenancePage = lazy(() =>
  import('#web/features/maintenance/MaintenancePage.tsx').then((m) => ({ default: m.MaintenancePage })),
);
const IntegrationsPage = lazy(() =>
  import('#web/features/integrations/IntegrationsPage.tsx').then((m) => ({ default: m.IntegrationsPage })),
);
const IntegratePage = lazy(() =>
  import('#web/features/integrate/IntegratePage.tsx').then((m) => ({ default: m.IntegratePage })),
);
const HalopsaSetupPage = lazy(() =>
  import('#web/features/halopsa/HalopsaSetupPage.tsx').then((m) => ({ default: m.HalopsaSetupPage })),
);
const TwoFactorPage = lazy(() =>
  import('#web/features/auth/TwoFactorPage.tsx').then((m) => ({ default: m.TwoFactorPage })),
);

const SettingsPage = lazy(() =>
  import('#web/features/account/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);
const ConfirmEmailPage = lazy(() =>
  import('#web/features/account/ConfirmEmailPage.tsx').then((m) => ({ default: m.ConfirmEmailPage })),
);
const UsersPage = lazy(() =>
  import('#web/features/users/UsersPage.tsx').then((m) => ({ default: m.UsersPage })),
);
const TemplatesPage = lazy(() =>
  import('#web/features/integrations/admin/TemplatesPage.tsx').then((m) => ({ default: m.TemplatesPage })),
);
const SecurityPage = lazy(() =>
  import('#web/features/security/SecurityPage.tsx').then((m) => ({ default: m.SecurityPage })),
);
const BrandingPage = lazy(() =>
  import('#web/features/branding/BrandingPage.tsx').then((m) => ({ default: m.BrandingPage })),
);
const BillingPage = lazy(() =>
  import('#web/features/billing/BillingPage.tsx').then((m) => ({ default: m.BillingPage })),
);
const SubscribePage = lazy(() =>
  import('#web/features/billing/SubscribePage.tsx').then((m) => ({ default: m.SubscribePage })),
);
const TeamPage = lazy(() =>
  import('#web/features/teams/TeamPage.tsx').then((m) => ({ default: m.TeamPage })),
);
const AcceptInvitationPage = lazy(() =>
  import('#web/features/teams/AcceptInvitationPage.tsx').then((m) => ({ default: m.AcceptInvitationPage })),
);

const EmailPage = lazy(() =>
  import('#web/features/email/EmailPage.tsx').then((m) => ({ default: m.EmailPage })),
);
const BillingAdminPage = lazy(() =>
  import('#web/features/billing/admin/BillingAdminPage.tsx').then((m) => ({ default: m.BillingAdminPage })),
);
const PackagesPage = lazy(() =>
  import('#web/features/packages/PackagesPage.tsx').then((m) => ({ default: m.PackagesPage })),
);
const PackagesAdminPage = lazy(() =>
  import('#web/features/packages/admin/PackagesAdminPage.tsx').then((m) => ({
    default: m.PackagesAdminPage,
  })),
);
const PackageManagerPage = lazy(() =>
  import('#web/features/packages/admin/PackageManagerPage.tsx').then((m) => ({
    default: m.PackageManagerPage,
  })),
);
const AlertLinkPage = lazy(() =>
  import('#web/features/notifications/link/AlertLinkPage.tsx').then((m) => ({ default: m.AlertLinkPage })),
);
const UnsubscribePage = lazy(() =>
  import('#web/features/notifications/link/UnsubscribePage.tsx').then((m) => ({
    default: m.UnsubscribePage,
  })),
);

const WaitlistPage = lazy(() =>
  import('#web/features/waitlist/WaitlistPage.tsx').then((m) => ({ default: m.WaitlistPage })),
);
const LeaveWaitlistPage = lazy(() =>
  import('#web/features/waitlist/LeaveWaitlistPage.tsx').then((m) => ({ default: m.LeaveWaitlistPage })),
);
const WaitlistAdminPage = lazy(() =>
  import('#web/features/waitlist/admin/WaitlistAdminPage.tsx').then((m) => ({
    default: m.WaitlistAdminPage,
  })),
);

const OldPage = lazy(() => import('#web/features/home/OldPage.tsx').then((m) => ({ default: m.OldPage })));
const PrivacyPage = lazy(() =>
  import('#web/features/legal/PrivacyPage.tsx').then((m) => ({ default: m.PrivacyPage })),
);
const TermsPage = lazy(() =>
  import('#web/features/legal/TermsPage.tsx').then((m) => ({ default: m.TermsPage })),
);

const ContactAdminPage = lazy(() =>
  import('#web/features/contact/admin/ContactAdminPage.tsx').then((m) => ({ default: m.ContactAdminPage })),
);
const ContactPage = lazy(() =>
  import('#web/features/contact/ContactPage.tsx').then((m) => ({ default: m.ContactPage })),
);

const WebsitePage = lazy(() =>
  import('#web/features/website/admin/WebsitePage.tsx').then((m) => ({ default: m.WebsitePage })),
);

const SeoPage = lazy(() =>
  import('#web/features/seo/admin/SeoPage.tsx').then((m) => ({ default: m.SeoPage })),
);
const SitemapPage = lazy(() =>
  import('#web/features/seo/admin/SitemapPage.tsx').then((m) => ({ default: m.SitemapPage })),
);
const AdvancedSeoPage = lazy(() =>
  import('#web/features/seo/admin/AdvancedSeoPage.tsx').then((m) => ({ default: m.AdvancedSeoPage })),
);

const HealthPage = lazy(() =>
  import('#web/features/health/HealthPage.tsx').then((m) => ({ default: m.HealthPage })),
);
const OrganizationPage = lazy(() =>
  import('#web/features/organization/OrganizationPage.tsx').then((m) => ({ default: m.OrganizationPage })),
);

const AnalyticsPage = lazy(() =>
  import('#web/features/analytics/AnalyticsPage.tsx').then((m) => ({ default: m.AnalyticsPage })),
);

/** The specification's route table. A path may stand once for each audience; a part that begins with `:` is any one word. */
export const routes: readonly Route[] = [
  { path: '/', audience: 'visitor', Screen: HomePage },
  { path: '/old', audience: 'visitor', Screen: OldPage },
  { path: '/privacy', audience: 'visitor', Screen: PrivacyPage },
  { path: '/terms', audience: 'visitor', Screen: TermsPage },
  { path: '/auth', audience: 'visitor', Screen: AuthPage },
  { path: '/confirm-email', audience: 'visitor', Screen: ConfirmEmailPage },
  { path: '/register', audience: 'visitor', Screen: RegisterPage },
  { path: '/packages', audience: 'visitor', Screen: PackagesPage },
  { path: '/verify-email', audience: 'visitor', Screen: VerifyEmailPage },
  { path: '/reset-password', audience: 'visitor', Screen: ResetPasswordPage },
  { path: '/accept-invitation', audience: 'visitor', Screen: AcceptInvitationPage },
  { path: '/unlock', audience: 'visitor', Screen: UnlockPage },
  { path: '/subscribe', audience: 'visitor', Screen: SubscribePage },
  { path: '/alert-link', audience: 'visitor', Screen: AlertLinkPage },
  { path: '/unsubscribe', audience: 'visitor', Screen: UnsubscribePage },
  { path: '/unsubscribe/waitlist', audience: 'visitor', Screen: LeaveWaitlistPage },
  { path: '/waitlist', audience: 'visitor', Screen: WaitlistPage },
  { path: '/contact', audience: 'visitor', Screen: ContactPage },

  { path: '/', audience: 'customer', Screen: UserDashboardPage },
  { path: '/dashboard', audience: 'customer', Screen: UserDashboardPage },
  { path: '/user-dashboard', audience: 'customer', Screen: UserDashboardPage },
  { path: '/controllers', audience: 'customer', Screen: ControllersPage },
  { path: '/controllers/:id', audience: 'customer', Screen: ControllerPage },
  { path: '/controllers/:id/devices/:device', audience: 'customer', Screen: DevicePage },
  { path: '/site-selector', audience: 'customer', Screen: SiteSelectorPage },
  { path: '/alerts', audience: 'customer', Screen: AlertsPage },
  { path: '/alerts/:id', audience: 'customer', Screen: AlertPage },
  { path: '/maintenance', audience: 'customer', Screen: MaintenancePage },
  { path: '/integrations', audience: 'customer', Screen: IntegrationsPage },
  { path: '/integrate', audience: 'customer', Screen: IntegratePage },
  { path: '/halopsa-setup', audience: 'customer', Screen: HalopsaSetupPage },
  { path: '/billing', audience: 'customer', Screen: BillingPage },
  { path: '/subscribe', audience: 'customer', Screen: SubscribePage },
  { path: '/team', audience: 'customer', Screen: TeamPage },
  { path: '/packages', audience: 'customer', Screen: PackagesPage },
  { path: '/settings', audience: 'customer', Screen: SettingsPage },
  { path: '/2fa-setup', audience: 'customer', Screen: TwoFactorPage },

  { path: '/', audience: 'admin', Screen: AdminHomePage },
  { path: '/dashboard', audience: 'admin', Screen: AdminHomePage },
  { path: '/admin', audience: 'admin', Screen: AdminHomePage },
  { path: '/admin/dashboard', audience: 'admin', Screen: AdminHomePage },
  { path: '/admin/integrations', audience: 'admin', Screen: TemplatesPage },
  { path: '/admin/branding', audience: 'admin', Screen: BrandingPage },
  { path: '/admin/security', audience: 'admin', Screen: SecurityPage },
  { path: '/admin/packages', audience: 'admin', Screen: PackagesAdminPage },
  { path: '/admin/package-manager', audience: 'admin', Screen: PackageManagerPage },
  { path: '/admin/users', audience: 'admin', Screen: UsersPage },
  { path: '/admin/email', audience: 'admin', Screen: EmailPage },
  { path: '/admin/waitlist', audience: 'admin', Screen: WaitlistAdminPage },
  { path: '/admin/contact', audience: 'admin', Screen: ContactAdminPage },
  { path: '/admin/billing', audience: 'admin', Screen: BillingAdminPage },
  { path: '/admin/analytics', audience: 'admin', Screen: AnalyticsPage },
  { path: '/admin/seo', audience: 'admin', Screen: SeoPage },
  { path: '/admin/seo-sitemap', audience: 'admin', Screen: SitemapPage },
  { path: '/admin/seo-advanced', audience: 'admin', Screen: AdvancedSeoPage },
  { path: '/admin/website', audience: 'admin', Screen: WebsitePage },
  { path: '/admin/health', audience: 'admin', Screen: HealthPage },
  { path: '/admin/organization', audience: 'admin', Screen: OrganizationPage },
  { path: '/admin/settings', audience: 'admin', Screen: OrganizationPage },
];

/** Whose screens a person sees, the nearest first. */
const sees: Record<Audience, readonly Audience[]> = {
  visitor: ['visitor'],
  customer: ['customer', 'visitor'],
  admin: ['admin', 'customer', 'visitor'],
};

/** The screen a person gets at a path; `refused` when it exists for others only, nothing when it does not exist. */
export function findRoute(path: string, viewer: Audience, table = routes): Route | 'refused' | undefined {
  const given = (path.replace(/\/+$/, '') || '/').split('/');
  const rows = table.filter((row) => fits(row.path.split('/'), given));
  for (const audience of sees[viewer]) {
    const row = rows.find((candidate) => candidate.audience === audience);
    if (row) return row;
  }
  return rows.length > 0 ? 'refused' : undefined;
}

const fits = (pattern: string[], given: string[]): boolean =>
  pattern.length === given.length &&
  pattern.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]));
