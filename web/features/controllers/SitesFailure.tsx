import { Button, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { reasonOf, unexplained } from './changes.ts';

const title = 'Failed to fetch sites';

type Props = { error: unknown; controllerId: string; again: () => void };

/** UniFi did not say which sites there are: why, and what to do. */
export function SitesFailure({ error, controllerId, again }: Props) {
  const { code, fields } = readServerError(error);
  const looksOnly = useLooksOnly();
  return (
    <Notice
      state="critical"
      title={title}
      action={
        <Button variant="outline" size="sm" onClick={again}>
          Retry
        </Button>
      }
    >
      {fields['apiKey'] ? (
        <>
          UniFi does not accept the key of this controller.{' '}
          {!looksOnly && (
            <Link asChild>
              <RouterLink to={`/integrations?edit=${controllerId}`}>Replace the key</RouterLink>
            </Link>
          )}
        </>
      ) : code === 'NOT_FOUND' ? (
        'There is no such controller. It may have been deleted.'
      ) : (
        (reasonOf(error) ?? `${unexplained} Monitoring isn’t affected.`)
      )}
    </Notice>
  );
}
