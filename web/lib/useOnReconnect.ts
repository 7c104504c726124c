import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveState } from './live-state.ts';

/** Calls back when the live connection is restored, because events that were missed aren't repeated. */
export function useOnReconnect(onBack: () => void): void {
  const { state } = useLiveState();
  const wasLive = useRef(false);
  const isLost = useRef(false);
  const tell = useEffectEvent(onBack);
  useEffect(() => {
    if (state !== 'live') {
      isLost.current = wasLive.current;
      return;
    }
    if (isLost.current) tell();
    wasLive.current = true;
    isLost.current = false;
  }, [state]);
}
