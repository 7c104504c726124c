import { chakra, Skeleton } from '@chakra-ui/react';
import { AfterPatience } from '#web/ui/Loading.tsx';

/** The shape of the cards before UniFi has answered. */
export function SiteSkeletons() {
  return (
    <AfterPatience>
      <chakra.div
        role="status"
        aria-label="Loading sites"
        display="grid"
        gap={3}
        gridTemplateColumns={{ base: '1fr', md: 'repeat(auto-fill, minmax(17rem, 1fr))' }}
      >
        {['60%', '45%', '70%'].map((width) => (
          <chakra.div key={width} p={4} borderWidth="1px" borderRadius="surface" bg="bg.panel">
            <Skeleton h={4} style={{ width }} />
            <Skeleton h={3} w={20} mt={3} />
            <Skeleton h={3} w={40} mt={3} />
          </chakra.div>
        ))}
      </chakra.div>
    </AfterPatience>
  );
}
