import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { graphql } from '#web/gql/index.ts';
import { forgetLastKnown } from '#web/lib/last-known.ts';
import { useLoadPage } from '#web/lib/page-load.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { useOnReconnect } from '#web/lib/useOnReconnect.ts';
import { toastFailure } from '#web/ui/toaster.tsx';

const SwitchTeam = graphql(`
  mutation SwitchTeam($id: ID!) {
    switchTeam(id: $id)
  }
`);

/** Switches the session to another team and reloads. `switching` is the ID of the team being opened. */
export function useSwitchTeam() {
  const [run] = useMutation(SwitchTeam);
  const [switching, setSwitching] = useState<string>();
  const startAnew = useReloadInTeam();
  const switchTo = async (id: string) => {
    setSwitching(id);
    try {
      await run({ variables: { id } });
      startAnew();
    } catch (error) {
      setSwitching(undefined);
      toastTeamFailure('Team not switched', error);
    }
  };
  return { switchTo, switching };
}

export function toastTeamFailure(title: string, error: unknown): void {
  toastFailure(error, { title, check: 'Reload the page to see whether it worked.' });
}

/** Storage key that notifies other tabs of a team switch. */
const KEY = 'team_switched_at';

/** The team's start page, also for administrators, whose own dashboard is the platform's. */
const HOME = '/user-dashboard';

/** Reloads the app in every tab, so that nothing of the previous team stays in memory. */
export function useReloadInTeam(): () => void {
  const leave = useLoadPage();
  return () => {
    void forgetLastKnown().catch(() => undefined);
    localStorage.setItem(KEY, String(Date.now()));
    leave(HOME);
  };
}

/** Reloads this tab when another tab switches team, because they share the session. */
export function useFollowTeamSwitch(): void {
  const leave = useLoadPage();
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === KEY && leave(HOME);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [leave]);
}

/** Refetches the session on reconnect, because the server disconnects people whose role or team changed. */
export function useRoleRefetch(): void {
  const client = useApolloClient();
  const askAnew = () => client.query({ query: Me, fetchPolicy: 'network-only' });
  useOnReconnect(() => void inBackground(askAnew).catch(() => undefined));
}
