import { useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { channels, channelWords } from '../alert-words.ts';
import type { Rule } from './rule-form.ts';
import { useAlertRules } from './useAlertRules.ts';

export const AddChannelToSilentRules = graphql(`
  mutation AddChannelToSilentRules($channel: NotificationChannel!) {
    addChannelToSilentRules(channel: $channel) {
      ...AlertRuleFields
    }
  }
`);

/** Warns about rules without channels, and offers to add the first active channel to them. `here` is true on the channels screen. */
export function SilentRules({ here = false }: { here?: boolean }) {
  const { rules } = useAlertRules();
  const { data } = useChannelStates();
  const [tell, { loading }] = useMutation(AddChannelToSilentRules);
  const looksOnly = useLooksOnly();
  const silent = rules?.filter(isSilent).length ?? 0;
  if (silent === 0 || !data) return null;
  const channel = channels.find((type) =>
    data.integrations.some((one) => one.type === type && one.madeFrom == null && one.isActive),
  );
  const tellBy = async (by: typeof channel & string) => {
    try {
      const told = (await tell({ variables: { channel: by } })).data?.addChannelToSilentRules.length ?? 0;
      const some = told === 1 ? '1 rule now notifies' : `${told} rules now notify`;
      toast({ title: `${some} you through ${channelWords[by]}`, type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update failed',
        check: 'Reload the page to see whether the rules were updated.',
      });
    }
  };
  const title = silent === 1 ? '1 rule has no channels' : `${silent} rules have no channels`;
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
      Use {channelWords[channel]} for {silent === 1 ? 'it' : 'them'}
    </Button>
  );
  return (
    <Notice
      state="warning"
      title={`${title}, so no one is notified.`}
      action={!looksOnly && (tellThem ?? setUp)}
    />
  );
}

/** The channels, and whether the list below has to wait for them, because rules without one get a notice above it. */
export function useChannelStates() {
  const { data, error } = useQuery(ChannelStates, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  return { data, isPending: !data && !error };
}

const NONE = 'No channels configured';

export const RuleChannelsFields = graphql(`
  fragment RuleChannelsFields on AlertRule {
    channels
    haloEnabled
  }
`);

/** A rule's channels, or a warning if it has none. */
export function RuleChannels(props: { rule: FragmentType<typeof RuleChannelsFields> }) {
  const rule = readFragment(RuleChannelsFields, props.rule);
  if (isSilent(rule)) return <StatusDot state="warning" word={NONE} />;
  return rule.channels.map((channel) => channelWords[channel]).join(', ') || NONE;
}

/** A rule that notifies no one: it has no channels and opens no tickets. */
const isSilent = ({ channels, haloEnabled }: Pick<Rule, 'channels' | 'haloEnabled'>): boolean =>
  channels.length === 0 && !haloEnabled;
