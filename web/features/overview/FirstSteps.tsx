import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { graphql } from '#web/gql/index.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { CircleCheck } from '#web/ui/icons.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { touchRow } from '#web/ui/touch.ts';

export const FirstStepsQuery = graphql(`
  query FirstSteps {
    firstSteps {
      hasController
      hasChannel
      hasDelivered
      hasColleague
      isSilent
    }
  }
`);

/** Which of the first steps the team has done. Not requested for viewers, who can't do any. */
export function useFirstSteps() {
  const { user } = useSession();
  const skip = !mayChange(user);
  const { data, error } = useQuery(FirstStepsQuery, { fetchPolicy: 'cache-and-network', skip });
  return { data, isPending: !skip && !data && !error };
}

/** What a new team still has to do. It disappears once everything is done. */
export const FirstSteps = memo(function FirstSteps({ data }: Pick<ReturnType<typeof useFirstSteps>, 'data'>) {
  const { user } = useSession();
  if (!data) return null;
  const { hasController, hasChannel, hasDelivered, hasColleague } = data.firstSteps;
  const steps = [
    {
      isDone: hasController,
      title: 'Connect a controller',
      text: 'Paste an API key from UniFi Site Manager. Monitoring starts within a minute.',
      to: '/site-selector',
    },
    {
      isDone: hasChannel,
      title: 'Add a channel',
      text: 'Choose where alerts go: email, Slack, Teams, Discord or a webhook.',
      to: '/integrations#channels',
    },
    {
      isDone: hasDelivered,
      title: 'Send a test alert',
      text: 'See what a message looks like, and that it arrives.',
      to: '/integrations#channels',
    },
    ...(user?.teamRole === 'owner'
      ? [
          {
            isDone: hasColleague,
            title: 'Invite a colleague',
            text: 'Someone else sees alerts when you’re away.',
            to: '/team?invite',
          },
        ]
      : []),
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <chakra.section aria-labelledby="first-steps" mb={6}>
      <chakra.div display="flex" alignItems="baseline" gap={3} mb={2}>
        <SectionTitle id="first-steps">Get started</SectionTitle>
        <Hint>{`${done} of ${steps.length} done`}</Hint>
      </chakra.div>
      <Card>
        <DividedList>
          {steps.map(({ isDone, title, text, to }) => (
            <chakra.li
              key={title}
              position="relative"
              display="flex"
              alignItems="center"
              gap={3}
              px={4}
              py={2.5}
              minH={11}
            >
              <chakra.span color={isDone ? 'state.ok' : 'border.emphasized'} lineHeight={0}>
                {isDone ? (
                  <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
                ) : (
                  <chakra.svg aria-hidden boxSize="20px" viewBox="0 0 20 20">
                    <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="1.75" />
                  </chakra.svg>
                )}
              </chakra.span>
              <div>
                {isDone ? (
                  <chakra.span color="fg.muted">
                    {title}
                    <chakra.span srOnly> (done)</chakra.span>
                  </chakra.span>
                ) : (
                  <>
                    <Link asChild fontWeight="medium" css={touchRow}>
                      <RouterLink to={to}>{title}</RouterLink>
                    </Link>
                    <Hint>{text}</Hint>
                  </>
                )}
              </div>
            </chakra.li>
          ))}
        </DividedList>
      </Card>
    </chakra.section>
  );
});
