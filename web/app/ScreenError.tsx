import { Button, chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useLoadPage, useReloadPage } from '#web/lib/page-load.ts';
import { useLiveState } from '#web/lib/live-state.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { isChunkError, mayReload, serverAnswers } from './chunk-errors.ts';

/** The error element of each route. The rest of the page keeps working. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <chakra.div maxW="prose" w="full" mx="auto" p={6}>
      {isChunkError(error) ? <PartLost /> : <Broken />}
    </chakra.div>
  );
}

/** How often the wall is tried again, in milliseconds. */
const TRY_EVERY = 15_000;

/** In place of the wall. No one is there to press a button, so it loads again by itself once the server responds. */
export function WallError() {
  const reload = useReloadPage();
  useEffect(() => {
    const timer = setInterval(() => void serverAnswers().then((answers) => answers && reload()), TRY_EVERY);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <chakra.main minH="100dvh" display="grid" placeContent="center" textAlign="center" p={6}>
      <chakra.h1 fontSize="3xl" fontWeight="semibold">
        Not live
      </chakra.h1>
      <chakra.p fontSize="lg" color="fg.muted" role="status">
        We couldn’t load the wall. Trying again.
      </chakra.p>
    </chakra.main>
  );
}

const Broken = () => (
  <Notice
    state="error"
    title="We couldn’t show this screen"
    action={
      <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    }
  >
    Monitoring isn’t affected. Reloading usually helps, and other screens still work.
  </Notice>
);

/**
 * Shown when the code of a screen couldn't be fetched. If the server answers, the tab is older than the latest deploy, so
 * this reloads the app once. Otherwise it waits for the connection, inside the shell.
 */
function PartLost() {
  const leave = useLoadPage();
  const { state } = useLiveState();
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<'no connection' | 'reloaded in vain'>();
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
      if (!answers) setFound('no connection');
      // Without the fragment, because with it the browser would only scroll.
      else if (mayReload()) leave(window.location.pathname + window.location.search);
      else setFound('reloaded in vain');
    };
    void look();
    return () => void (gone = true);
  }, [state, tries, leave]);
  if (!found) return null;
  if (found === 'reloaded in vain') return <Broken />;
  return (
    <Notice
      state="error"
      title="We couldn’t load this screen because you’re offline."
      action={
        <Button variant="outline" size="sm" onClick={() => setTries(tries + 1)}>
          Retry
        </Button>
      }
    >
      It loads automatically once you’re back online. Monitoring isn’t affected.
    </Notice>
  );
}
