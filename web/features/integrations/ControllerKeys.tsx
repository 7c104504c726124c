import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { unexplained } from '#web/features/controllers/controller-lists.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { leaveThen } from '#web/lib/leaving.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { ConfiguredControllers } from './ConfiguredControllers.tsx';
import { SiteManagerForm } from './SiteManagerForm.tsx';

/** The keys of UniFi Site Manager: a form for one, and all that are connected. Which one is edited stands in the address. */
export function ControllerKeys() {
  const { data, error, refetch } = useQuery(Controllers);
  const [editing, setEditing] = useAddress('edit');
  const [round, setRound] = useState(0);
  const isWide = useRoom() === 'wide';
  const looksOnly = useLooksOnly();
  const controllers = data?.controllers;
  const edited = controllers?.find(({ id }) => id === editing);
  const stopEditing = () => {
    if (editing) setEditing(undefined);
  };
  const startOver = () => {
    stopEditing();
    setRound(round + 1);
  };
  return (
    <chakra.div
      display="grid"
      alignItems="start"
      gap={isWide ? 8 : 6}
      gridTemplateColumns={isWide && !looksOnly ? '21rem minmax(0, 1fr)' : 'minmax(0, 1fr)'}
    >
      {!looksOnly && (
        <chakra.section
          aria-labelledby="site-manager"
          p={5}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          position={isWide ? 'sticky' : 'static'}
          top="5rem"
        >
          <SiteManagerForm key={`${edited?.id} ${round}`} controller={edited} onDone={startOver} />
        </chakra.section>
      )}
      <section aria-labelledby="configured">
        {error && !data ? (
          <Notice
            state="critical"
            title="Your controllers could not be loaded"
            action={
              <Button variant="outline" size="sm" onClick={() => void refetch().catch(() => undefined)}>
                Retry
              </Button>
            }
          >
            {sentenceOf(error, unexplained)} Watching goes on without this page.
          </Notice>
        ) : (
          <ConfiguredControllers
            controllers={controllers}
            edited={looksOnly ? undefined : edited?.id}
            onEdit={(id) => leaveThen(() => setEditing(id))}
            onDeleted={stopEditing}
          />
        )}
      </section>
    </chakra.div>
  );
}
