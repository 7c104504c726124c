import { useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import type { SitesQuery } from '#web/gql/graphql.ts';
import { formatNumber } from '#web/lib/format.ts';
import { toast } from '#web/ui/toaster.tsx';
import { toastFailure } from '../controller-lists.ts';
import { devicesText, sitesText } from '../controller-state.ts';

export const SelectSites = graphql(`
  mutation SelectSites($id: ID!, $input: ControllerChanges!) {
    updateController(id: $id, input: $input) {
      ...ControllerFields
      selectedSiteIds
      selectedSiteNames
    }
  }
`);

/** A site that the key sees, or one that is still selected although it has left the account. */
export type Site = SitesQuery['sites'][number] & { isGone?: boolean };

/** The IDs of selected sites, or `null` for all. */
type Selection = readonly string[] | null;

/** Documented delay before going to the dashboard, in milliseconds. */
const REDIRECT_AFTER = 1_500;

/**
 * What is selected, and what has been ticked but not saved. A saved selection is confirmed, and then the dashboard opens.
 * @param saved undefined until it has been loaded
 */
export function useSiteChoice(controllerId: string, sites: readonly Site[], saved: Selection | undefined) {
  const [draft, setDraft] = useState<Selection>();
  const { save, saving, isLocked } = useSaving(controllerId, sites, () => setDraft(undefined));
  const selection = draft === undefined ? saved : draft;
  const isDirty = draft !== undefined && saved !== undefined && !isSame(draft, saved);
  const change = useCallback(
    (next: (before: Selection | undefined) => Selection) => {
      if (!isLocked()) setDraft(next);
    },
    [isLocked],
  );
  const tick = useCallback(
    (hostIds: readonly string[], isOn: boolean) =>
      change((before) => {
        const current = (before === undefined ? saved : before) ?? [];
        const changed = new Set(hostIds);
        return isOn
          ? [...new Set([...current, ...changed])]
          : current.filter((hostId) => !changed.has(hostId));
      }),
    [change, saved],
  );
  return {
    selection,
    isDirty,
    /** Ticking several sites. A card selects its site alone only while no more than one is monitored. */
    isPicking: isDirty || (saved ?? sites).length > 1,
    tick,
    tickAll: (isOn: boolean) => change(() => (isOn ? null : [])),
    discard: () => setDraft(undefined),
    save,
    /** The host ID being saved alone, or `true` for several. */
    saving,
  };
}

function isSame(one: Selection, other: Selection): boolean {
  if (one === null || other === null) return one === other;
  const ids = new Set(other);
  return one.length === other.length && one.every((hostId) => ids.has(hostId));
}

function useSaving(controllerId: string, sites: readonly Site[], onSaved: () => void) {
  const navigate = useNavigate();
  const [update] = useMutation(SelectSites);
  const [saving, setSaving] = useState<string | true>();
  const [isSaved, setSaved] = useState(false);
  // Stays locked after a save, so that a second click can't change what was just confirmed before the page leaves.
  const locked = useRef(false);
  const isLocked = useCallback(() => locked.current, []);

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => void navigate('/user-dashboard'), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [isSaved, navigate]);

  const send = async (selection: Selection) => {
    const [only, ...others] = selection ?? [];
    const alone = only !== undefined && others.length === 0 ? only : undefined;
    const site = sites.find(({ hostId }) => hostId === alone);
    locked.current = true;
    setSaving(alone ?? true);
    try {
      const input = site
        ? { selectedSiteId: site.hostId, selectedSiteName: site.hostName.slice(0, 200) }
        : { selectedSiteIds: selection && [...selection] };
      await update({ variables: { id: controllerId, input } });
      onSaved();
      toast({ ...wordsFor(selection, site), type: 'success' });
      setSaved(true);
    } catch (error) {
      locked.current = false;
      toastFailure(error, {
        title: site ? 'Failed to select site' : 'Failed to select sites',
        check: 'Reload the page to see what is selected.',
      });
    } finally {
      setSaving(undefined);
    }
  };
  return {
    save: (selection: Selection) => void (locked.current || send(selection)),
    saving,
    isLocked,
  };
}

function wordsFor(selection: Selection, site: Site | undefined) {
  if (site) return { title: 'Site selected', description: `${site.hostName} is now monitored.` };
  if (selection === null)
    return { title: 'All sites selected', description: 'Every site is now monitored, including new ones.' };
  return { title: 'Sites selected', description: `${sitesText(selection.length)} are now monitored.` };
}

/** "12 of 34 sites, 1,240 devices". Sites that UniFi didn't count are named, not guessed. */
export function summaryOf(sites: readonly Site[], selection: Selection): string {
  const ticked = new Set(selection);
  const chosen = selection === null ? sites : sites.filter(({ hostId }) => ticked.has(hostId));
  const listed = sites.filter(({ isGone }) => !isGone).length;
  const counted = chosen.filter(({ deviceCount }) => deviceCount != null);
  const devices = counted.reduce((sum, { deviceCount }) => sum + (deviceCount ?? 0), 0);
  const uncounted = chosen.length - counted.length;
  return [
    selection === null
      ? `All ${sitesText(listed)}`
      : `${formatNumber(chosen.length)} of ${sitesText(listed)}`,
    ...(counted.length > 0 || chosen.length === 0 ? [devicesText(devices)] : []),
    ...(uncounted > 0 ? [`${sitesText(uncounted)} not counted`] : []),
  ].join(', ');
}

/** How many sites would no longer be monitored. */
export function leftOut(sites: readonly Site[], saved: Selection, draft: Selection): number {
  if (draft === null) return 0;
  const before = saved ?? sites.map(({ hostId }) => hostId);
  const kept = new Set(draft);
  return before.filter((hostId) => !kept.has(hostId)).length;
}
