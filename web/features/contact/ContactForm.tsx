import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useRef, type FormEvent, type Ref } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { useOrganization } from '#web/features/organization/useOrganization.ts';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { isIncomplete, messageRules, type MessageValues } from './contact-form.ts';
import { SubmitContact } from './contact.gql.ts';

const sentCheck = 'Your message may have been sent. What you typed is still here.';

/** A message to the operator. What was typed stays until it has arrived. */
export function ContactForm({ onSent }: { onSent: (email: string) => void }) {
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
          description: `We answer within ${responseTime}.`,
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
 * Milliseconds since the page was asked for: whoever sends faster than anybody reads is no person. Nothing is known of a
 * page that came again with what was typed in it before.
 */
function sinceAsked(): number | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page && page.type !== 'navigate' ? undefined : Math.round(performance.now());
}

/** Nobody types a message twice; a name and an address are soon there again. */
function KeepMessage() {
  const { values, isSubmitting, resetForm } = useFormikContext<MessageValues>();
  return (
    <AskBeforeLeaving
      losing={Boolean(values.message?.trim()) && !isSubmitting}
      title="Leave without sending?"
      confirmLabel="Discard message"
      onDiscard={() => resetForm()}
    >
      What you wrote here is not sent yet.
    </AskBeforeLeaving>
  );
}

/** A field that robots fill in; people neither see it nor get to it. */
const Trap = ({ fieldRef }: { fieldRef: Ref<HTMLInputElement> }) => (
  <chakra.div aria-hidden position="absolute" insetStart="-9999px" w="1px" h="1px" overflow="hidden">
    <label>
      Website
      <input ref={fieldRef} type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </chakra.div>
);
