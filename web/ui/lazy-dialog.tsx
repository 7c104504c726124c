import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toast } from './toaster.tsx';

/**
 * A dialog that is fetched when it is first opened. If it does not arrive, a toast says so and the dialog counts as
 * closed: the screen behind it and what was typed there stay, and opening it again fetches again.
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
