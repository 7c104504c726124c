import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { discardingState } from '#web/lib/unsaved-changes.ts';
import { detailOf } from '#web/lib/server-errors.ts';
import { SeePackages } from './ControllerStatus.tsx';

export const DemoKeys = graphql(`
  query DemoKeys {
    demoKeys {
      name
      apiKey
    }
  }
`);

/** Where to get the key and, in the demo, keys of its simulated networks. */
export function KeyHelp() {
  return (
    <>
      Create one at{' '}
      <Link href="https://unifi.ui.com" target="_blank" rel="noreferrer">
        unifi.ui.com
      </Link>{' '}
      under API Keys. Choose the application scope, which lets us read your devices.
      <DemoKeyChoice />
    </>
  );
}

type KeyForm = { apiKey: string; name?: string };

/** Fills in a demo key, and the controller's name where the form has one that is still empty. */
function DemoKeyChoice() {
  const { data } = useQuery(DemoKeys);
  const { values, setValues } = useFormikContext<KeyForm>();
  const keys = data?.demoKeys ?? [];
  if (keys.length === 0) return null;
  return (
    <chakra.span role="group" aria-label="Demo keys" display="flex" flexWrap="wrap" columnGap={3} mt={2}>
      In this demo, use a simulated network’s key:
      {keys.map(({ name, apiKey }) => (
        <chakra.button
          key={apiKey}
          type="button"
          color="brand.fg"
          textDecoration="underline"
          cursor="pointer"
          css={{ '@media (pointer: coarse)': { minH: 11 } }}
          onClick={() =>
            void setValues({ ...values, apiKey, ...('name' in values && { name: values.name || name }) })
          }
        >
          {name}
        </chakra.button>
      ))}
    </chakra.span>
  );
}

/** Sent with a new key, so that the server says when a controller already uses it. Part of the form's values. */
export const asksAboutDuplicates = { rejectDuplicate: true };

const titles: Record<string, string> = {
  plan_limit: 'Plan limit reached',
  known_key: 'API key already connected',
};

/** Title for a controller that wasn't connected. */
export const refusalTitle = (error: unknown): string =>
  titles[String(detailOf(error, 'reason'))] ?? 'Connection Failed';

/** What to do next: see packages, or open the controller that already has the key. */
export function refusalAction(error: unknown): ReactNode {
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
          <RouterLink to={`/controllers/${id}`} state={discardingState}>
            <chakra.span truncate>{`Open ${name}`}</chakra.span>
          </RouterLink>
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
