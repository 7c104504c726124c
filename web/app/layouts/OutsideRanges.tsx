import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { Notice } from '#web/ui/Notice.tsx';

/** Replaces the administrator's screens on networks that the security policy doesn't allow. */
export const OutsideRanges = () => (
  <chakra.div maxW="prose">
    <Notice
      state="warning"
      title="You can’t administer the platform from your IP address."
      action={
        <Button asChild size="sm">
          <Link to="/user-dashboard">User Mode</Link>
        </Button>
      }
    >
      The security policy only allows certain addresses. You can still use your own team.
    </Notice>
  </chakra.div>
);
