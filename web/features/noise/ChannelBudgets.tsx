import { Button, chakra } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';

export const ChannelBudgetFields = graphql(`
  fragment ChannelBudgetFields on Noise {
    budgets {
      integrationId
      channel
      isActive
      messages
      budget
      isExceeded
    }
  }
`);

type Props = { noise: FragmentType<typeof ChannelBudgetFields> };

/** The channels that have sent more than their budgets this week. */
export function BudgetWarnings({ noise }: Props) {
  const exceeded = readFragment(ChannelBudgetFields, noise).budgets.filter(({ isExceeded }) => isExceeded);
  return exceeded.map(({ integrationId, channel, messages, budget }) => (
    <Notice
      key={integrationId}
      state="warning"
      title={`${channelNames[channel]} is over its budget this week`}
    >
      {`It has sent ${formatCount(messages, 'message')}. Its budget is ${formatNumber(budget ?? 0)}. Nothing is held back.`}
    </Notice>
  ));
}

/** What each channel has sent this week, and its budget. */
export function ChannelBudgets({ noise }: Props) {
  const { budgets } = readFragment(ChannelBudgetFields, noise);
  const looksOnly = useLooksOnly();
  return (
    <section aria-labelledby="budgets">
      <SectionHead>
        <div>
          <SectionTitle id="budgets">Budgets</SectionTitle>
          <Hint mt={0.5}>
            If a channel sends more messages in a week than its budget, you see a warning here and the owner
            gets one email. Nothing is held back.
          </Hint>
        </div>
      </SectionHead>
      <Card>
        {budgets.length === 0 && (
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap={3}
            p={4}
          >
            <Muted>Set up a channel first. It can then have a budget.</Muted>
            {!looksOnly && (
              <Button asChild size="sm" variant="outline">
                <RouterLink to="/integrations#channels">Set up a channel</RouterLink>
              </Button>
            )}
          </chakra.div>
        )}
        <DividedList aria-labelledby="budgets">
          {budgets.map(({ integrationId, channel, isActive, messages, budget }) => (
            <chakra.li
              key={integrationId}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap={3}
              px={4}
              py={2}
              minH={12}
              fontVariantNumeric="tabular-nums"
            >
              <chakra.span flex="1 1 8rem" minW={0}>
                {channelNames[channel]}
                {!isActive && <Muted as="span"> (off)</Muted>}
              </chakra.span>
              <Hint as="span" flex={{ base: '1 1 auto', sm: 'none' }} textAlign={{ sm: 'end' }}>
                {`${formatCount(messages, 'message')} this week · ${budget === null ? 'no budget' : `budget ${formatNumber(budget)}`}`}
              </Hint>
              {!looksOnly && (
                <Button asChild size="sm" variant="outline">
                  <RouterLink
                    to={`/integrations?channel=${channel}#channels`}
                    aria-label={`${budget === null ? 'Set' : 'Change'} budget of ${channelNames[channel]}`}
                  >
                    {budget === null ? 'Set budget' : 'Change'}
                  </RouterLink>
                </Button>
              )}
            </chakra.li>
          ))}
        </DividedList>
      </Card>
    </section>
  );
}
