import { useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#web/ui/toaster.tsx';
import { toastFailure } from './changes.ts';
import { UpdateController } from './controllers.gql.ts';
import type { Site } from './SiteCard.tsx';

/** Between marking the chosen site and going on, in milliseconds, as documented. */
const REDIRECT_AFTER = 1_500;

/** Selects a site, says so, and goes to the dashboard a moment later; `selecting` is the host id on its way. */
export function useSelectSite(controllerId: string) {
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
