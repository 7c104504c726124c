import { chakra, VisuallyHidden } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

type Props = ComponentProps<typeof chakra.a> & { href: string; isExternal?: boolean };

/**
 * A link of the public site: an ordinary one, which loads the page it leads to. It works before any script runs, and what
 * an operator adds to public pages stays on them. What leads elsewhere opens a tab of its own that knows nothing of this one.
 */
export const SiteLink = ({ isExternal, children, ...props }: Props) => (
  <chakra.a
    borderRadius="sm"
    _hover={{ textDecoration: 'underline' }}
    textUnderlineOffset="3px"
    {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
    {...props}
  >
    {children}
    {isExternal && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
  </chakra.a>
);
