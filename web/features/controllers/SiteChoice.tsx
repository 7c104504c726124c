import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FindField, MANY } from '#web/ui/FindField.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Controllers, Sites } from './controllers.gql.ts';
import { SiteCard } from './SiteCard.tsx';
import { SiteSkeletons } from './SiteSkeletons.tsx';
import { SitesFailure } from './SitesFailure.tsx';
import { useSelectSite } from './useSelectSite.ts';

/** The sites a controller can see; choosing one watches it and leads back to the dashboard. */
export function SiteChoice({ controllerId }: { controllerId: string }) {
  const { data: list } = useQuery(Controllers);
  const controller = list?.controllers.find(({ id }) => id === controllerId);
  const { data, error, loading, refetch } = useQuery(Sites, {
    variables: { controller: controllerId },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { select, selecting } = useSelectSite(controllerId);
  const looksOnly = useLooksOnly();
  const [sought, setSought] = useState('');
  const sites = data?.sites ?? [];
  const monitorsAll = controller && !controller.selectedSiteId && sites.length > 1;
  const shown = sites.filter(({ hostName }) =>
    hostName.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()),
  );
  const again = () => void refetch().catch(() => undefined);
  return (
    <>
      <PageHeader
        title="Select Site"
        description={
          <chakra.span overflowWrap="anywhere">
            {`Choose which site ${controller?.name ?? 'this controller'} monitors.`}
            {monitorsAll && ' Until you choose one, it monitors all of them.'}
          </chakra.span>
        }
        action={
          <Button asChild variant="outline">
            <Link to="/user-dashboard">Back to Dashboard</Link>
          </Button>
        }
      />
      {looksOnly && (
        <chakra.div mb={4}>
          <ViewerNote />
        </chakra.div>
      )}
      {error && <SitesFailure {...{ error, controllerId, again }} />}
      {!error && !data && loading && <SiteSkeletons />}
      {!error && data && sites.length === 0 && <NoSites onAgain={again} />}
      {!error && sites.length > 0 && (
        <>
          {sites.length > MANY && (
            <chakra.div display="flex" mb={3}>
              <FindField label="Find a site" value={sought} onChange={setSought} />
            </chakra.div>
          )}
          <chakra.ul
            listStyleType="none"
            display="grid"
            gap={3}
            gridTemplateColumns={{ base: '1fr', md: 'repeat(auto-fill, minmax(17rem, 1fr))' }}
          >
            {shown.map((site) => (
              <SiteCard
                key={site.hostId}
                site={site}
                isSelected={controller ? controller.selectedSiteId === site.hostId : site.isSelected}
                isBusy={selecting === site.hostId}
                onSelect={looksOnly ? undefined : () => selecting === undefined && select(site)}
              />
            ))}
          </chakra.ul>
          {shown.length === 0 && (
            <chakra.p py={8} textAlign="center" color="fg.muted" overflowWrap="anywhere">
              No site is called “{sought.trim()}”.
            </chakra.p>
          )}
        </>
      )}
    </>
  );
}

function NoSites({ onAgain }: { onAgain: () => void }) {
  return (
    <chakra.div borderWidth="1px" borderRadius="surface" bg="bg.panel">
      <EmptyState
        icon={<Building2 size={32} strokeWidth={1.5} aria-hidden />}
        title="This key sees no sites"
        action={<Button onClick={onAgain}>Look Again</Button>}
      >
        Add a console to the UniFi account that owns the key, or make it an administrator of one. Each console
        then appears here as a site.
      </EmptyState>
    </chakra.div>
  );
}
