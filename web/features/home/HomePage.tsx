import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { SiteField } from '#web/ui/SiteField.tsx';

/** The front page: what this is, and the way in. */
export function HomePage() {
  return (
    <chakra.div flex={1} display="flex" flexDirection="column">
      <title>Netlantern</title>
      <chakra.section
        w="full"
        maxW="content"
        mx="auto"
        px={{ base: 4, md: 8 }}
        pt={{ base: 14, md: 24 }}
        pb={{ base: 10, md: 16 }}
      >
        <chakra.h1
          textStyle={{ base: '3xl', md: '4xl' }}
          fontWeight="semibold"
          maxW="48rem"
          textWrap="balance"
        >
          Netlantern
          <chakra.span display="block" color="fg.muted">
            shows what breaks, the moment it breaks.
          </chakra.span>
        </chakra.h1>
        <chakra.p mt={5} textStyle="lg" color="fg.muted" maxW="36rem">
          It watches your UniFi consoles, sites and devices, and puts on one screen what is wrong, since when,
          and how bad.
        </chakra.p>
        <Button asChild size="lg" mt={8}>
          <Link to="/auth">Sign in</Link>
        </Button>
      </chakra.section>
      <chakra.div flex={1} minH={56} bg="#0b1120" borderTopWidth="1px" overflow="hidden" position="relative">
        <chakra.div position="absolute" inset={0}>
          <SiteField label="AP Lobby offline since 14:02 (12 min)" />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}
