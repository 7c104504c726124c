import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** One step of the argument: what is claimed, and below it what shows that it is so. */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      w="full"
      maxW="content"
      mx="auto"
      px={{ base: 4, md: 8 }}
      py={{ base: 14, md: 20 }}
    >
      <chakra.h2 id={id} textStyle={{ base: '2xl', md: '3xl' }} maxW="44rem" textWrap="balance">
        {title}
      </chakra.h2>
      {lead && (
        <chakra.p mt={3} textStyle="lg" color="fg.muted" maxW="prose" textWrap="pretty">
          {lead}
        </chakra.p>
      )}
      <chakra.div mt={{ base: 8, md: 10 }}>{children}</chakra.div>
    </chakra.section>
  );
}
