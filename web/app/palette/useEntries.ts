import { useQuery } from '@apollo/client/react';
import {
  Bell,
  BellRing,
  Bookmark,
  Building2,
  CircleUserRound,
  HardDrive,
  MapPin,
  Router,
  Settings2,
} from '#web/ui/icons.tsx';
import { useEffect, useMemo, useState } from 'react';
import { typeWords } from '#web/features/alerts/alert-words.ts';
import { useViews, viewPath } from '#web/features/alerts/views/useSavedViews.ts';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { macWords } from '#web/features/maintenance/window-words.ts';
import { settingName } from '#web/features/organization/setting-name.ts';
import { deviceStates } from '#web/features/controllers/device-states.ts';
import { siteText } from '#web/features/controllers/controller-state.ts';
import type { PaletteSearchQuery } from '#web/gql/graphql.ts';
import { formatCount, formatRelativeTime } from '#web/lib/format.ts';
import { devicePath, sitePath } from '#web/lib/places.ts';
import { navigation, type Area } from '../layouts/navigation.ts';
import { useActions } from './actions.ts';
import { found, leading, similar, type Entry } from './entry.ts';
import { PalettePeople, PaletteSearch, PaletteSettings } from './palette.gql.ts';
import { screensOf, tabsOf } from './screens.ts';
import { settingsOf } from './settings.ts';
import { commandIn, type useQuickActions } from './useQuickActions.ts';

/** Milliseconds after the last key before a request. */
const PAUSE = 200;
/** Fewer letters would match almost everything. */
const LEAST = 2;
/** Users shown to administrators. */
const PEOPLE = 6;

/** What matches the typed text: what the browser knows at once, the rest from the server once typing pauses. */
export function useEntries(area: Area, typed: string, quickActions: ReturnType<typeof useQuickActions>) {
  const { user } = useSession();
  const admin = isAdmin(user);
  const settings = useQuery(PaletteSettings, { skip: !admin });
  const { actions, elsewhere } = useActions(area);
  const { views = [] } = useViews({ skip: area === 'admin' });
  // Administrators have both areas. The one they are in comes first.
  const areas = useMemo(
    (): Area[] => (admin ? [area, area === 'admin' ? 'member' : 'admin'] : [area]),
    [admin, area],
  );
  const places = useMemo(
    () => [
      ...areas.flatMap((one) => screensOf(one, one !== area)),
      ...areas.flatMap(settingEntries),
      ...(settings.data?.adminSettings ?? []).map(({ key }): Entry => ({
        kind: 'Settings',
        label: settingName(key),
        hint: 'Organisation',
        to: `/admin/organization#${key}`,
        Icon: Settings2,
      })),
    ],
    [area, areas, settings.data],
  );
  const wanted = typed.trim();
  const { entries: searched, ...search } = useSearch(area, admin, wanted, quickActions);
  const saved = views.map((view): Entry => ({
    kind: 'Views',
    label: `View: ${view.name}`,
    hint: 'Current Alerts',
    to: viewPath(view),
    Icon: Bookmark,
  }));
  const known = [
    ...places,
    ...actions,
    ...saved,
    ...(wanted ? [...areas.flatMap(tabsOf), ...elsewhere] : []),
  ];
  const here = found(known, typed);
  const first = wanted ? leading(here, typed) : here;
  // Those after the server's results wait for them, so that these never move an entry that someone is about to select.
  const rest = search.searching ? [] : here.filter((entry) => !first.includes(entry));
  const matches = [...first, ...searched, ...rest];
  const isMistyped = matches.length === 0 && !search.searching;
  return { entries: isMistyped ? similar(known, typed) : matches, isMistyped, ...search };
}

/** What the server finds for a text: the team's data in the member's area, users for administrators. */
function useSearch(
  area: Area,
  admin: boolean,
  wanted: string,
  quickActions: ReturnType<typeof useQuickActions>,
) {
  const ofTeam = area === 'member';
  // "ack lobby" searches for "lobby", and offers to acknowledge what it finds.
  const { verb, sought } = ofTeam ? commandIn(wanted) : { sought: wanted };
  const text = usePaused(sought);
  const isLong = (one: string) => one.length >= LEAST;
  const team = useQuery(PaletteSearch, {
    variables: { text },
    skip: !ofTeam || !isLong(text),
    fetchPolicy: 'cache-and-network',
  });
  const people = useQuery(PalettePeople, {
    variables: { search: text, first: PEOPLE },
    skip: !admin || !isLong(text),
    fetchPolicy: 'cache-and-network',
  });
  const asks = isLong(sought) && (ofTeam || admin);
  const isAnswered = text === sought;
  const users = (people.data?.users ?? []).map(({ id, email, firstName, lastName }): Entry => ({
    kind: 'Users',
    label: `${firstName} ${lastName}`.trim() || email,
    hint: email,
    to: `/admin/users?user=${id}`,
    Icon: CircleUserRound,
  }));
  const found = team.data?.search;
  const quick = found ? quickActions(found, verb) : [];
  const places = found && !(verb && quick.length > 0) ? teamEntries(found, wanted) : [];
  const answers = [...places, ...users, ...quick];
  return {
    entries: asks && isAnswered ? answers : [],
    searching: asks && (!isAnswered || team.loading || people.loading),
    failed: asks && isAnswered && Boolean(team.error ?? people.error),
    retry: () => void Promise.allSettled([ofTeam && team.refetch(), admin && people.refetch()]),
  };
}

type FoundDevice = PaletteSearchQuery['search']['devices'][number]['device'];

/** Its state if that is bad, its model, the address that it was found by, and where it is. */
function deviceHint({ state, model, mac, ip }: FoundDevice, place: string, wanted: string): string {
  const digits = wanted.replace(/[-:.\s]/g, '').toUpperCase();
  const isByMac = digits.length > 3 && mac.includes(digits);
  const isByIp = wanted.split(/\s+/).some((word) => word.includes('.') && ip?.includes(word));
  return [
    state !== 'online' && deviceStates[state].word,
    model,
    isByMac && macWords(mac),
    isByIp && ip,
    place,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** "Head Office · Acme". A site that is named after its customer is said once. */
const placeText = (site: string | null, customer: string | null | undefined): string =>
  [...new Set([site, customer])].filter(Boolean).join(' · ');

function teamEntries(search: PaletteSearchQuery['search'], wanted: string): Entry[] {
  const { customers, sites, controllers, devices, alerts, alertRules, members } = search;
  return [
    ...customers.map(({ id, name, siteCount, openAlertCount }): Entry => ({
      kind: 'Customers',
      label: name,
      hint: openAlertCount > 0 ? `${openAlertCount} open` : formatCount(siteCount, 'site'),
      to: `/customers/${id}`,
      Icon: Building2,
    })),
    ...sites.flatMap(({ name, hostId, controllerId, customer }): Entry[] =>
      controllerId
        ? [
            {
              kind: 'Sites',
              label: name,
              hint: customer?.name,
              to: sitePath(controllerId, hostId),
              Icon: MapPin,
            },
          ]
        : [],
    ),
    ...controllers.map(({ id, name, ...selection }): Entry => ({
      kind: 'Controllers',
      label: name,
      hint: siteText(selection),
      to: `/controllers/${id}`,
      Icon: Router,
    })),
    ...devices.map(({ device, controllerId, controllerName, siteName, customerName }): Entry => ({
      kind: 'Devices',
      label: device.name,
      hint: deviceHint(device, placeText(siteName ?? controllerName, customerName), wanted),
      to: devicePath(controllerId, device.id),
      Icon: HardDrive,
    })),
    ...alerts.map(({ id, deviceName, siteName, customer, type, since, resolvedAt }): Entry => ({
      kind: 'Alerts',
      label: `${deviceName ?? siteName}: ${typeWords[type]}`,
      hint: [
        resolvedAt && 'Resolved',
        placeText(deviceName === null ? null : siteName, customer?.name),
        `began ${formatRelativeTime(new Date(since), new Date())}`,
      ]
        .filter(Boolean)
        .join(' · '),
      to: `/alerts/${id}`,
      Icon: BellRing,
    })),
    ...alertRules.map(({ id, name }): Entry => ({
      kind: 'Alert rules',
      label: name,
      to: `/alerts?tab=rules#rule-${id}`,
      Icon: Bell,
    })),
    ...members.map(({ id, name, email }): Entry => ({
      kind: 'Team members',
      label: name,
      hint: email,
      to: `/team#member-${id}`,
      Icon: CircleUserRound,
    })),
  ];
}

function settingEntries(area: Area): Entry[] {
  const screens = new Map(navigation[area].map(({ to, label }) => [to, label]));
  return settingsOf(area).flatMap(({ title, words, screen, to }) => {
    const hint = screens.get(screen.split('?')[0]!);
    return hint ? [{ kind: 'Settings', label: title, hint, words, to, Icon: Settings2 }] : [];
  });
}

/** A value once it has stayed the same for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
