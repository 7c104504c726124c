import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toast } from './toaster.tsx';

/**
 * A dialog that loads when it is first opened. If loading fails, a toast says so and the dialog closes. The screen stays
 * as it was, and opening the dialog again retries.
 */
export function lazyDialog<P extends { onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function LazyDialog(props: P) {
    const [Arrived, setArrived] = useState(() => known);
    const giveUp = useEffectEvent(() => {
      toast({
        title: 'We couldn’t load this part.',
        description: 'Check your connection and try again.',
        type: 'error',
      });
      props.onClose();
    });
    useEffect(() => {
      if (known) return;
      let gone = false;
      const fetchIt = async () => {
        try {
          const dialog = (known = await load());
          if (!gone) setArrived(() => dialog);
        } catch {
          if (!gone) giveUp();
        }
      };
      void fetchIt();
      return () => void (gone = true);
    }, []);
    return Arrived ? <Arrived {...props} /> : null;
  };
}
