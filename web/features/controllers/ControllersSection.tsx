import { Button, chakra } from '@chakra-ui/react';
import { Router } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FindField, MANY } from '#web/ui/FindField.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { matching, worstFirst } from './controller-state.ts';
import { ControllerList } from './ControllerList.tsx';
import { ControllersTable } from './ControllersTable.tsx';
import { StatusCounts } from './StatusCounts.tsx';

const DeleteController = lazyDialog(() => import('./DeleteController.tsx').then((m) => m.DeleteController));

/** The controllers of the team, what is broken first; nothing yet while they load. */
export function ControllersSection({ controllers }: { controllers?: readonly ControllerFieldsFragment[] }) {
  const room = useRoom();
  const [sought, setSought] = useState('');
  const [doomed, setDoomed] = useState<ControllerFieldsFragment>();
  const shown = worstFirst(matching(controllers ?? [], sought));
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(shown, { nouns: ['controller', 'controllers'], list });
  const rows = { controllers: pages.rows, onDelete: setDoomed };
  const find = (words: string) => {
    setSought(words);
    pages.startOver();
  };
  return (
    <chakra.section aria-labelledby="controllers">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3} minH={9}>
        <chakra.h2 id="controllers" textStyle="lg" fontWeight="semibold">
          Controllers
        </chakra.h2>
        {controllers && controllers.length > 1 && <StatusCounts controllers={controllers} />}
        {controllers && controllers.length > MANY && (
          <FindField label="Find a controller" value={sought} onChange={find} />
        )}
      </chakra.div>
      <chakra.div ref={list} borderWidth="1px" borderRadius="surface" bg="bg.panel" overflow="hidden">
        {!controllers && <SkeletonRows rows={3} />}
        {controllers?.length === 0 && <NoControllers />}
        {controllers && controllers.length > 0 && shown.length === 0 && (
          <chakra.p px={4} py={8} textAlign="center" color="fg.muted" overflowWrap="anywhere">
            No controller or site is called “{sought.trim()}”.
          </chakra.p>
        )}
        {shown.length > 0 &&
          (room === 'phone' ? (
            <ControllerList {...rows} />
          ) : (
            <ControllersTable {...rows} short={room === 'medium'} />
          ))}
      </chakra.div>
      {pages.pager}
      {doomed && <DeleteController controller={doomed} onClose={() => setDoomed(undefined)} />}
    </chakra.section>
  );
}

function NoControllers() {
  const looksOnly = useLooksOnly();
  return (
    <EmptyState
      icon={<Router size={32} strokeWidth={1.5} aria-hidden />}
      title="No controllers yet"
      action={
        !looksOnly && (
          <Button asChild>
            <Link to="/site-selector">Add Your First Controller</Link>
          </Button>
        )
      }
    >
      Connect a UniFi Site Manager key and each console appears here with its state, its devices and the time
      of the last reading.
    </EmptyState>
  );
}
