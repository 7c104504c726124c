import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { SiteField } from '#web/ui/SiteField.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { SignInForm } from './SignInForm.tsx';
import { isAdmin, useSession } from './useSession.ts';

/** Between signing in and moving on, in milliseconds, as documented. */
const REDIRECT_AFTER = 250;

const features = [
  ['Real-time device monitoring', 'every console and site on one screen'],
  ['Alerts that arrive by themselves', 'and go when the device recovers'],
  ['Rules in plain words', 'seven conditions, each with its own limit'],
  ['Honest about what it cannot see', 'unknown is never shown as fine'],
] as const;

/** The way in: what the platform is on one side, the form on the other. */
export function AuthPage() {
  useRedirectWhenSignedIn();
  return (
    <chakra.div flex={1} display="flex" flexDirection={{ base: 'column-reverse', md: 'row' }}>
      <title>Sign in · Netlantern</title>
      <About />
      <chakra.section
        flex={1}
        display="flex"
        alignItems={{ base: 'flex-start', md: 'center' }}
        justifyContent="center"
        px={{ base: 4, md: 8 }}
        py={{ base: 10, md: 12 }}
        aria-labelledby="sign-in"
      >
        <chakra.div w="full" maxW="22rem">
          <chakra.h2 id="sign-in" textStyle="xl" fontWeight="semibold" mb={6}>
            Sign In
          </chakra.h2>
          <SignInForm />
        </chakra.div>
      </chakra.section>
    </chakra.div>
  );
}

/** Dark in both themes: it is night on this side. */
function About() {
  return (
    <chakra.section
      flex={{ md: '0 0 52%' }}
      display="flex"
      flexDirection="column"
      className="dark"
      bg="#0b1120"
      color="#e5ecf6"
      borderEndWidth={{ md: '1px' }}
    >
      <chakra.div h={{ base: 40, md: 72 }} flexShrink={0} overflow="hidden">
        <SiteField label="AP Lobby offline since 14:02 (12 min)" />
      </chakra.div>
      <chakra.div px={{ base: 4, md: 12 }} pt={{ base: 6, md: 4 }} pb={12} maxW="40rem">
        <chakra.h1 textStyle={{ base: '2xl', lg: '3xl' }} fontWeight="semibold" textWrap="balance">
          Advanced network management for whoever gets the call
        </chakra.h1>
        <chakra.ul mt={8} listStyleType="none" display="flex" flexDirection="column" gap={4}>
          {features.map(([what, how]) => (
            <chakra.li key={what} display="flex" gap={3}>
              <chakra.span color="#93b4f5" mt={1.5}>
                <StateShape state="ok" />
              </chakra.span>
              <chakra.span textStyle="lg">
                <chakra.span fontWeight="medium">{what}</chakra.span>
                <chakra.span color="#94a3b8">, {how}</chakra.span>
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.div>
    </chakra.section>
  );
}

function useRedirectWhenSignedIn() {
  const { user } = useSession();
  const navigate = useNavigate();
  const home = user && (isAdmin(user) ? '/admin/dashboard' : '/dashboard');
  useEffect(() => {
    if (!home) return;
    const timer = setTimeout(() => void navigate(home), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [home, navigate]);
}
