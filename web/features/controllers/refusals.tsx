import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { discarding } from '#web/lib/leaving.ts';
import { detailOf } from '#web/lib/server-errors.ts';
import { SeePackages } from './NotWatched.tsx';

/** Sent with a new key, so that the server says when a controller already uses it. Part of the form's values. */
export const asksAboutDuplicates = { rejectDuplicate: true };

const titles: Record<string, string> = {
  plan_limit: 'Plan limit reached',
  known_key: 'API key already connected',
};

/** Title for a controller that wasn't connected. */
export const refusalTitle = (error: unknown): string =>
  titles[String(detailOf(error, 'reason'))] ?? 'Connection Failed';

/** The way out: another package, or the controller that already has the key. */
export function wayOn(error: unknown): ReactNode {
  const reason = detailOf(error, 'reason');
  if (reason === 'known_key') {
    const [id, name] = [detailOf(error, 'controllerId'), detailOf(error, 'controllerName')];
    return <KnownController id={String(id)} name={String(name)} />;
  }
  return (reason === 'plan_limit' || reason === 'inactive') && <SeePackages />;
}

/** Opens the controller that has the key. One key can also be added once for each of its sites. */
function KnownController({ id, name }: { id: string; name: string }) {
  const { setFieldValue, submitForm, isSubmitting } = useFormikContext();
  const addAnyway = async () => {
    await setFieldValue('rejectDuplicate', false);
    await submitForm();
    await setFieldValue('rejectDuplicate', true);
  };
  return (
    <>
      Add it again only to monitor another of its sites.
      <chakra.span display="flex" flexWrap="wrap" gap={2} mt={3}>
        <Button asChild size="sm" maxW="full">
          <Link to={`/controllers/${id}`} state={discarding}>
            <chakra.span truncate>{`Open ${name}`}</chakra.span>
          </Link>
        </Button>
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-disabled={isSubmitting || undefined}
          onClick={() => !isSubmitting && void addAnyway()}
        >
          Add again
        </Button>
      </chakra.span>
    </>
  );
}
