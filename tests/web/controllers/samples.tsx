import { useLocation } from 'react-router';
import { answer, refuse } from '#tests/support/render.tsx';
import { matching, statusOf } from '#web/features/controllers/controller-state.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/controllers/dashboard/ControllersSection.tsx';
import { OldestControllers } from '#web/features/metrics/SitesOverTime.tsx';
import type {
  AlertSeverity,
  ControllerFieldsFragment,
  DashboardSummaryQuery,
  SitesQuery,
} from '#web/gql/graphql.ts';

/** As the server answers: with the name of its type, by which the cache keeps it in one place. */
export const typed = <T extends object>(typeName: string, fields: T): T => ({
  __typename: typeName,
  ...fields,
});

/** A controller of the tests that is well, with what a test says otherwise. */
export const controller = (over: Partial<ControllerFieldsFragment> = {}): ControllerFieldsFragment =>
  typed('Controller', {
    id: 'head-office',
    name: 'Head Office',
    status: 'online',
    statusReason: null,
    needsNewKey: false,
    apiKeyTail: '9f3c',
    defaultCustomerId: null,
    version: '9.4.19',
    deviceCount: 45,
    totalSites: 2,
    lastSync: new Date(Date.now() - 3 * 60_000).toISOString(),
    selectedSiteId: 'site-of-head-office',
    selectedSiteName: 'Main Street',
    selectedSiteCount: over.selectedSiteId === null ? null : 1,
    overLimit: false,
    ...over,
  });

export const revoked = controller({
  id: 'retail',
  name: 'Retail',
  status: 'error',
  needsNewKey: true,
  statusReason:
    'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.',
});

export const disconnected = controller({
  id: 'campus',
  name: 'Campus',
  status: 'offline',
  statusReason: 'UniFi says that the console is disconnected.',
});

/** The server has these controllers: it lists them all, and finds pages of them in the order given. */
export function lists(...controllers: ControllerFieldsFragment[]): void {
  const counts = { offline: 0, error: 0, unknown: 0, pending: 0, unwatched: 0, online: 0 };
  for (const one of controllers) counts[statusOf(one)]++;
  const lastReading =
    controllers
      .flatMap(({ lastSync }) => lastSync ?? [])
      .toSorted()
      .at(-1) ?? null;
  answer(Controllers, { controllers });
  answer(OldestControllers, ({ first }) => ({ controllers: controllers.slice(0, first) }));
  answer(ControllerPage, ({ search, first, skip }) => {
    const found = matching(controllers, search ?? '');
    return {
      controllers: found.slice(skip, skip + first).map((one) => ({
        ...one,
        devices: typed('DeviceCounts', { offline: one.id === 'retail' ? 12 : 0 }),
      })),
      controllerCount: found.length,
      controllerStates: { ...counts, lastReading },
    };
  });
}

/** The server cannot list them. */
export const listsNothing = (): void =>
  [Controllers, ControllerPage].forEach((document) =>
    refuse(document, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }),
  );

/** The dashboard's figures, with what a test says otherwise. */
export const summary = (
  over: Partial<DashboardSummaryQuery['monitoringSummary']> = {},
  openAlertCount = 0,
  worst?: AlertSeverity,
): DashboardSummaryQuery => ({
  monitoringSummary: typed('MonitoringSummary', {
    totalDevices: 261,
    uncountedControllers: 0,
    onlineDevices: 248,
    offlineDevices: 10,
    impairedDevices: 0,
    unknownDevices: 3,
    transferredBytes: 2.41e12,
    uptimePercent: 99.87,
    measuredSince: new Date(Date.now() - 30 * 24 * 3_600_000).toISOString(),
    ...over,
  }),
  openAlertCount,
  worst: { nodes: worst ? [typed('Alert', { id: 'worst', severity: worst })] : [] },
});

export const nothingMeasured = summary({
  totalDevices: 0,
  uncountedControllers: 0,
  onlineDevices: 0,
  offlineDevices: 0,
  impairedDevices: 0,
  unknownDevices: 0,
  transferredBytes: null,
  uptimePercent: null,
  measuredSince: null,
});

export const site = (over: Partial<SitesQuery['sites'][number]> = {}): SitesQuery['sites'][number] =>
  typed('Site', {
    hostId: '70A7419783ED0000000006797F060000',
    hostName: 'Main Street',
    deviceCount: 45,
    isSelected: false,
    ...over,
  });

/** Where the person is, with what the address says after the path. */
export function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}
