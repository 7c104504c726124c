import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { SessionUser } from '#web/features/auth/useSession.ts';

/** Milliseconds after which the first screen has settled. Nothing on it needs what is loaded then. */
const SETTLED = 3_000;

/** Keeps push notifications on, and what is shown without a connection, while someone is signed in. */
export function useThisDevice(user: SessionUser | undefined): void {
  const client = useApolloClient();
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(path));
  const person = user?.mustSetUpTwoFactor ? undefined : user?.id;
  const { id, name } = user?.team ?? {};
  useEffect(() => {
    if (!person || !id || !name || !('serviceWorker' in navigator)) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { watchDevice } = await import('./watch-device.ts');
      if (!isOver) stop = watchDevice({ client, person, team: { id, name }, open });
    };
    const timer = setTimeout(() => void start().catch(() => undefined), SETTLED);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, person, id, name]);
}
