import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { UnsavedChangesPrompt } from './UnsavedChangesPrompt.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { UnsavedStatus } from './UnsavedStatus.tsx';
import { useResetToSaved } from './useResetToSaved.ts';

type Props = {
  /** The server's values. When they change, the form resets to them unless it has unsaved changes. */
  saved: Record<string, unknown>;
};

/** Saves a card. With unsaved changes it stays visible, offers to discard them, and asks before leaving. */
export function SaveBar({ saved }: Props) {
  const { dirty } = useFormikContext();
  useResetToSaved(saved);
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
      <SubmitButton variant={dirty ? 'solid' : 'outline'}>Save Changes</SubmitButton>
      <UnsavedStatus />
      <UnsavedChangesPrompt />
    </chakra.div>
  );
}
