import { chakra } from '@chakra-ui/react';
import { Eye } from '#web/ui/icons.tsx';
import { Hint } from '#web/ui/text.tsx';

/** Shown to viewers in place of the first action. */
export const ViewerNote = () => (
  <Hint display="inline-flex" gap={2} maxW="28rem">
    <chakra.span mt={0.5} flexShrink={0}>
      <Eye size={16} strokeWidth={1.75} aria-hidden />
    </chakra.span>
    You have view-only access. Ask the team owner to make changes.
  </Hint>
);
