import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as To, useSearchParams } from 'react-router';
import { JoiningPage } from '#web/features/auth/JoiningPage.tsx';
import { SteadyFields } from '#web/features/auth/SteadyFields.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { PriceList } from '#web/features/packages/packages.gql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { failureWords, readServerError } from '#web/lib/server-errors.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { FocusOnMount } from '#web/ui/FocusOnMount.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { dismissToast, toast, type Toast } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { PackageFields } from '#web/features/packages/package-words.ts';

const JoinWaitlist = graphql(`
  mutation JoinWaitlist($input: JoinWaitlistInput!) {
    joinWaitlist(input: $input) {
      message
    }
  }
`);

/**
 * Joins the waitlist of a package. Its name is read from the price list, because anyone can write the one in the
 * address.
 */
export function WaitlistPage() {
  const [params] = useSearchParams();
  const packageId = params.get('packageId')?.trim();
  const packageName = params.get('packageName')?.trim();
  const [joined, setJoined] = useState<string>();
  const { data } = useQuery(PriceList, { skip: !packageId || !packageName });
  if (!packageId || !packageName) return <InvalidRequest />;
  // If the price list can't be loaded, the server still validates what is sent.
  const name = data
    ? readFragment(PackageFields, data.packages).find(({ id }) => id === packageId)?.name
    : packageName;
  if (!name) return <InvalidRequest />;
  if (joined) return <Joined email={joined} packageName={name} />;
  return <Join packageId={packageId} packageName={name} onJoined={setJoined} />;
}

const InvalidRequest = () => (
  <JoiningPage
    title="Invalid Request"
    state="warning"
    lead="Package information not found. Choose a package first."
  >
    <ViewPackages primary />
  </JoiningPage>
);

type Props = { packageId: string; packageName: string; onJoined: (email: string) => void };

function Join({ packageId, packageName, onJoined }: Props) {
  const { user } = useSession();
  const [join] = useMutation(JoinWaitlist);
  const send = async ({ email }: { email: string }) => {
    dismissToast();
    try {
      await join({ variables: { input: { email, packageId, packageName } } });
    } catch (error) {
      const refused = refusalOf(error);
      toast(refused);
      // Only errors of the address appear under its field. Others only show as a toast.
      if (readServerError(error).fields['email']) throw error;
      return;
    }
    toast({ title: 'Added to waitlist!', description: told, type: 'success' });
    onJoined(email.trim());
  };
  return (
    <JoiningPage
      title="Join the waitlist"
      lead={
        <>
          Registration for <Strong>{packageName}</Strong> is currently limited. Leave your email address and
          we’ll email you when it opens.
        </>
      }
    >
      <Form
        initial={{ email: user?.email ?? '' }}
        rules={rules}
        onSubmit={send}
        failure={{ title: 'Error', fallback: 'Failed to join waitlist' }}
      >
        <SteadyFields>
          <TextField name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
        </SteadyFields>
        <SubmitButton width="full">Join waitlist</SubmitButton>
      </Form>
      <Hint mt={3}>We’ll only email you about the opening. Every email has an unsubscribe link.</Hint>
      <Muted mt={6} textAlign="center">
        <Link asChild>
          <To to="/packages">View Packages</To>
        </Link>
      </Muted>
    </JoiningPage>
  );
}

const told = "We'll notify you when registration opens.";

/** The schema's rule for the email address. The package comes from the page's address. */
const rules = yupFor('JoinWaitlistInput').pick(['email']);

/** The confirmation. */
function Joined({ email, packageName }: { email: string; packageName: string }) {
  return (
    <JoiningPage
      title="You’re on the waitlist"
      state="ok"
      lead={
        <FocusOnMount>
          We’ll email <Strong>{email}</Strong> when registration for <Strong>{packageName}</Strong> opens.
        </FocusOnMount>
      }
    >
      <ViewPackages />
    </JoiningPage>
  );
}

const ViewPackages = ({ primary }: { primary?: boolean }) => (
  <Button asChild width="full" variant={primary ? 'solid' : 'outline'}>
    <To to="/packages">View Packages</To>
  </Button>
);

const Strong = ({ children }: { children: string }) => (
  <chakra.b fontWeight="medium" color="fg">
    {children}
  </chakra.b>
);

/** The documented toast for each reason that an address wasn't added. */
function refusalOf(error: unknown): Toast {
  const { code, fields } = readServerError(error);
  if (code === 'CONFLICT')
    return {
      title: 'Already on waitlist',
      description:
        "This email is already registered for the waitlist. We'll notify you when registration opens!",
      type: 'error',
    };
  const isAboutPackage = Boolean(fields['packageId'] ?? fields['packageName']) && !fields['email'];
  if (code === 'BAD_USER_INPUT' && !isAboutPackage)
    return {
      title: 'Invalid information',
      description: 'Please check your email address and try again.',
      type: 'error',
    };
  const check = 'Try again. An address that’s already on the list isn’t added twice.';
  return {
    ...failureWords(error, { title: 'Error', fallback: 'Failed to join waitlist', check }),
    type: 'error',
  };
}
