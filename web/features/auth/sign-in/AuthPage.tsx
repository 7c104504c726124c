import { chakra, Stack, Tabs } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useFlashMessage } from '#web/lib/flash-message.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { SiteField } from '#web/ui/SiteField.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { verifyFirst } from '../register/register-form.ts';
import { RegisterForm } from '../register/RegisterForm.tsx';
import { SignInPanel } from './SignInPanel.tsx';
import { useSession } from '../useSession.ts';
import { homeOf, REDIRECT_AFTER } from './useSignIn.ts';

export function AuthPage() {
  useRedirectWhenSignedIn();
  return (
    <chakra.div flex={1} display="flex" flexDirection={{ base: 'column-reverse', md: 'row' }}>
      <AboutPlatform />
      <chakra.section
        flex={1}
        minW={0}
        display="flex"
        justifyContent="center"
        px={{ base: 4, md: 8 }}
        pt={{ base: 6, md: 20 }}
        pb={{ base: 12, md: 16 }}
        aria-label="Your account"
      >
        <chakra.div w="full" maxW="24rem">
          <WaysIn />
        </chakra.div>
      </chakra.section>
    </chakra.div>
  );
}

function WaysIn() {
  const [search, setSearch] = useSearchParams();
  const registered = registeredIn(useLocation().state);
  const tab = search.get('tab') === 'register' ? 'register' : 'sign-in';
  const chosen = search.get('package') ?? '';
  const show = (next: string) =>
    setSearch(
      { ...(next === 'register' && { tab: next }), ...(chosen && { package: chosen }) },
      { replace: true },
    );
  // Update the address with the tab, without remounting the forms.
  const goOn = (email: string) => setSearch({}, { replace: true, state: { registered: email } });
  return (
    // Both forms stay mounted to keep typed values. After registering, sign-in starts with the new address.
    <Tabs.Root key={registered} value={tab} onValueChange={({ value }) => show(value)} lazyMount>
      <PageTitle>{tab === 'register' ? 'Register' : 'Sign in'}</PageTitle>
      <Tabs.List>
        <Tabs.Trigger value="sign-in">Sign In</Tabs.Trigger>
        <Tabs.Trigger value="register">Register</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="sign-in">
        <SignInReason registered={registered} />
        <SignInPanel email={registered} />
      </Tabs.Content>
      <Tabs.Content value="register">
        <RegisterForm packageId={chosen} onRegistered={goOn} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Why the person was sent here: the session ended, or the address isn't verified. */
function SignInReason({ registered }: { registered?: string }) {
  const said = useFlashMessage('sign-in');
  if (!registered && !said) return null;
  const { title, description } = registered ? verifyFirst(registered) : said!;
  return (
    <chakra.div mb={4}>
      <Notice state="info" title={title}>
        {description}
      </Notice>
    </chakra.div>
  );
}

/** The newly registered address, kept in the history state. */
function registeredIn(state: unknown): string | undefined {
  const email = state && typeof state === 'object' && 'registered' in state ? state.registered : undefined;
  return typeof email === 'string' ? email : undefined;
}

function useRedirectWhenSignedIn() {
  const { user } = useSession();
  const navigate = useNavigate();
  // Continue to the package chosen on the price list.
  const chosen = useSearchParams()[0].get('package');
  const home = user && (chosen ? `/subscribe?${new URLSearchParams({ package: chosen })}` : homeOf(user));
  useEffect(() => {
    if (!home) return;
    // Replace the entry, because going back to this screen would redirect here again.
    const timer = setTimeout(() => void navigate(home, { replace: true }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [home, navigate]);
}

const features = [
  ['Real-time device monitoring', 'every console and site on one screen'],
  ['Alerts that arrive automatically', 'and clear when the device recovers'],
  ['Simple alert rules', 'seven conditions, each with its own threshold'],
  ['No false all-clears', 'unknown is never shown as healthy'],
] as const;

/** The platform's pitch. Dark in both themes. */
function AboutPlatform() {
  return (
    <chakra.section
      flex={{ md: '0 0 52%' }}
      className="dark"
      bg="#0b1120"
      color="#e5ecf6"
      borderEndWidth={{ md: '1px' }}
    >
      <chakra.div position={{ md: 'sticky' }} top={0}>
        <chakra.div h={{ base: 40, md: 72 }} overflow="hidden">
          <SiteField label="AP Lobby has been offline since 14:02 (12 min)" />
        </chakra.div>
        {/* Aligns with the header on wide windows. */}
        <chakra.div
          ps={{ base: 4, md: 8, xl: 'max(2rem, calc((100vw - {sizes.content}) / 2 + 2rem))' }}
          pe={{ base: 4, md: 12 }}
          pt={{ base: 6, md: 4 }}
          pb={12}
        >
          <chakra.h1
            maxW="34rem"
            textStyle={{ base: '2xl', lg: '3xl' }}
            fontWeight="semibold"
            textWrap="balance"
          >
            Advanced network management for the people on call
          </chakra.h1>
          <Stack as="ul" mt={8} listStyleType="none" gap={4}>
            {features.map(([what, how]) => (
              <chakra.li key={what} display="flex" gap={3}>
                <chakra.span color="#93b4f5" mt={1.5}>
                  <StateIcon state="ok" />
                </chakra.span>
                <chakra.span textStyle="lg">
                  <chakra.span fontWeight="medium">{what}</chakra.span>
                  <chakra.span color="#94a3b8">, {how}</chakra.span>
                </chakra.span>
              </chakra.li>
            ))}
          </Stack>
        </chakra.div>
      </chakra.div>
    </chakra.section>
  );
}
