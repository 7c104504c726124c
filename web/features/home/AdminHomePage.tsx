import { chakra, Stack } from '@chakra-ui/react';
import { ArrowRight } from '#web/ui/icons.tsx';
import { Link } from 'react-router';
import { PlatformFigures } from '#web/features/analytics/PlatformFigures.tsx';
import { PurchasingSwitch } from '#web/features/billing/PurchasingSwitch.tsx';
import { RecentUsers } from '#web/features/users/RecentUsers.tsx';
import { inOrder } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';

const places = [
  {
    to: '/user-dashboard',
    label: 'User dashboard',
    about: 'Controllers and their metrics, as customers see them.',
  },
  { to: '/alerts', label: 'Alerts', about: 'Open alerts, and the rules that raise them.' },
  { to: '/integrations', label: 'API integrations', about: 'Connect a UniFi Site Manager account.' },
];

/** The administrator's home: what needs a person, figures, recent users, and links. */
export function AdminHomePage() {
  return (
    <>
      <PageHeader
        title="Administration"
        description="Platform health, recent users, and the product as customers see it."
      />
      <Stack gap={8} css={inOrder}>
        <NeedsAttention />
        <PlatformFigures>
          <dt>
            <chakra.span srOnly>Purchasing</chakra.span>
          </dt>
          <dd>
            <PurchasingSwitch />
          </dd>
        </PlatformFigures>
        <RecentUsers />
        <Places />
      </Stack>
    </>
  );
}

function Places() {
  return (
    <chakra.section aria-labelledby="places">
      <SectionTitle id="places" mb={3}>
        As customers see it
      </SectionTitle>
      <DividedList maxW="prose" borderWidth="1px" borderRadius="surface" bg="bg.panel" overflow="hidden">
        {places.map(({ to, label, about }) => (
          <li key={to}>
            <chakra.span
              asChild
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              gap={4}
              px={4}
              py={3}
              _hover={{ bg: 'bg.subtle' }}
              _focusVisible={{ outlineOffset: '-2px' }}
            >
              <Link to={to}>
                <span>
                  <chakra.span display="block" fontWeight="medium">
                    {label}
                  </chakra.span>
                  <Muted as="span" display="block">
                    {about}
                  </Muted>
                </span>
                <chakra.span color="fg.subtle" flexShrink={0}>
                  <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
                </chakra.span>
              </Link>
            </chakra.span>
          </li>
        ))}
      </DividedList>
    </chakra.section>
  );
}
