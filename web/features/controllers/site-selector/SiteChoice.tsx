import { Button, chakra, Link, Skeleton, Spinner } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { Building2 } from '#web/ui/icons.tsx';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { readFragment, graphql } from '#web/gql/index.ts';
import type { SelectedSitesQuery } from '#web/gql/graphql.ts';
import { compareNames, formatNumber } from '#web/lib/format.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField, MANY } from '#web/ui/FilterField.tsx';
import { Delayed } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { reasonOf, unexplained } from '../controller-lists.ts';
import { ControllerFields, Controllers, SelectedSites } from '../controllers.gql.ts';
import { sitesText } from '../controller-state.ts';
import { AllSitesCard, SiteCard } from './SiteCard.tsx';
import { leftOut, summaryOf, useSiteChoice, type Site } from './useSiteChoice.ts';

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

const none: readonly Site[] = [];

/** The sites that a controller can see: selects one, several, or all of them. Then it goes back to the dashboard. */
export function SiteChoice({ controllerId }: { controllerId: string }) {
  const { data: list } = useQuery(Controllers);
  const controller = readFragment(ControllerFields, list?.controllers)?.find(({ id }) => id === controllerId);
  const asked = {
    variables: { controller: controllerId },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  } as const;
  const { data, error, loading, refetch } = useQuery(Sites, asked);
  const selected = useQuery(SelectedSites, asked);
  const selection = selected.data?.controller;
  const sites = useMemo(
    () => (data && selection ? [...goneFrom(data.sites, selection), ...inOrder(data.sites)] : none),
    [data, selection],
  );
  const looksOnly = useLooksOnly();
  const again = () => void Promise.allSettled([refetch(), selected.refetch()]);
  const failure = error ?? (selection ? undefined : selected.error);
  return (
    <>
      <PageHeader
        title="Select Site"
        description={
          <chakra.span overflowWrap="anywhere">
            {`Choose the sites that ${controller?.name ?? 'this controller'} monitors.`}
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
      {failure && <SitesFailure {...{ error: failure, controllerId, again }} />}
      {!failure && !(data && selection) && (loading || selected.loading) && <SiteSkeletons />}
      {!failure && data?.sites.length === 0 && <NoSites onAgain={again} />}
      {!failure && data && data.sites.length > 0 && selection && (
        <SitePicker {...{ controllerId, sites, saved: selection.selectedSiteIds ?? null, looksOnly }} />
      )}
    </>
  );
}

/** Long lists begin with what was selected, and are in order of name, so that a site is where people look for it. */
const inOrder = (sites: readonly Site[]): readonly Site[] =>
  sites.length > MANY
    ? sites.toSorted(
        (a, b) => Number(b.isSelected) - Number(a.isSelected) || compareNames(a.hostName, b.hostName),
      )
    : sites;

/** Selected sites that the key no longer sees. They stay selected until someone removes them. */
function goneFrom(
  sites: readonly Site[],
  { selectedSiteIds, selectedSiteNames }: NonNullable<SelectedSitesQuery['controller']>,
): Site[] {
  const seen = new Set(sites.map(({ hostId }) => hostId));
  const gone = { deviceCount: null, isSelected: true, isGone: true };
  return (selectedSiteIds ?? [])
    .map((hostId, at) => ({ ...gone, hostId, hostName: selectedSiteNames?.[at] ?? hostId }))
    .filter(({ hostId }) => !seen.has(hostId));
}

type PickerProps = {
  controllerId: string;
  sites: readonly Site[];
  saved: readonly string[] | null;
  looksOnly: boolean;
};

function SitePicker({ controllerId, sites, saved, looksOnly }: PickerProps) {
  const choice = useSiteChoice(controllerId, sites, saved);
  const { tick, save } = choice;
  const selection = choice.selection ?? null;
  const [sought, setSought] = useState('');
  const summary = useRef<HTMLParagraphElement>(null);
  const ticked = new Set(selection);
  const words = sought.trim().toLocaleLowerCase();
  const shown = sites.filter(({ hostName }) => hostName.toLocaleLowerCase().includes(words));
  const list = useRef<HTMLUListElement>(null);
  const pages = usePages(shown, { nouns: ['site', 'sites'], list });
  const onTick = useCallback((hostId: string, isOn: boolean) => tick([hostId], isOn), [tick]);
  const [replacing, setReplacing] = useState<{ by: Site; lost: Site }>();
  const chosen = (by: Site) => {
    const lost = sites.find(({ hostId }) => hostId !== by.hostId && ticked.has(hostId));
    if (lost) setReplacing({ by, lost });
    else save([by.hostId]);
  };
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  const onChoose = useCallback((site: Site) => latest.current(site), []);
  const found = words ? ` ${formatNumber(shown.length)} found` : '';
  const tickShown = (isOn: boolean) =>
    tick(
      shown.map(({ hostId }) => hostId),
      isOn,
    );
  return (
    <>
      {(sites.length > 1 || selection === null) && (
        <AllSitesCard
          sites={sites.filter(({ isGone }) => !isGone).length}
          isOn={selection === null}
          onTick={looksOnly ? undefined : choice.tickAll}
        />
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={2} mb={3} minH={9}>
        <Muted ref={summary} tabIndex={-1} outline="none" role="status" fontVariantNumeric="tabular-nums">
          {summaryOf(sites, selection)}
        </Muted>
        {!looksOnly && sites.length > 1 && (
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            <Button size="sm" variant="outline" disabled={shown.length === 0} onClick={() => tickShown(true)}>
              {words ? `Select${found}` : 'Select all'}
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={shown.length === 0}
              onClick={() => (words ? tickShown(false) : choice.tickAll(false))}
            >
              {words ? `Remove${found}` : 'Select none'}
            </Button>
          </chakra.div>
        )}
        {sites.length > MANY && (
          <FilterField
            label="Find a site"
            value={sought}
            onChange={(text) => {
              setSought(text);
              pages.startOver();
            }}
          />
        )}
      </chakra.div>
      <chakra.ul
        ref={list}
        aria-label="Sites"
        listStyleType="none"
        display="grid"
        gap={3}
        gridTemplateColumns={{ base: '1fr', md: 'repeat(auto-fill, minmax(17rem, 1fr))' }}
      >
        {pages.rows.map((site) => (
          <SiteCard
            key={site.hostId}
            site={site}
            isSelected={ticked.has(site.hostId)}
            isBusy={choice.saving === site.hostId && !choice.isDirty}
            onChoose={choice.isPicking || site.isGone ? undefined : onChoose}
            onTick={looksOnly ? undefined : onTick}
          />
        ))}
      </chakra.ul>
      {pages.pager}
      {shown.length === 0 && (
        <Muted py={8} textAlign="center" overflowWrap="anywhere">
          No sites match “{sought.trim()}”.
        </Muted>
      )}
      {choice.isDirty && (
        <SaveSites
          isSaving={choice.saving !== undefined}
          leftOut={leftOut(sites, saved, selection)}
          onSave={() => save(selection)}
          onDiscard={() => {
            choice.discard();
            // This button disappears, so the focus moves on.
            summary.current?.focus();
          }}
        />
      )}
      {replacing && (
        <ConfirmDialog
          open
          onClose={() => setReplacing(undefined)}
          onConfirm={() => {
            setReplacing(undefined);
            save([replacing.by.hostId]);
          }}
          title={`Monitor ${replacing.by.hostName} instead?`}
          confirmLabel={`Monitor ${replacing.by.hostName}`}
        >
          {`${replacing.lost.hostName} will no longer be monitored, and its open alerts will end. To monitor both, tick their boxes.`}
        </ConfirmDialog>
      )}
      <LeavePrompt
        losing={choice.isDirty && choice.saving === undefined}
        title="Leave without saving?"
        confirmLabel="Discard changes"
        onDiscard={choice.discard}
      >
        The sites you ticked haven’t been saved.
      </LeavePrompt>
    </>
  );
}

type SaveProps = { isSaving: boolean; leftOut: number; onSave: () => void; onDiscard: () => void };

/** Stays in view while something is ticked but not saved. */
function SaveSites({ isSaving, leftOut, onSave, onDiscard }: SaveProps) {
  return (
    <Card
      role="group"
      aria-label="Unsaved selection"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={3}
      rowGap={2}
      position="sticky"
      bottom={{ base: 2, md: 4 }}
      zIndex={2}
      mt={4}
      px={4}
      py={3}
      boxShadow="floating"
    >
      <Button aria-disabled={isSaving || undefined} onClick={() => !isSaving && onSave()}>
        {isSaving && <Spinner size="sm" borderColor="currentColor" borderTopColor="transparent" />}
        Save Changes
      </Button>
      <Button variant="outline" onClick={onDiscard}>
        Discard
      </Button>
      <Hint as="span" role="status">
        {leftOut === 0
          ? 'Not saved yet'
          : `Not saved yet. Open alerts of the ${leftOut === 1 ? 'site' : sitesText(leftOut)} you leave out will end.`}
      </Hint>
    </Card>
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
