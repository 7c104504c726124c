import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { StateIcon, type State } from '#web/ui/StateIcon.tsx';

type Props = {
  title: string;
  /** The outcome, as a shape beside the title. */
  state?: State;
  /** A line under the title. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** A narrow column for signed-out flows. Its links send no referrer. */
export function JoiningPage({ title, state, lead, children }: Props) {
  return (
    <chakra.section
      w="full"
      maxW="26rem"
      mx="auto"
      px={4}
      pt={{ base: 8, md: 16 }}
      pb={16}
      aria-labelledby="joining"
    >
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <chakra.h1 id="joining" textStyle="xl" fontWeight="semibold" display="flex" gap={2.5}>
        {state && (
          <chakra.span color={`state.${state}`} mt="0.4rem">
            <StateIcon state={state} size={14} />
          </chakra.span>
        )}
        {title}
      </chakra.h1>
      {lead && (
        <chakra.div mt={2} color="fg.muted" overflowWrap="anywhere">
          {lead}
        </chakra.div>
      )}
      {children && <chakra.div mt={6}>{children}</chakra.div>}
    </chakra.section>
  );
}
