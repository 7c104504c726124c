import { useMutation, useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { Link } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { channelState } from '#web/features/notifications/delivery-words.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { ChannelStatesQuery, NotificationChannel } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
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

/** Warns about rules that notify no one, and offers to add the first active channel to them. `here` is true on the channels screen. */
export function SilentRules({ here = false }: { here?: boolean }) {
  const { rules } = useAlertRules();
  const { data } = useChannelStates();
  const [tell, { loading }] = useMutation(AddChannelToSilentRules);
  const looksOnly = useLooksOnly();
  if (!rules || !data) return null;
  const silentRules = rules.filter((rule) => isSilent(rule, data.integrations));
  const silent = silentRules.length;
  if (silent === 0) return null;
  const channel = channels.find((type) => integrationOf(type, data.integrations)?.isActive);
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
  const none = silentRules.every((rule) => rule.channels.length === 0) ? 'no channels' : 'no active channel';
  const title = silent === 1 ? `1 rule has ${none}` : `${silent} rules have ${none}`;
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

/** A rule's channels, with what is wrong with them, and as a warning if no one is notified. */
export function RuleChannels(props: { rule: FragmentType<typeof RuleChannelsFields> }) {
  const rule = readFragment(RuleChannelsFields, props.rule);
  const { data } = useQuery(ChannelStates);
  const now = useNowAfter([]);
  const words = (channel: NotificationChannel) => {
    const { state, word } = channelState(data && integrationOf(channel, data.integrations), now);
    const isWrong = data && (state === 'unknown' || state === 'critical' || state === 'error');
    return isWrong ? `${channelWords[channel]} (${word.toLowerCase()})` : channelWords[channel];
  };
  const named = rule.channels.map(words).join(', ') || NONE;
  return isSilent(rule, data?.integrations) ? <StatusDot state="warning" word={named} /> : named;
}

type Integrations = ChannelStatesQuery['integrations'];

const integrationOf = (channel: NotificationChannel, integrations: Integrations) =>
  integrations.find(({ type, madeFrom }) => type === channel && madeFrom == null);

/** A rule that notifies no one: none of its channels is on, and it opens no tickets. Unknown channels count as on. */
const isSilent = ({ channels, haloEnabled }: Pick<Rule, 'channels' | 'haloEnabled'>, known?: Integrations) =>
  !haloEnabled && !channels.some((channel) => !known || integrationOf(channel, known)?.isActive);
