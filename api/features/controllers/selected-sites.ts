import type { Controller } from './controller.entity.ts';

/** Maximum sites that can be selected one by one. Whoever has more monitors all of them, or adds a controller. */
export const mostSites = 1000;

/** Whether a controller monitors a site, by its `hostId`. */
export function watchedSites({
  selectedSiteIds,
}: Pick<Controller, 'selectedSiteIds'>): (hostId: string) => boolean {
  if (!selectedSiteIds) return () => true;
  const ids = new Set(selectedSiteIds);
  return (hostId) => ids.has(hostId);
}

interface NamedSite {
  hostId: string;
  name: string;
}

/** The selected sites, with the names that UniFi last listed. Empty if all are monitored. */
export function selectionOf({
  selectedSiteIds,
  selectedSiteNames,
}: Pick<Controller, 'selectedSiteIds' | 'selectedSiteNames'>): NamedSite[] {
  return (selectedSiteIds ?? []).map((hostId, at) => ({ hostId, name: selectedSiteNames?.[at] ?? hostId }));
}

/** Selects sites, or all of them with `null`. The fields for one site are only set if it is the only one. */
export function selectSites(controller: Controller, sites: readonly NamedSite[] | null): void {
  const only = sites?.length === 1 ? sites[0] : undefined;
  controller.selectedSiteIds = sites?.map(({ hostId }) => hostId) ?? null;
  controller.selectedSiteNames = sites?.map(({ name }) => name) ?? null;
  controller.selectedSiteId = only?.hostId ?? null;
  controller.selectedSiteName = only?.name ?? null;
}

/** What a response calls several selected sites, e.g. "Leeds Office and 2 more". */
export const severalSites = (first: string, count: number): string => `${first} and ${count - 1} more`;
