import { lazy, type ComponentType } from 'react';
import { redirectDocument, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { isSitePath } from '#web/lib/site-page.ts';
import { readToken } from '#web/lib/token.ts';
import { AudienceLayout, OwnScreen, waiting, type OwnScreens } from './AudienceLayout.tsx';
import type { ScreenHandle } from './layouts/MemberLayout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { ScreenError, WallError } from './ScreenError.tsx';

const errorElement = <ScreenError />;

/**
 * A visitor gets the pages of the public site from the server, in a document of their own, so that scripts which
 * administrators add to them never run in the app. The document that is already at this address stays.
 */
function loadFromSite({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  return readToken() || pathname === window.location.pathname ? null : redirectDocument(request.url);
}

const at = (path: string): RouteObject => ({
  path,
  errorElement,
  hydrateFallbackElement: waiting,
  loader: isSitePath(path) ? loadFromSite : undefined,
});

/** A screen whose code is loaded when someone goes there. */
export const screen = (
  path: string,
  load: () => Promise<ComponentType>,
  handle?: ScreenHandle,
): RouteObject => ({
  ...at(path),
  handle,
  lazy: async () => ({ Component: await load() }),
});

const wide: ScreenHandle = { isWide: () => true };

/** An address where each audience has a screen of its own. */
const own = (path: string, screens: OwnScreens, handle?: ScreenHandle): RouteObject => ({
  ...at(path),
  handle,
  element: <OwnScreen screens={screens} />,
});

const HomePage = lazy(() => import('#web/features/home/HomePage.tsx').then((m) => ({ default: m.HomePage })));
const DashboardPage = lazy(() =>
  import('#web/features/overview/DashboardPage.tsx').then((m) => ({ default: m.DashboardPage })),
);
const AdminHomePage = lazy(() =>
  import('#web/features/home/AdminHomePage.tsx').then((m) => ({ default: m.AdminHomePage })),
);

/** The specification's route table, by audience. */
export const screens: RouteObject[] = [
  {
    element: <AudienceLayout of={['visitor', 'member', 'admin']} />,
    errorElement,
    children: [
      own('/', { visitor: <HomePage />, member: <DashboardPage />, admin: <AdminHomePage /> }, wide),
    ],
  },
  {
    element: <AudienceLayout of={['visitor']} />,
    errorElement,
    children: [
      screen('/old', () => import('#web/features/home/OldPage.tsx').then((m) => m.OldPage)),
      screen('/privacy', () => import('#web/features/legal/PrivacyPage.tsx').then((m) => m.PrivacyPage)),
      screen('/terms', () => import('#web/features/legal/TermsPage.tsx').then((m) => m.TermsPage)),
      screen('/auth', () => import('#web/features/auth/sign-in/AuthPage.tsx').then((m) => m.AuthPage)),
      screen('/confirm-email', () =>
        import('#web/features/account/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage),
      ),
      screen('/register', () =>
        import('#web/features/auth/register/RegisterPage.tsx').then((m) => m.RegisterPage),
      ),
      screen('/verify-email', () =>
        import('#web/features/auth/email-link/VerifyEmailPage.tsx').then((m) => m.VerifyEmailPage),
      ),
      screen('/reset-password', () =>
        import('#web/features/auth/email-link/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
      ),
      screen('/accept-invitation', () =>
        import('#web/features/teams/AcceptInvitationPage.tsx').then((m) => m.AcceptInvitationPage),
      ),
      screen('/unlock', () => import('#web/features/auth/sign-in/UnlockPage.tsx').then((m) => m.UnlockPage)),
      screen('/alert-link', () =>
        import('#web/features/notifications/link/AlertLinkPage.tsx').then((m) => m.AlertLinkPage),
      ),
      screen('/unsubscribe', () =>
        import('#web/features/notifications/link/UnsubscribePage.tsx').then((m) => m.UnsubscribePage),
      ),
      screen('/unsubscribe/waitlist', () =>
        import('#web/features/waitlist/LeaveWaitlistPage.tsx').then((m) => m.LeaveWaitlistPage),
      ),
      screen('/unsubscribe/reports', () =>
        import('#web/features/reports/LeaveReportsPage.tsx').then((m) => m.LeaveReportsPage),
      ),
      screen('/waitlist', () =>
        import('#web/features/waitlist/WaitlistPage.tsx').then((m) => m.WaitlistPage),
      ),
      screen('/contact', () => import('#web/features/contact/ContactPage.tsx').then((m) => m.ContactPage)),
    ],
  },
  {
    element: <AudienceLayout of={['visitor', 'member']} />,
    errorElement,
    children: [
      screen('/packages', () =>
        import('#web/features/packages/PackagesPage.tsx').then((m) => m.PackagesPage),
      ),
      screen('/subscribe', () =>
        import('#web/features/billing/checkout/SubscribePage.tsx').then((m) => m.SubscribePage),
      ),
    ],
  },
  {
    element: <AudienceLayout of={['member', 'admin']} />,
    errorElement,
    children: [own('/dashboard', { member: <DashboardPage />, admin: <AdminHomePage /> }, wide)],
  },
  {
    element: <AudienceLayout of={['member']} />,
    errorElement,
    children: [
      screen(
        '/user-dashboard',
        () => import('#web/features/overview/DashboardPage.tsx').then((m) => m.DashboardPage),
        wide,
      ),
      screen('/controllers', () =>
        import('#web/features/controllers/dashboard/UserDashboardPage.tsx').then((m) => m.ControllersPage),
      ),
      screen('/controllers/:id', () =>
        import('#web/features/watch/ControllerPage.tsx').then((m) => m.ControllerPage),
      ),
      screen('/controllers/:id/devices/:device', () =>
        import('#web/features/watch/DevicePage.tsx').then((m) => m.DevicePage),
      ),
      screen('/controllers/:id/sites/:site', () =>
        import('#web/features/watch/SitePage.tsx').then((m) => m.SitePage),
      ),
      screen('/site-selector', () =>
        import('#web/features/controllers/site-selector/SiteSelectorPage.tsx').then(
          (m) => m.SiteSelectorPage,
        ),
      ),
      screen(
        '/alerts',
        () => import('#web/features/alerts/AlertsPage.tsx').then((m) => m.AlertsPage),
        // Rules are text, not a table.
        { isWide: (tab) => tab !== 'rules' },
      ),
      screen('/alerts/:id', () =>
        import('#web/features/alerts/detail/AlertPage.tsx').then((m) => m.AlertPage),
      ),
      screen(
        '/customers',
        () => import('#web/features/sites/CustomersPage.tsx').then((m) => m.CustomersPage),
        wide,
      ),
      screen('/customers/import', () =>
        import('#web/features/customers/import/ImportPage.tsx').then((m) => m.ImportPage),
      ),
      screen('/customers/:id', () =>
        import('#web/features/sites/CustomerPage.tsx').then((m) => m.CustomerPage),
      ),
      screen('/reports', () => import('#web/features/reports/ReportsPage.tsx').then((m) => m.ReportsPage)),
      screen('/noise', () => import('#web/features/noise/NoisePage.tsx').then((m) => m.NoisePage)),
      screen('/maintenance', () =>
        import('#web/features/maintenance/MaintenancePage.tsx').then((m) => m.MaintenancePage),
      ),
      screen('/integrations', () =>
        import('#web/features/integrations/IntegrationsPage.tsx').then((m) => m.IntegrationsPage),
      ),
      screen('/integrate', () =>
        import('#web/features/integrate/IntegratePage.tsx').then((m) => m.IntegratePage),
      ),
      screen('/halopsa-setup', () =>
        import('#web/features/halopsa/HalopsaSetupPage.tsx').then((m) => m.HalopsaSetupPage),
      ),
      screen('/billing', () =>
        import('#web/features/billing/plan/BillingPage.tsx').then((m) => m.BillingPage),
      ),
      screen('/team', () => import('#web/features/teams/TeamPage.tsx').then((m) => m.TeamPage)),
      screen('/settings', () => import('#web/features/account/SettingsPage.tsx').then((m) => m.SettingsPage)),
      screen('/2fa-setup', () =>
        import('#web/features/auth/two-factor/TwoFactorPage.tsx').then((m) => m.TwoFactorPage),
      ),
    ],
  },
  {
    element: <AudienceLayout of={['admin']} />,
    errorElement,
    children: [
      screen('/admin', () => import('#web/features/home/AdminHomePage.tsx').then((m) => m.AdminHomePage)),
      screen('/admin/dashboard', () =>
        import('#web/features/home/AdminHomePage.tsx').then((m) => m.AdminHomePage),
      ),
      screen('/admin/integrations', () =>
        import('#web/features/integrations/admin/TemplatesPage.tsx').then((m) => m.TemplatesPage),
      ),
      screen('/admin/branding', () =>
        import('#web/features/branding/BrandingPage.tsx').then((m) => m.BrandingPage),
      ),
      screen('/admin/security', () =>
        import('#web/features/security/SecurityPage.tsx').then((m) => m.SecurityPage),
      ),
      screen('/admin/packages', () =>
        import('#web/features/packages/admin/PackagesAdminPage.tsx').then((m) => m.PackagesAdminPage),
      ),
      screen('/admin/package-manager', () =>
        import('#web/features/packages/admin/PackageManagerPage.tsx').then((m) => m.PackageManagerPage),
      ),
      screen('/admin/users', () => import('#web/features/users/UsersPage.tsx').then((m) => m.UsersPage)),
      screen('/admin/email', () => import('#web/features/email/EmailPage.tsx').then((m) => m.EmailPage)),
      screen('/admin/waitlist', () =>
        import('#web/features/waitlist/admin/WaitlistAdminPage.tsx').then((m) => m.WaitlistAdminPage),
      ),
      screen('/admin/contact', () =>
        import('#web/features/contact/admin/ContactAdminPage.tsx').then((m) => m.ContactAdminPage),
      ),
      screen('/admin/billing', () =>
        import('#web/features/billing/admin/BillingAdminPage.tsx').then((m) => m.BillingAdminPage),
      ),
      screen('/admin/analytics', () =>
        import('#web/features/analytics/AnalyticsPage.tsx').then((m) => m.AnalyticsPage),
      ),
      screen('/admin/seo', () => import('#web/features/seo/admin/SeoPage.tsx').then((m) => m.SeoPage)),
      screen('/admin/seo-sitemap', () =>
        import('#web/features/seo/admin/SitemapPage.tsx').then((m) => m.SitemapPage),
      ),
      screen('/admin/seo-advanced', () =>
        import('#web/features/seo/admin/AdvancedSeoPage.tsx').then((m) => m.AdvancedSeoPage),
      ),
      screen('/admin/website', () =>
        import('#web/features/website/admin/WebsitePage.tsx').then((m) => m.WebsitePage),
      ),
      screen('/admin/health', () => import('#web/features/health/HealthPage.tsx').then((m) => m.HealthPage)),
      screen('/admin/organization', () =>
        import('#web/features/organization/OrganizationPage.tsx').then((m) => m.OrganizationPage),
      ),
      screen('/admin/settings', () =>
        import('#web/features/organization/OrganizationPage.tsx').then((m) => m.OrganizationPage),
      ),
    ],
  },
];

/** Opened on a screen that no one is signed in to, by a link. It has nothing around it, whoever opens it. */
const wall: RouteObject = {
  ...screen('/wall', () => import('#web/features/wall/WallPage.tsx').then((m) => m.WallPage)),
  errorElement: <WallError />,
};

/** Everything in the app: what applies on every screen, and the screens. */
export const routesAround = (children: RouteObject[]): RouteObject[] => [
  wall,
  { Component: Root, errorElement, children: [...children, { path: '*', Component: NotFoundPage }] },
];
