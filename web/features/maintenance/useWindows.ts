import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { graphql, readFragment } from '#web/gql/index.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import type { Window } from './window-words.ts';

export const MaintenanceWindowFields = graphql(`
  fragment MaintenanceWindowFields on MaintenanceWindow {
    id
    name
    controllerId
    siteId
    siteName
    deviceMac
    deviceName
    customerIds
    tags
    limitedTo
    places {
      siteId
      siteName
      deviceMac
      deviceName
    }
    repeats
    timeZone
    startsAt
    minutes
    weekdays
    lastDay
    endedAt
    createdBy
    activeUntil
    nextStart
    nextEnd
  }
`);

export const MaintenanceWindows = graphql(`
  query MaintenanceWindows {
    maintenanceWindows {
      ...MaintenanceWindowFields
    }
  }
`);

export const CreateMaintenanceWindow = graphql(`
  mutation CreateMaintenanceWindow($input: MaintenanceWindowInput!) {
    createMaintenanceWindow(input: $input) {
      ...MaintenanceWindowFields
    }
  }
`);

export const EndMaintenanceWindow = graphql(`
  mutation EndMaintenanceWindow($id: ID!) {
    endMaintenanceWindow(id: $id) {
      ...MaintenanceWindowFields
    }
  }
`);

export const MaintenanceControllers = graphql(`
  query MaintenanceControllers {
    controllers {
      id
      name
      selectedSiteId
      selectedSiteName
    }
  }
`);

/** The team's windows, refetched when one begins or ends, and the current time in milliseconds since 1970. */
export function useWindows(): {
  windows?: readonly Window[];
  error?: unknown;
  refetch: () => Promise<unknown>;
  now: number;
} {
  const { data, error, refetch } = useQuery(MaintenanceWindows, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const client = useApolloClient();
  const windows = data && readFragment(MaintenanceWindowFields, data.maintenanceWindows);
  const now = useNowAfter((windows ?? []).flatMap((one) => [one.activeUntil, one.nextStart, one.nextEnd]));
  const asked = useRef(now);
  useEffect(() => {
    if (asked.current === now) return;
    asked.current = now;
    const ask = () => client.query({ query: MaintenanceWindows, fetchPolicy: 'network-only' });
    void inBackground(ask).catch(() => undefined);
  }, [now, client]);
  return { windows, error, refetch, now };
}

/** Ends an active window, and says so. */
export function useEndWindow() {
  const [mutate, { loading: isEnding }] = useMutation(EndMaintenanceWindow);
  /** @returns whether it has ended */
  const end = async (id: string): Promise<boolean> => {
    try {
      await mutate({ variables: { id } });
    } catch (error) {
      toastFailure(error, {
        title: 'Maintenance window not ended',
        check: 'Reload the page to see whether the window was ended.',
      });
      return false;
    }
    toast({
      title: 'Maintenance window ended',
      description: 'Notifications about open alerts have resumed.',
      type: 'success',
    });
    return true;
  };
  return { end, isEnding };
}
