import { useQuery } from '@apollo/client/react';
import { Bell, CircleUserRound, Router, Settings2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { isAdmin, useSession } from '#web/features/auth/useSession.ts';
import { settingName } from '#web/features/organization/setting-name.ts';
import { navigation } from '../layouts/navigation.ts';
import type { Area } from '../routes.tsx';
import { found, type Entry } from './entry.ts';
import { PalettePeople, PalettePlaces, PaletteSettings } from './palette.gql.ts';
import { settingsOf } from './settings.ts';

/** Between the last key and the question, in milliseconds. */
const PAUSE = 200;
/** People that are shown. */
const PEOPLE = 6;

/** What is found for what is typed; people are looked for on the server, once typing pauses. */
export function useEntries(area: Area, typed: string) {
  const { user } = useSession();
  const admin = isAdmin(user);
  const places = useQuery(PalettePlaces, { skip: area !== 'customer' });
  const settings = useQuery(PaletteSettings, { skip: !admin });
  const search = usePaused(typed.trim());
  const people = useQuery(PalettePeople, {
    variables: { search, first: PEOPLE },
    skip: !admin || search.length < 2 || search.length > 200,
  });
  const all = useMemo(() => {
    // Of an administrator both areas are; the one they are in first.
    const areas: Area[] = admin ? [area, area === 'admin' ? 'customer' : 'admin'] : [area];
    const { controllers = [], alertRules = [] } = places.data ?? {};
    const { adminSettings = [] } = settings.data ?? {};
    return [
      ...areas.flatMap((one) => screensOf(one, one === area ? undefined : modes[one])),
      ...areas.flatMap(settingEntries),
      ...adminSettings.map(({ key }): Entry => ({
        kind: 'Settings',
        label: settingName(key),
        hint: 'Organisation',
        to: `/admin/organization#${key}`,
        Icon: Settings2,
      })),
      ...controllers.map(({ id, name, selectedSiteId, selectedSiteName }): Entry => ({
        kind: 'Controllers',
        label: name,
        hint: selectedSiteName ?? undefined,
        to: selectedSiteId ? `/alerts?controller=${id}` : '/controllers',
        Icon: Router,
      })),
      ...alertRules.map(({ id, name }): Entry => ({
        kind: 'Alert rules',
        label: name,
        to: `/alerts?tab=rules#rule-${id}`,
        Icon: Bell,
      })),
    ];
  }, [admin, area, places.data, settings.data]);
  const customers = (people.data?.users ?? []).map(({ id, email, firstName, lastName }): Entry => ({
    kind: 'Customers',
    label: `${firstName} ${lastName}`.trim() || email,
    hint: email,
    to: `/admin/users?user=${id}`,
    Icon: CircleUserRound,
  }));
  return {
    entries: [...found(all, typed), ...(typed.trim() ? customers : [])],
    searching: people.loading || (admin && search !== typed.trim()),
  };
}

/** What the other area is called on its buttons. */
const modes = { admin: 'Admin Mode', customer: 'User Mode' };

const screensOf = (area: Area, hint?: string): Entry[] =>
  navigation(area).map(({ to, label, Icon }) => ({ kind: 'Screens', label, to, Icon, hint }));

function settingEntries(area: Area): Entry[] {
  const screens = new Map(navigation(area).map(({ to, label }) => [to, label]));
  return settingsOf(area).flatMap(({ title, words, screen, to }) => {
    const hint = screens.get(screen.split('?')[0]!);
    return hint ? [{ kind: 'Settings', label: title, hint, words, to, Icon: Settings2 }] : [];
  });
}

/** A value once it has stayed for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
