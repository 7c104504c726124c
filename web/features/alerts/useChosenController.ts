import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useAddress } from '#web/lib/useAddress.ts';
import { AlertControllers } from './alerts.gql.ts';
import type { AlertController } from './ControllerSelect.tsx';

/** Where the last choice waits for the next visit in this tab; the address says it while the person is here. */
const LAST_CHOICE = 'alerts-controller';

/** The controllers that have a site to look at, and the one that is looked at: chosen, last used, or the first. */
export function useChosenController(): {
  controllers?: readonly AlertController[];
  chosen?: AlertController;
  choose: (id: string) => void;
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const { data, error, refetch } = useQuery(AlertControllers);
  const [wanted, choose] = useAddress('controller');
  const controllers = data?.controllers.filter(hasSite);
  const byId = (id: string | null | undefined) => controllers?.find((controller) => controller.id === id);
  const chosen = byId(wanted) ?? byId(sessionStorage.getItem(LAST_CHOICE)) ?? controllers?.[0];

  const id = chosen?.id;
  useEffect(() => {
    if (!id) return;
    sessionStorage.setItem(LAST_CHOICE, id);
    if (id !== wanted) choose(id);
  }, [id, wanted, choose]);
  return { controllers, chosen, choose, error, refetch };
}

const hasSite = ({ selectedSiteId, selectedSiteName }: AlertController): boolean =>
  Boolean(selectedSiteId && selectedSiteName);
