import { BellRing, LayoutDashboard, Plug, Router, Settings, UsersRound, type LucideIcon } from 'lucide-react';
import { routes, type Audience } from '../routes.tsx';

export type NavigationEntry = { to: string; label: string; Icon: LucideIcon; also?: readonly string[] };

const entries: Record<'customer' | 'admin', readonly NavigationEntry[]> = {
  customer: [
    { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard, also: ['/', '/user-dashboard'] },
    { to: '/controllers', label: 'Controllers', Icon: Router, also: ['/site-selector'] },
    { to: '/alerts', label: 'Alerts', Icon: BellRing },
    { to: '/integrations', label: 'Integrations', Icon: Plug },
    { to: '/settings', label: 'Settings', Icon: Settings, also: ['/2fa-setup'] },
  ],
  admin: [
    {
      to: '/admin/dashboard',
      label: 'Dashboard',
      Icon: LayoutDashboard,
      also: ['/', '/admin', '/dashboard'],
    },
    { to: '/admin/users', label: 'User Management', Icon: UsersRound },
  ],
};

/** The sidebar of an area; an entry shows as soon as its screen stands in the route table. */
export const navigation = (area: Exclude<Audience, 'visitor'>): readonly NavigationEntry[] =>
  entries[area].filter(({ to }) => routes.some((row) => row.path === to && row.audience === area));

/** Whether an entry is where the person is. */
export const isCurrent = (entry: NavigationEntry, path: string): boolean =>
  entry.to === path || (entry.also?.includes(path) ?? false);
