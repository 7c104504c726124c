import { Button, chakra } from '@chakra-ui/react';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { Said } from '#web/ui/Said.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';

/** That it has arrived. Its words get the focus that the button had, so that they are read out. */
export function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { responseTime } = useOrganization();
  return (
    <chakra.section
      aria-labelledby="sent"
      p={{ base: 5, md: 8 }}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
    >
      <Said>
        <chakra.h2 id="sent" textStyle="xl" fontWeight="semibold" display="flex" gap={2.5}>
          <chakra.span color="state.ok" mt="0.4rem">
            <StateShape state="ok" size={14} />
          </chakra.span>
          Your message has arrived
        </chakra.h2>
        <chakra.p mt={2} color="fg.muted" overflowWrap="anywhere">
          We answer to{' '}
          <chakra.b fontWeight="medium" color="fg">
            {email}
          </chakra.b>{' '}
          within {responseTime}.
        </chakra.p>
      </Said>
      <chakra.div mt={6}>
        <Button variant="outline" onClick={onAgain}>
          Write another message
        </Button>
      </chakra.div>
    </chakra.section>
  );
}
