import {
  BellRing,
  Blocks,
  Building2,
  ChartNoAxesColumn,
  CodeXml,
  Columns3,
  CreditCard,
  HeartPulse,
  LayoutDashboard,
  ListOrdered,
  Mail,
  MessageSquare,
  Package,
  Palette,
  PanelsTopLeft,
  Plug,
  Router,
  Search,
  SearchCode,
  Settings,
  ShieldCheck,
  UsersRound,
  Waypoints,
  Wrench,
  type IconComponent,
} from '#web/ui/icons.tsx';

/** The two areas of the app. */
export type Area = 'customer' | 'admin';
export type NavigationEntry = { to: string; label: string; Icon: IconComponent; also?: readonly string[] };

/** The sidebar's entries, by area. */
export const navigation: Record<Area, readonly NavigationEntry[]> = {
  customer: [
    { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard, also: ['/', '/user-dashboard'] },
    { to: '/controllers', label: 'Controllers', Icon: Router, also: ['/site-selector'] },
    { to: '/alerts', label: 'Alerts', Icon: BellRing },
    { to: '/maintenance', label: 'Maintenance', Icon: Wrench },
    { to: '/integrations', label: 'Integrations', Icon: Plug, also: ['/halopsa-setup'] },
    { to: '/integrate', label: 'Integrate', Icon: CodeXml },
    { to: '/billing', label: 'Billing', Icon: CreditCard, also: ['/subscribe'] },
    { to: '/team', label: 'Team', Icon: UsersRound },
    { to: '/settings', label: 'Settings', Icon: Settings, also: ['/2fa-setup'] },
    { to: '/packages', label: 'Packages', Icon: Package },
  ],
  admin: [
    {
      to: '/admin/dashboard',
      label: 'Dashboard',
      Icon: LayoutDashboard,
      also: ['/', '/admin', '/dashboard'],
    },
    { to: '/admin/users', label: 'User Management', Icon: UsersRound },
    { to: '/admin/packages', label: 'Package Management', Icon: Package },
    { to: '/admin/package-manager', label: 'Package Manager', Icon: Columns3 },
    { to: '/admin/billing', label: 'Billing', Icon: CreditCard },
    { to: '/admin/waitlist', label: 'Waitlist', Icon: ListOrdered },
    { to: '/admin/email', label: 'Email', Icon: Mail },
    { to: '/admin/contact', label: 'Contact', Icon: MessageSquare },
    { to: '/admin/analytics', label: 'Analytics', Icon: ChartNoAxesColumn },
    { to: '/admin/health', label: 'Health', Icon: HeartPulse },
    { to: '/admin/integrations', label: 'Integration Templates', Icon: Blocks },
    { to: '/admin/website', label: 'Website Management', Icon: PanelsTopLeft },
    { to: '/admin/branding', label: 'Platform Branding', Icon: Palette },
    { to: '/admin/seo', label: 'SEO', Icon: Search },
    { to: '/admin/seo-sitemap', label: 'Sitemap', Icon: Waypoints },
    { to: '/admin/seo-advanced', label: 'Advanced SEO', Icon: SearchCode },
    { to: '/admin/security', label: 'Security', Icon: ShieldCheck },
    { to: '/admin/organization', label: 'Organisation', Icon: Building2, also: ['/admin/settings'] },
  ],
};

/** Whether an entry is the current screen, or the list that it belongs to. */
export const isCurrent = (entry: NavigationEntry, path: string): boolean =>
  entry.to === path || path.startsWith(`${entry.to}/`) || (entry.also?.includes(path) ?? false);
