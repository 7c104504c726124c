import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { unexplained } from '#web/features/controllers/changes.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ConfiguredControllers } from './ConfiguredControllers.tsx';
import { SiteManagerForm } from './SiteManagerForm.tsx';

/** What Netlantern is connected to: for now, UniFi Site Manager. */
export function IntegrationsPage() {
  const { data, error, refetch } = useQuery(Controllers);
  const { editing, edit, stopEditing } = useEditing();
  const [round, setRound] = useState(0);
  const isWide = useRoom() === 'wide';
  const looksOnly = useLooksOnly();
  const controllers = data?.controllers;
  const edited = controllers?.find(({ id }) => id === editing);
  const startOver = () => {
    stopEditing();
    setRound(round + 1);
  };
  return (
    <>
      <PageHeader
        title="API Integrations"
        description="The keys through which your networks are watched."
        action={looksOnly && <ViewerNote />}
      />
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
              onEdit={edit}
              onDeleted={stopEditing}
            />
          )}
        </section>
      </chakra.div>
    </>
  );
}

/** Which controller is edited stands in the address, so that other screens can lead to its key. */
function useEditing() {
  const [parameters, setParameters] = useSearchParams();
  const editing = parameters.get('edit') ?? undefined;
  return {
    editing,
    edit: (id: string) => setParameters({ edit: id }, { replace: true }),
    stopEditing: () => {
      if (editing) setParameters({}, { replace: true });
    },
  };
}
