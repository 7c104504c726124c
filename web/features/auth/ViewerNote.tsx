import { chakra } from '@chakra-ui/react';
import { Eye } from '#web/ui/icons.tsx';

/** Stands for a viewer where others find what to do first. */
export const ViewerNote = () => (
  <chakra.p display="inline-flex" gap={2} maxW="28rem" textStyle="sm" color="fg.muted">
    <chakra.span mt={0.5} flexShrink={0}>
      <Eye size={16} strokeWidth={1.75} aria-hidden />
    </chakra.span>
    You can look at everything here; ask the owner to change something.
  </chakra.p>
);
