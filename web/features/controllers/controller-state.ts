import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateIcon.tsx';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { shorten } from '#web/lib/shorten.ts';

/** A status, or `unwatched` for a controller beyond the package's limit. */
type Status = ControllerFieldsFragment['status'] | 'unwatched';

/** How a status looks and reads. A console that is down and one that can't be read are different things. */
export const stateOf: Record<Status, { state: State; word: string }> = {
  offline: { state: 'critical', word: 'Offline' },
  error: { state: 'error', word: 'Error' },
  unknown: { state: 'unknown', word: 'Unknown' },
  pending: { state: 'unknown', word: 'Pending' },
  unwatched: { state: 'unknown', word: 'Not monitored' },
  online: { state: 'ok', word: 'Online' },
};

/** The state to show. A controller that isn't monitored doesn't show its last status. */
export const statusOf = ({
  status,
  overLimit,
}: Pick<ControllerFieldsFragment, 'status' | 'overLimit'>): Status => (overLimit ? 'unwatched' : status);

/** Background of a row with a problem. */
export const tintOf: Partial<Record<Status, string>> = {
  offline: 'state.critical.subtle',
  error: 'state.error.subtle',
};

const statuses = keysOf(stateOf);

/** How many controllers are in each state, worst first; states without any are left out. */
export const countsOf = (states: Record<Status, number>) =>
  statuses.map((status) => ({ status, count: states[status] })).filter(({ count }) => count > 0);

/** Total number of controllers. */
export const totalOf = (states: Record<Status, number>): number =>
  statuses.reduce((sum, status) => sum + states[status], 0);

/** Controllers whose name or site contains the search terms. */
export function matching(controllers: readonly ControllerFieldsFragment[], sought: string) {
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return controllers.filter(({ name, selectedSiteName }) => {
    const text = `${name} ${selectedSiteName ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

type Selection = Pick<ControllerFieldsFragment, 'selectedSiteName' | 'selectedSiteCount' | 'totalSites'>;

/** What a controller monitors: "Leeds Office", "3 of 12 sites", or "All sites" that its key can see. */
export function siteText({ selectedSiteName, selectedSiteCount, totalSites }: Selection): string {
  if (selectedSiteName != null) return selectedSiteName;
  if (selectedSiteCount == null) return 'All sites';
  const isPart = totalSites != null && totalSites >= selectedSiteCount;
  return isPart
    ? `${formatNumber(selectedSiteCount)} of ${sitesText(totalSites)}`
    : sitesText(selectedSiteCount);
}

/**
 * The choices for one of a controller's sites: those that it monitors, and the chosen one, which may no longer be among them.
 * @param name of the chosen site, if UniFi doesn't list it
 */
export function siteOptions(
  sites: readonly { hostId: string; hostName: string; isSelected: boolean }[],
  chosen: string,
  name?: string,
): { value: string; label: string }[] {
  const isPart = sites.some(({ isSelected }) => isSelected);
  const options = sites
    .filter(({ isSelected }) => isSelected || !isPart)
    .map(({ hostId, hostName }) => ({ value: hostId, label: hostName }));
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  const other = sites.find(({ hostId }) => hostId === chosen);
  const label = other ? `${other.hostName} (not monitored)` : name || shorten(chosen);
  return [...options, { value: chosen, label }];
}

/** "1 site", "1,240 sites". */
export const sitesText = (count: number): string => formatCount(count, 'site');

/** "1 device", "1,240 devices". */
export const devicesText = (count: number): string =>
  count === 1 ? '1 device' : `${formatNumber(count)} devices`;
