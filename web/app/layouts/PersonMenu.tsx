import { Button, chakra } from '@chakra-ui/react';
import { LogOut, Settings } from '#web/ui/icons.tsx';
import { Hint } from '#web/ui/text.tsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSignOut, type SessionUser } from '#web/features/auth/useSession.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';

/** The account menu. A native popover, which closes on Escape and outside clicks. */
export function PersonMenu({ user }: { user: SessionUser }) {
  const id = useId();
  const signOut = useSignOut();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <chakra.button
        type="button"
        popoverTarget={id}
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        boxSize={9}
        flexShrink={0}
        borderRadius="full"
        cursor="pointer"
        css={{ '@media (pointer: coarse)': { boxSize: 11 } }}
      >
        <chakra.span
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          boxSize={8}
          borderRadius="full"
          bg="bg.emphasized"
          color="fg"
          textStyle="xs"
          fontWeight="semibold"
        >
          {initials(user)}
        </chakra.span>
        <chakra.span srOnly> account of {name}</chakra.span>
      </chakra.button>
      <chakra.div
        id={id}
        popover="auto"
        position="fixed"
        inset="auto"
        top="3.25rem"
        insetEnd={{ base: 2, md: 6 }}
        w={64}
        p={2}
        borderRadius="surface"
        bg="bg.panel"
        color="fg"
        boxShadow="floating"
      >
        <chakra.div px={2} pt={1} pb={3} overflowWrap="anywhere">
          <chakra.p fontWeight="medium">{name}</chakra.p>
          <Hint>{user.email}</Hint>
        </chakra.div>
        <Button asChild variant="ghost" width="full" justifyContent="flex-start" px={2}>
          <Link to="/settings" onClick={() => document.getElementById(id)?.hidePopover?.()}>
            <Settings size={16} strokeWidth={1.75} aria-hidden />
            Settings
          </Link>
        </Button>
        <Button
          variant="ghost"
          width="full"
          justifyContent="flex-start"
          px={2}
          onClick={() => confirmLeaving(() => void signOut())}
        >
          <LogOut size={16} strokeWidth={1.75} aria-hidden />
          Log out
        </Button>
      </chakra.div>
    </>
  );
}

/** The initials of both names, split by grapheme so that an emoji stays whole. */
const initials = ({ firstName, lastName, email }: SessionUser): string =>
  [firstName, lastName]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase() || email.slice(0, 1).toUpperCase();
