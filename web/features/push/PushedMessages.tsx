import { chakra } from '@chakra-ui/react';
import type { PushesQuery } from '#web/gql/graphql.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

type Message = PushesQuery['pushedMessages'][number];

/** The latest messages as they came, each text behind its line. They are kept for a day. */
export const PushedMessages = ({ messages }: { messages: readonly Message[] }) => (
  <chakra.section aria-labelledby="pushed">
    <chakra.h3 id="pushed" fontWeight="medium" mb={1}>
      What came in last
    </chakra.h3>
    {messages.length === 0 && (
      <chakra.p color="fg.muted">Nothing within the last day; what is older is not kept.</chakra.p>
    )}
    <chakra.ul listStyleType="none" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
      {messages.map(({ id, at, gist, body }) => (
        <chakra.li key={id} py={1.5}>
          <chakra.div display="flex" flexWrap="wrap" columnGap={3} justifyContent="space-between">
            <chakra.span
              minW={0}
              flex="1 1 12rem"
              overflowWrap="anywhere"
              color={gist ? undefined : 'fg.muted'}
            >
              {gist ?? 'A message without a line that says what it is about'}
            </chakra.span>
            <chakra.span color="fg.muted" textStyle="sm">
              <RelativeTime at={at} />
            </chakra.span>
          </chakra.div>
          <details>
            <chakra.summary
              textStyle="sm"
              color="fg.muted"
              cursor="pointer"
              w="fit-content"
              borderRadius="sm"
            >
              Raw text
            </chakra.summary>
            <chakra.pre
              mt={1}
              p={3}
              maxH={80}
              overflow="auto"
              tabIndex={0}
              borderRadius="control"
              bg="bg.muted"
              fontFamily="mono"
              textStyle="xs"
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
            >
              {body}
            </chakra.pre>
          </details>
        </chakra.li>
      ))}
    </chakra.ul>
  </chakra.section>
);
