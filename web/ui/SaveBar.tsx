import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';

type Props = {
  /** What the server has. When it changes, the form begins anew from it. */
  saved: Record<string, unknown>;
};

/** Saves a card. While something is unsaved it stays in sight, offers the way back, and leaving asks. */
export function SaveBar({ saved }: Props) {
  const { dirty, resetForm, isSubmitting } = useFormikContext();
  const known = JSON.stringify(saved);
  const shown = useRef(known);
  useEffect(() => {
    if (shown.current === known) return;
    shown.current = known;
    resetForm({ values: saved });
  });
  const leaving = useAskBeforeLeaving(dirty && !isSubmitting);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={2}
      mx={{ base: -4, md: -6 }}
      mb={-3}
      px={{ base: 4, md: 6 }}
      py={3}
      borderTopWidth="1px"
      {...(dirty
        ? { position: 'sticky', bottom: 0, zIndex: 1, bg: 'bg.panel' }
        : { borderTopColor: 'transparent' })}
    >
      <SubmitButton>Save Changes</SubmitButton>
      {dirty && (
        <>
          <Button variant="outline" onClick={() => resetForm()}>
            Discard
          </Button>
          <chakra.span role="status" textStyle="sm" color="fg.muted">
            Not saved yet
          </chakra.span>
        </>
      )}
      {leaving.to && (
        <ConfirmDialog
          open
          onClose={leaving.stay}
          onConfirm={leaving.go}
          title="Leave without saving?"
          confirmLabel="Discard changes"
        >
          What you changed here is not saved yet.
        </ConfirmDialog>
      )}
    </chakra.div>
  );
}

/** Links of the app ask first, and so does the browser when the page itself goes. */
function useAskBeforeLeaving(unsaved: boolean) {
  const navigate = useNavigate();
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const address = addressOf(event);
      if (!address) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTo(address);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [unsaved]);
  return {
    to,
    stay: () => setTo(undefined),
    go: () => {
      setTo(undefined);
      void navigate(to ?? '/');
    },
  };
}

/** Where a click leads within the app; nothing for one that stays on the screen, opens something else or loads a page. */
function addressOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const { origin, pathname, search } = window.location;
  if (!link || link.target || link.origin !== origin) return undefined;
  if (link.pathname === pathname && link.search === search) return undefined;
  return link.pathname + link.search + link.hash;
}
