import { Button } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLeave } from '#web/lib/leave.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { mayReload, serverAnswers } from './lost-parts.ts';

/**
 * Stands where a screen did not arrive. With the server there, the tab is older than the last deploy and the app is
 * loaded anew, once (`otherwise` if that did not help); without it this waits for the line, in the shell.
 */
export function PartLost({ otherwise }: { otherwise: ReactNode }) {
  const leave = useLeave();
  const { state } = useLiveState();
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<'silence' | 'reloaded in vain'>();
  useEffect(() => {
    const again = () => setTries((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  useEffect(() => {
    let gone = false;
    const look = async () => {
      const answers = await serverAnswers();
      if (gone) return;
      if (!answers) setFound('silence');
      // Without the fragment: with it, the browser would only scroll.
      else if (mayReload()) leave(window.location.pathname + window.location.search);
      else setFound('reloaded in vain');
    };
    void look();
    return () => void (gone = true);
  }, [state, tries, leave]);
  if (!found) return null;
  if (found === 'reloaded in vain') return otherwise;
  return (
    <Notice
      state="error"
      title="This screen could not be loaded: there is no connection."
      action={
        <Button variant="outline" size="sm" onClick={() => setTries(tries + 1)}>
          Retry
        </Button>
      }
    >
      It loads by itself once the line is back. The watch goes on without it.
    </Notice>
  );
}
