import {
  BellRing,
  Blocks,
  Building2,
  ChartNoAxesColumn,
  CodeXml,
  Columns3,
  CreditCard,
  FileText,
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
  Volume2,
  Waypoints,
  Wrench,
  type IconComponent,
} from '#web/ui/icons.tsx';

/** The two areas of the app. */
export type Area = 'member' | 'admin';
export type NavigationEntry = {
  to: string;
  label: string;
  Icon: IconComponent;
  /** Other addresses of the same screen, and screens that belong to it. */
  also?: readonly string[];
  /** The heading that the entry is under. Entries of one group follow each other. */
  group?: string;
};

/** The sidebar's entries, by area. */
export const navigation: Record<Area, readonly NavigationEntry[]> = {
  member: [
    { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard, also: ['/', '/user-dashboard'] },
    { group: 'Monitor', to: '/controllers', label: 'Controllers', Icon: Router, also: ['/site-selector'] },
    { group: 'Monitor', to: '/alerts', label: 'Alerts', Icon: BellRing },
    { group: 'Monitor', to: '/customers', label: 'Customers', Icon: Building2 },
    { group: 'Monitor', to: '/maintenance', label: 'Maintenance', Icon: Wrench },
    { group: 'Monitor', to: '/reports', label: 'Reports', Icon: FileText },
    { group: 'Monitor', to: '/noise', label: 'Noise', Icon: Volume2 },
    { group: 'Connect', to: '/integrations', label: 'Integrations', Icon: Plug, also: ['/halopsa-setup'] },
    { group: 'Connect', to: '/integrate', label: 'Integrate', Icon: CodeXml },
    { group: 'Account', to: '/team', label: 'Team', Icon: UsersRound },
    { group: 'Account', to: '/billing', label: 'Billing', Icon: CreditCard, also: ['/subscribe'] },
    { group: 'Account', to: '/packages', label: 'Packages', Icon: Package },
    { group: 'Account', to: '/settings', label: 'Settings', Icon: Settings, also: ['/2fa-setup'] },
  ],
  admin: [
    {
      to: '/admin/dashboard',
      label: 'Dashboard',
      Icon: LayoutDashboard,
      also: ['/', '/admin', '/dashboard'],
    },
    { group: 'Customers', to: '/admin/users', label: 'User Management', Icon: UsersRound },
    { group: 'Customers', to: '/admin/contact', label: 'Contact', Icon: MessageSquare },
    { group: 'Customers', to: '/admin/email', label: 'Email', Icon: Mail },
    { group: 'Sales', to: '/admin/analytics', label: 'Analytics', Icon: ChartNoAxesColumn },
    { group: 'Sales', to: '/admin/billing', label: 'Billing', Icon: CreditCard },
    { group: 'Sales', to: '/admin/waitlist', label: 'Waitlist', Icon: ListOrdered },
    { group: 'Sales', to: '/admin/packages', label: 'Package Management', Icon: Package },
    { group: 'Sales', to: '/admin/package-manager', label: 'Package Manager', Icon: Columns3 },
    { group: 'Website', to: '/admin/website', label: 'Website Management', Icon: PanelsTopLeft },
    { group: 'Website', to: '/admin/branding', label: 'Platform Branding', Icon: Palette },
    { group: 'Website', to: '/admin/seo', label: 'SEO', Icon: Search },
    { group: 'Website', to: '/admin/seo-sitemap', label: 'Sitemap', Icon: Waypoints },
    { group: 'Website', to: '/admin/seo-advanced', label: 'Advanced SEO', Icon: SearchCode },
    { group: 'System', to: '/admin/health', label: 'Health', Icon: HeartPulse },
    { group: 'System', to: '/admin/integrations', label: 'Integration Templates', Icon: Blocks },
    { group: 'System', to: '/admin/security', label: 'Security', Icon: ShieldCheck },
    {
      group: 'System',
      to: '/admin/organization',
      label: 'Organisation',
      Icon: Building2,
      also: ['/admin/settings'],
    },
  ],
};

/** Whether an entry is the current screen, or the list that it belongs to. */
export const isCurrent = (entry: NavigationEntry, path: string): boolean =>
  entry.to === path || path.startsWith(`${entry.to}/`) || (entry.also?.includes(path) ?? false);
