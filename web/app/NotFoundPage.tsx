import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink, useLocation } from 'react-router';
import { Wordmark } from '#web/ui/Mark.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Muted } from '#web/ui/text.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <chakra.main minH="100dvh" display="flex" flexDirection="column" px={{ base: 4, md: 8 }} py={6}>
      <PageTitle>Page not found</PageTitle>
      <chakra.header color="fg">
        <Wordmark />
      </chakra.header>
      <chakra.div my="auto" mx="auto" width="full" maxW="prose" py={12}>
        <chakra.h1 textStyle="2xl" fontWeight="semibold">
          Page not found
        </chakra.h1>
        <Muted mt={2}>This page route was not found in the router configuration.</Muted>
        <chakra.dl
          mt={6}
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          overflow="hidden"
          css={{ '& > div + div': { borderTopWidth: '1px' } }}
        >
          <Fact name="Path" value={pathname} />
          <Fact name="Full URL" value={window.location.href} />
        </chakra.dl>
        <chakra.p mt={6}>
          <Link asChild>
            <RouterLink to="/">Go to the home page</RouterLink>
          </Link>
        </chakra.p>
      </chakra.div>
    </chakra.main>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <chakra.div display="flex" gap={4} px={4} py={2.5}>
      <chakra.dt color="fg.muted" flexShrink={0} w={16}>
        {name}
      </chakra.dt>
      <chakra.dd fontFamily="mono" textStyle="sm" overflowWrap="anywhere" minW={0}>
        {value}
      </chakra.dd>
    </chakra.div>
  );
}
