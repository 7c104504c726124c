import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { Clock, type IconComponent, Mail, MapPin, Phone } from '#web/ui/icons.tsx';
import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { graphql } from '#web/gql/index.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { Form } from '#web/ui/Form.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { isIncomplete, messageRules, type MessageValues } from './contact-form.ts';

const ContactDetails = graphql(`
  query ContactDetails {
    contactDetails {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

const SubmitContact = graphql(`
  mutation SubmitContact($input: SubmitContactInput!) {
    submitContact(input: $input) {
      message
    }
  }
`);

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

/** The confirmation. It takes the focus from the removed button, so that screen readers announce it. */
function MessageSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { responseTime } = useOrganization();
  return (
    <Card as="section" aria-labelledby="sent" p={{ base: 5, md: 8 }}>
      <FocusOnMount>
        <chakra.h2 id="sent" textStyle="xl" fontWeight="semibold" display="flex" gap={2.5}>
          <chakra.span color="state.ok" mt="0.4rem">
            <StateIcon state="ok" size={14} />
          </chakra.span>
          Your message has arrived
        </chakra.h2>
        <Muted mt={2} overflowWrap="anywhere">
          We’ll reply to{' '}
          <chakra.b fontWeight="medium" color="fg">
            {email}
          </chakra.b>{' '}
          within {responseTime}.
        </Muted>
      </FocusOnMount>
      <chakra.div mt={6}>
        <Button variant="outline" onClick={onAgain}>
          Write another message
        </Button>
      </chakra.div>
    </Card>
  );
}

/** Other ways to reach the operator. Details that aren't set are left out. */
function WaysToReachUs() {
  const { data } = useQuery(ContactDetails);
  const { responseTime, phoneHours } = useOrganization();
  const { supportEmail, supportPhone, businessAddress } = data?.contactDetails ?? {};
  return (
    <chakra.section aria-labelledby="reach-us" minW={0}>
      <SectionTitle id="reach-us">Or reach us directly</SectionTitle>
      <chakra.dl mt={5} display="flex" flexDirection="column" gap={6}>
        {supportEmail && (
          <Way Icon={Mail} label="Email">
            <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
          </Way>
        )}
        {supportPhone && (
          <Way Icon={Phone} label="Phone" note={phoneHours}>
            <Link href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</Link>
          </Way>
        )}
        <Way Icon={Clock} label="Response time">
          {`Within ${responseTime}`}
        </Way>
        {businessAddress && (
          <Way Icon={MapPin} label="Address">
            {businessAddress}
          </Way>
        )}
      </chakra.dl>
    </chakra.section>
  );
}

const Way = (props: { Icon: IconComponent; label: string; note?: string; children: ReactNode }) => (
  <chakra.div display="grid" gridTemplateColumns="1.25rem minmax(0, 1fr)" columnGap={3}>
    <chakra.dt gridColumn={2} textStyle="sm" color="fg.muted">
      {props.label}
    </chakra.dt>
    <chakra.dd gridColumn={2} textStyle="lg" whiteSpace="pre-line" overflowWrap="anywhere">
      {props.children}
      {props.note && (
        <Hint as="span" display="block">
          {props.note}
        </Hint>
      )}
    </chakra.dd>
    <Muted as="span" aria-hidden gridColumn={1} gridRow={1} mt="1px">
      <props.Icon size={18} strokeWidth={1.75} />
    </Muted>
  </chakra.div>
);

const sentCheck = 'Your message may have been sent. What you typed is still here.';

/** Keeps what was typed until the message has been sent. */
function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useSession();
  const { responseTime } = useOrganization();
  const [submit] = useMutation(SubmitContact, { fetchPolicy: 'no-cache' });
  const trap = useRef<HTMLInputElement>(null);
  const send = async ({ name = '', email = '', subject = '', message = '' }: MessageValues) => {
    const website = trap.current?.value ?? '';
    const elapsed = sinceAsked();
    await submit({ variables: { input: { name, email, subject, message, website, elapsed } } });
    onSent(email.trim());
  };
  const sayWhatIsMissing = ({ target }: FormEvent) => {
    if (!isIncomplete(target as HTMLFormElement)) return;
    toast({
      title: 'Please fill in all fields',
      description: 'All fields are required to send your message.',
      type: 'error',
    });
  };
  const initial: MessageValues = {
    name: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
    subject: '',
    message: '',
  };
  return (
    <chakra.section aria-label="Write to us" minW={0} onSubmitCapture={sayWhatIsMissing}>
      <Form
        initial={initial}
        rules={messageRules}
        onSubmit={send}
        success={{
          title: 'Message Sent Successfully',
          description: `We’ll reply within ${responseTime}.`,
          type: 'success',
        }}
        failure={{ title: 'Error', fallback: 'Failed to send message. Please try again.', check: sentCheck }}
        alert
      >
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }}
          gap={4}
          alignItems="start"
        >
          <TextField name="name" label="Name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
        </chakra.div>
        <TextField name="subject" label="Subject" autoComplete="off" />
        <TextAreaField name="message" label="Message" rows={8} />
        <Trap fieldRef={trap} />
        <chakra.div mt={1} display="flex" flexDirection={{ base: 'column', sm: 'row' }} gap={4}>
          <SubmitButton size="lg">Send Message</SubmitButton>
        </chakra.div>
        <KeepMessage />
      </Form>
    </chakra.section>
  );
}

/**
 * Milliseconds since the page loaded: bots submit faster than people can read. Unknown for a page that the browser
 * restored with its input.
 */
function sinceAsked(): number | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page && page.type !== 'navigate' ? undefined : Math.round(performance.now());
}

/** Only the message counts as unsaved input, because a name and an address are quick to type again. */
function KeepMessage() {
  const { values, isSubmitting, resetForm } = useFormikContext<MessageValues>();
  return (
    <LeavePrompt
      losing={Boolean(values.message?.trim()) && !isSubmitting}
      title="Leave without sending?"
      confirmLabel="Discard message"
      onDiscard={() => resetForm()}
    >
      You haven’t sent this message yet.
    </LeavePrompt>
  );
}

/** A honeypot field that bots fill in. It's hidden from people and from keyboard navigation. */
const Trap = ({ fieldRef }: { fieldRef: Ref<HTMLInputElement> }) => (
  <chakra.div aria-hidden position="absolute" insetStart="-9999px" w="1px" h="1px" overflow="hidden">
    <label>
      Website
      <input ref={fieldRef} type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </chakra.div>
);
