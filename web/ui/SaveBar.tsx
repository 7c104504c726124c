import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { AskBeforeLosing } from './AskBeforeLosing.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { Unsaved } from './Unsaved.tsx';
import { useBeginAnew } from './useBeginAnew.ts';

type Props = {
  /** What the server has. When it changes, the form begins anew from it, but not while something else is being typed. */
  saved: Record<string, unknown>;
};

/** Saves a card. While something is unsaved it stays in sight, offers the way back, and leaving asks. */
export function SaveBar({ saved }: Props) {
  const { dirty } = useFormikContext();
  useBeginAnew(saved);
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
      <Unsaved />
      <AskBeforeLosing />
    </chakra.div>
  );
}
