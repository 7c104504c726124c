import { useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ChannelStandings } from '#web/features/notifications/notifications.gql.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { TellSilentRules } from './alerts.gql.ts';
import { isSilent } from './silent-rules.ts';
import { useAlertRules } from './useAlertRules.ts';
import { channels, channelWords } from './words.ts';

/** Says that some rules tell nobody, and has them tell by the first channel that is switched on. `here`: among channels. */
export function SilentRules({ here = false }: { here?: boolean }) {
  const { rules } = useAlertRules();
  const { data } = useQuery(ChannelStandings, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const [tell, { loading }] = useMutation(TellSilentRules);
  const looksOnly = useLooksOnly();
  const silent = rules?.filter(isSilent).length ?? 0;
  if (silent === 0 || !data) return null;
  const channel = channels.find((type) =>
    data.integrations.some((one) => one.type === type && one.madeFrom == null && one.isActive),
  );
  const tellBy = async (by: typeof channel & string) => {
    try {
      const told = (await tell({ variables: { channel: by } })).data?.tellSilentRules.length ?? 0;
      const some = told === 1 ? '1 rule tells' : `${told} rules tell`;
      toast({ title: `${some} by ${channelWords[by]} from now on`, type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the rules were updated.',
      });
    }
  };
  const title = silent === 1 ? '1 rule names no channel' : `${silent} rules name no channel`;
  const setUp = !here && (
    <Button size="sm" variant="outline" asChild>
      <Link to="/integrations#channels">Set up a channel</Link>
    </Button>
  );
  const tellThem = channel && (
    <Button
      size="sm"
      variant="outline"
      aria-disabled={loading || undefined}
      onClick={() => !loading && void tellBy(channel)}
    >
      {silent === 1 ? 'Tell' : 'Tell them'} by {channelWords[channel]}
    </Button>
  );
  return (
    <Notice state="warning" title={`${title}: nobody is told.`} action={!looksOnly && (tellThem ?? setUp)} />
  );
}
