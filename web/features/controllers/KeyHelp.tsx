import { useQuery } from '@apollo/client/react';
import { chakra, Link } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { DemoKeys } from './controllers.gql.ts';

/** Where the key comes from. In the demo, keys of its simulated networks to try. */
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
      In this demo, use the key of a simulated network:
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
