import {
  AlarmClock,
  BellOff,
  BellPlus,
  Building2,
  Check,
  Keyboard,
  KeyRound,
  LogOut,
  Mail,
  Moon,
  PackagePlus,
  PanelsTopLeft,
  Plus,
  Send,
  ShoppingCart,
  Sun,
  UserPlus,
  Wrench,
} from '#web/ui/icons.tsx';
import { useLocation, useNavigate } from 'react-router';
import { isAdmin, mayChange, useSession, useSignOut } from '#web/features/auth/useSession.ts';
import { runShortcut } from '#web/lib/shortcuts.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import type { Area } from '../layouts/navigation.ts';
import { useTheme } from '../useTheme.ts';
import type { Entry } from './entry.ts';
import { modes } from './screens.ts';

const make = 'add new create make';

/** Actions of an area, actions that work everywhere, and for administrators the actions of the other area. */
export function useActions(area: Area): { actions: Entry[]; elsewhere: Entry[] } {
  const { user } = useSession();
  const { theme, toggle } = useTheme();
  const signOut = useSignOut();
  const onAlerts = useOnAlerts();
  const changes = mayChange(user);
  const owns = user?.teamRole === 'owner';
  const action = (entry: Omit<Entry, 'kind'> & ({ to: string } | { run: () => void })): Entry => ({
    kind: 'Actions',
    ...entry,
  });
  const ofMembers: Entry[] = [
    action({
      label: 'Acknowledge alerts',
      run: () => onAlerts('acknowledge'),
      Icon: Check,
      words: 'ack acknowledgement handle confirm',
    }),
    action({
      label: 'Snooze alerts',
      run: () => onAlerts('snooze'),
      Icon: AlarmClock,
      words: 'postpone later remind sleep',
    }),
    ...(changes
      ? [
          action({ label: 'Add alert rule', to: '/alerts?tab=rules&new', Icon: BellPlus, words: make }),
          action({
            label: 'Add controller',
            to: '/site-selector',
            Icon: Plus,
            words: `${make} connect unifi api key site console`,
          }),
          action({
            label: 'Mute alerts',
            to: '/maintenance#mute',
            Icon: BellOff,
            words: 'silence pause stop quiet notifications',
          }),
          action({
            label: 'Add maintenance window',
            to: '/maintenance?new',
            Icon: Wrench,
            words: `${make} schedule mute downtime`,
          }),
          action({
            label: 'Add customer',
            to: '/customers?new',
            Icon: Building2,
            words: `${make} client company`,
          }),
          action({
            label: 'Send test alert',
            to: '/integrations?tab=channels',
            Icon: Send,
            words: 'channel try notification check',
          }),
          action({
            label: 'Manage wall links',
            to: '/dashboard?wall',
            Icon: PanelsTopLeft,
            words: 'open tv screen monitor kiosk display',
          }),
        ]
      : []),
    ...(owns
      ? [
          action({
            label: 'Invite a colleague',
            to: '/team?invite',
            Icon: UserPlus,
            words: `${make} user member person people`,
          }),
        ]
      : []),
    action({ label: 'Create API token', to: '/settings#api-tokens', Icon: KeyRound, words: `${make} key` }),
  ];
  const ofOperators: Entry[] = [
    action({
      label: 'Create package',
      to: '/admin/packages?new',
      Icon: PackagePlus,
      words: `${make} plan price product`,
    }),
    action({
      label: 'Turn purchasing on or off',
      to: '/admin/billing#purchasing',
      Icon: ShoppingCart,
      words: 'turn enable disable selling registration',
    }),
    action({ label: 'Send test email', to: '/admin/email#test-email', Icon: Send, words: 'smtp mail check' }),
    action({
      label: 'Email the waitlist',
      to: '/admin/email#send-to-waitlist',
      Icon: Mail,
      words: 'send broadcast newsletter announce',
    }),
  ];
  const actions = [
    ...(area === 'admin' ? ofOperators : ofMembers),
    action({
      label: theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme',
      run: toggle,
      Icon: theme === 'dark' ? Sun : Moon,
      words: 'dark light mode night day appearance color colour toggle',
      isLast: true,
    }),
    action({
      label: 'Show keyboard shortcuts',
      run: () => runShortcut('?'),
      Icon: Keyboard,
      words: 'keys help',
    }),
    action({
      label: 'Sign out',
      run: () => confirmLeaving(() => void signOut()),
      Icon: LogOut,
      words: 'log out logout exit',
    }),
  ];
  const [other, ofOther] =
    area === 'admin' ? (['member', ofMembers] as const) : (['admin', ofOperators] as const);
  return {
    actions,
    elsewhere: isAdmin(user) ? ofOther.map((entry) => ({ ...entry, hint: modes[other] })) : [],
  };
}

/** Acts on the alerts that are selected. Without any, the list asks about the new ones that it shows, or about all. */
function useOnAlerts() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (act: 'acknowledge' | 'snooze') => {
    if (runShortcut(`${act} selected`)) return;
    const here = new URLSearchParams(search);
    const isList = pathname === '/alerts' && (here.get('tab') ?? 'current') === 'current';
    const params = isList ? here : new URLSearchParams({ is: 'new' });
    params.set('do', act);
    void navigate(`/alerts?${params}`, { replace: isList });
  };
}
