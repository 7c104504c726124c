import { useEffect, useEffectEvent, useRef } from 'react';
import { useLiveState } from './live-state.ts';

/** Calls back whenever the live line is up again after it was lost: nobody repeats what was told meanwhile. */
export function useLineBack(onBack: () => void): void {
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
