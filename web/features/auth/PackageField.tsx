import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Skeleton } from '@chakra-ui/react';
import { useId } from 'react';
import { Link as To } from 'react-router';
import { AfterPatience } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { PackageChoice } from './joining.gql.ts';
import { PackageOffer } from './PackageOffer.tsx';
import { MOST_POPULAR } from './package-words.ts';

/** Which package the account begins with. */
export function PackageField() {
  const { data, error, refetch } = useQuery(PackageChoice);
  const { field, error: wrong } = useFormField<string>('packageId');
  const id = useId();
  return (
    <chakra.fieldset
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-trial ${id}-error`}
      aria-invalid={Boolean(wrong) || undefined}
      tabIndex={-1}
      borderRadius="surface"
      outlineOffset="4px"
    >
      <chakra.p id={`${id}-label`} textStyle="sm" fontWeight="medium">
        Package
      </chakra.p>
      <chakra.p id={`${id}-trial`} textStyle="xs" color="fg.muted" mb={2}>
        14-day trial of the one you choose, no card required.
      </chakra.p>
      {!data && !error && <Coming />}
      {!data && error && (
        <Notice
          state="error"
          title="The packages could not be loaded"
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch().catch(() => undefined)}>
              Retry
            </Button>
          }
        />
      )}
      {data?.packages.length === 0 && <NoPackages />}
      <chakra.div display="flex" flexDirection="column" gap={2}>
        {data?.packages.map((offer, index) => (
          <PackageOffer key={offer.id} offer={offer} popular={index === MOST_POPULAR} field={field} />
        ))}
      </chakra.div>
      <chakra.p
        id={`${id}-error`}
        minH="1.55rem"
        pt={1.5}
        display="flex"
        gap={1.5}
        textStyle="sm"
        color="fg.error"
      >
        {wrong && (
          <>
            <chakra.span mt={1}>
              <StateShape state="critical" size={10} />
            </chakra.span>
            {wrong}
          </>
        )}
      </chakra.p>
    </chakra.fieldset>
  );
}

const Coming = () => (
  <AfterPatience>
    <chakra.div role="status" aria-label="Loading" display="flex" flexDirection="column" gap={2}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} h={16} borderRadius="surface" />
      ))}
    </chakra.div>
  </AfterPatience>
);

const NoPackages = () => (
  <chakra.p color="fg.muted">
    No packages available.{' '}
    <Link asChild>
      <To to="/register">Create an account without one</To>
    </Link>
  </chakra.p>
);
