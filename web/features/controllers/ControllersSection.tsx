import { Button, chakra } from '@chakra-ui/react';
import { Router } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { PAGE } from '#web/lib/table-address.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MANY } from '#web/ui/FindField.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { ControllerList } from './ControllerList.tsx';
import { ControllersTable } from './ControllersTable.tsx';
import { StatusCounts } from './StatusCounts.tsx';
import type { ControllerPages } from './useControllerPage.ts';

const DeleteController = lazyDialog(() => import('./DeleteController.tsx').then((m) => m.DeleteController));

/** The controllers of the team, what is broken first; nothing yet while they load. */
export function ControllersSection({ pages }: { pages: ControllerPages }) {
  const { controllers, count, total = 0, states, search, searching, page } = pages;
  const room = useRoom();
  const [doomed, setDoomed] = useState<ControllerFieldsFragment>();
  const list = useRef<HTMLDivElement>(null);
  const rows = { controllers: controllers ?? [], onDelete: setDoomed };
  const isThere = rows.controllers.length > 0;
  return (
    <chakra.section aria-labelledby="controllers">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={4} rowGap={2} mb={3} minH={9}>
        <chakra.h2 id="controllers" textStyle="lg" fontWeight="semibold">
          Controllers
        </chakra.h2>
        {states && total > 1 && <StatusCounts states={states} />}
        {total > MANY && (
          <SearchField label="Find a controller" value={search} onSearch={pages.find} searching={searching} />
        )}
      </chakra.div>
      <Results
        ref={list}
        searching={searching && isThere}
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
        overflow="hidden"
      >
        {(!controllers || (searching && !isThere)) && <SkeletonRows rows={3} />}
        {controllers && total === 0 && <NoControllers />}
        {total > 0 && count === 0 && !searching && (
          <chakra.p px={4} py={8} textAlign="center" color="fg.muted" overflowWrap="anywhere">
            No controller or site is called “{search}”.
          </chakra.p>
        )}
        {isThere &&
          (room === 'phone' ? (
            <ControllerList {...rows} />
          ) : (
            <ControllersTable {...rows} short={room === 'medium'} />
          ))}
      </Results>
      {count > PAGE && (
        <Pager {...{ page, count, list }} nouns={['controller', 'controllers']} onPage={pages.setPage} />
      )}
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
