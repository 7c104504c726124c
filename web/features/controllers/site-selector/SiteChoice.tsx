import { Button, chakra, Link, Skeleton } from '@chakra-ui/react';
import { useMutation, useQuery } from '@apollo/client/react';
import { Building2 } from '#web/ui/icons.tsx';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { readFragment, graphql } from '#web/gql/index.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField, MANY } from '#web/ui/FilterField.tsx';
import { Delayed } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { reasonOf, toastFailure, unexplained } from '../controller-lists.ts';
import { ControllerFields, Controllers, UpdateController } from '../controllers.gql.ts';
import { type Site, SiteCard } from './SiteCard.tsx';

export const Sites = graphql(`
  query Sites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
      deviceCount
      isSelected
    }
  }
`);

/** The sites that a controller can see. Selecting one goes back to the dashboard. */
export function SiteChoice({ controllerId }: { controllerId: string }) {
  const { data: list } = useQuery(Controllers);
  const controller = readFragment(ControllerFields, list?.controllers)?.find(({ id }) => id === controllerId);
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
            <RouterLink to="/user-dashboard">Back to Dashboard</RouterLink>
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
              <FilterField label="Find a site" value={sought} onChange={setSought} />
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
            <Muted py={8} textAlign="center" overflowWrap="anywhere">
              No sites match “{sought.trim()}”.
            </Muted>
          )}
        </>
      )}
    </>
  );
}

function NoSites({ onAgain }: { onAgain: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<Building2 size={32} strokeWidth={1.5} aria-hidden />}
        title="This key sees no sites"
        action={<Button onClick={onAgain}>Refresh</Button>}
      >
        Add a console to the UniFi account that owns the key, or make it an administrator of one. Each console
        then appears here as a site.
      </EmptyState>
    </Card>
  );
}

/** Placeholder cards until UniFi responds. */
function SiteSkeletons() {
  return (
    <Delayed>
      <chakra.div
        role="status"
        aria-label="Loading sites"
        display="grid"
        gap={3}
        gridTemplateColumns={{ base: '1fr', md: 'repeat(auto-fill, minmax(17rem, 1fr))' }}
      >
        {['60%', '45%', '70%'].map((width) => (
          <Card key={width} p={4}>
            <Skeleton h={4} style={{ width }} />
            <Skeleton h={3} w={20} mt={3} />
            <Skeleton h={3} w={40} mt={3} />
          </Card>
        ))}
      </chakra.div>
    </Delayed>
  );
}

const title = 'Failed to fetch sites';

type Props = { error: unknown; controllerId: string; again: () => void };

/** Why the sites couldn't be fetched, and what to do. */
function SitesFailure({ error, controllerId, again }: Props) {
  const { code, fields } = readServerError(error);
  const looksOnly = useLooksOnly();
  return (
    <Notice
      state="critical"
      title={title}
      action={
        <Button variant="outline" size="sm" onClick={again}>
          Retry
        </Button>
      }
    >
      {fields['apiKey'] ? (
        <>
          UniFi rejected this controller’s API key.{' '}
          {!looksOnly && (
            <Link asChild>
              <RouterLink to={`/integrations?edit=${controllerId}`}>Replace the key</RouterLink>
            </Link>
          )}
        </>
      ) : code === 'NOT_FOUND' ? (
        'We couldn’t find this controller. It may have been deleted.'
      ) : (
        (reasonOf(error) ?? `${unexplained} Monitoring isn’t affected.`)
      )}
    </Notice>
  );
}

/** Documented delay before going to the dashboard, in milliseconds. */
const REDIRECT_AFTER = 1_500;

/** Selects a site, confirms it, and then goes to the dashboard. `selecting` is the host ID being saved. */
function useSelectSite(controllerId: string) {
  const navigate = useNavigate();
  const [update] = useMutation(UpdateController);
  const [selecting, setSelecting] = useState<string>();
  const [chosen, setChosen] = useState<{ hostId: string }>();

  useEffect(() => {
    if (!chosen) return;
    const timer = setTimeout(() => void navigate('/user-dashboard'), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [chosen, navigate]);

  const send = async ({ hostId, hostName }: Site) => {
    setSelecting(hostId);
    try {
      const input = { selectedSiteId: hostId, selectedSiteName: hostName.slice(0, 200) };
      await update({ variables: { id: controllerId, input } });
      toast({ title: 'Site selected', description: `${hostName} is now monitored.`, type: 'success' });
      setChosen({ hostId });
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to select site',
        check: 'Reload the page to see which site is selected.',
      });
    } finally {
      setSelecting(undefined);
    }
  };
  return { select: (site: Site) => void send(site), selecting };
}
