import { useEffect } from 'react';
import { useLeave } from '#web/lib/leave.ts';

/** Written when this browser turns to another team, for its other tabs to hear. */
const KEY = 'team_switched_at';

/** Where a team begins, for administrators too: their own dashboard is the platform's. */
const HOME = '/user-dashboard';

/** Loads the app anew, so that nothing of the team before stays on screen or in memory; other tabs do the same. */
export function useStartAnew(): () => void {
  const leave = useLeave();
  return () => {
    localStorage.setItem(KEY, String(Date.now()));
    leave(HOME);
  };
}

/** Loads this tab anew when another one has turned to another team: the session is theirs in common. */
export function useTeamElsewhere(): void {
  const leave = useLeave();
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => key === KEY && leave(HOME);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, [leave]);
}
