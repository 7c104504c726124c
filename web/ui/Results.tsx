import { chakra, VisuallyHidden } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/** How rows of an earlier search look and behave while the next one runs: dimmed, and nothing in them can be pressed. */
export const stale = (searching: boolean | undefined) =>
  ({ inert: searching || undefined, opacity: searching ? 0.45 : undefined }) as const;

/** Announces a running search to screen readers. */
export const SearchStatus = ({ searching }: { searching?: boolean }) => (
  <VisuallyHidden role="status">{searching ? 'Searching…' : ''}</VisuallyHidden>
);

/** The rows of a list that is searched or filtered on the server. */
export const Results = ({
  searching,
  ...rows
}: ComponentProps<typeof chakra.div> & { searching?: boolean }) => (
  <>
    <SearchStatus searching={searching} />
    <chakra.div aria-busy={searching || undefined} {...stale(searching)} {...rows} />
  </>
);
