import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchX } from '#web/ui/icons.tsx';

/** An alert that an address names but that doesn't exist. Retrying can't help. */
export const NoSuchAlert = ({ action }: { action: ReactNode }) => (
  <EmptyState
    icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
    title="Alert not found"
    action={action}
  >
    It may belong to another team or be older than your package keeps alerts, or its controller may have been
    deleted.
  </EmptyState>
);
