import { Button, chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { Notice } from '#web/ui/Notice.tsx';

/** Stands for every screen of the operator where the policy lets nobody administer from. */
export const OutsideRanges = () => (
  <chakra.div maxW="prose">
    <Notice
      state="warning"
      title="The platform cannot be administered from your network address."
      action={
        <Button asChild size="sm">
          <Link to="/user-dashboard">User Mode</Link>
        </Button>
      }
    >
      The security policy names the addresses from which it can. Your own team is open to you from here.
    </Notice>
  </chakra.div>
);
