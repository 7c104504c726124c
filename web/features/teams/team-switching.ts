import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { graphql } from '#web/gql/index.ts';
import { useLeave } from '#web/lib/leave.ts';
import { unattended } from '#web/lib/unattended.ts';
import { useLineBack } from '#web/lib/useLineBack.ts';
import { toastFailure } from '#web/ui/toaster.tsx';

const SwitchTeam = graphql(`
  mutation SwitchTeam($id: ID!) {
    switchTeam(id: $id)
  }
`);

/** Turns the session to another team and starts anew there; `switching` is the id of the one on its way. */
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

/** Reports a failed change of the team. */
export function toastTeamFailure(title: string, error: unknown): void {
  toastFailure(error, { title, check: 'Reload the page to see whether it worked.' });
}

/** Written when this browser turns to another team, for its other tabs to hear. */
const KEY = 'team_switched_at';

/** Where a team begins, for administrators too: their own dashboard is the platform's. */
const HOME = '/user-dashboard';

/** Loads the app anew, so that nothing of the team before stays on screen or in memory; other tabs do the same. */
export function useReloadInTeam(): () => void {
  const leave = useLeave();
  return () => {
    localStorage.setItem(KEY, String(Date.now()));
    leave(HOME);
  };
}

/** Loads this tab anew when another one has turned to another team: the session is theirs in common. */
export function useFollowTeamSwitch(): void {
  const leave = useLeave();
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === KEY && leave(HOME);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [leave]);
}

/** Asks anew who one is whenever the line comes back: the server cuts it when somebody's role or team has changed. */
export function useRoleRefetch(): void {
  const client = useApolloClient();
  const askAnew = () => client.query({ query: Me, fetchPolicy: 'network-only' });
  useLineBack(() => void unattended(askAnew).catch(() => undefined));
}
