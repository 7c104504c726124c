import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { ContactForm } from './ContactForm.tsx';
import { MessageSent } from './MessageSent.tsx';
import { WaysToReachUs } from './WaysToReachUs.tsx';

/** Where a visitor writes to the operator, and how else the operator can be reached. */
export function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string>();
  const { responseTime } = useOrganization();
  return (
    <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} py={{ base: 10, md: 16 }}>
      <PageTitle>Contact</PageTitle>
      <chakra.header maxW="prose">
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }} fontWeight="semibold" textWrap="balance">
          Ask someone who runs networks
        </chakra.h1>
        <chakra.p mt={3} textStyle="lg" color="fg.muted" textWrap="pretty">
          {`A person reads every message and answers within ${responseTime}.`}
        </chakra.p>
      </chakra.header>
      <chakra.div
        mt={{ base: 8, md: 12 }}
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 38rem) minmax(0, 20rem)' }}
        columnGap={20}
        rowGap={12}
        alignItems="start"
      >
        {sentFrom ? (
          <MessageSent email={sentFrom} onAgain={() => setSentFrom(undefined)} />
        ) : (
          <ContactForm onSent={setSentFrom} />
        )}
        <WaysToReachUs />
      </chakra.div>
    </chakra.div>
  );
}
