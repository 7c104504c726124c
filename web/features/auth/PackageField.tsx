import { useQuery } from '@apollo/client/react';
import { Badge, Button, chakra, Link, Skeleton } from '@chakra-ui/react';
import { useId } from 'react';
import { Link as To } from 'react-router';
import type { PackageChoiceQuery } from '#web/gql/graphql.ts';
import { money } from '#web/lib/money.ts';
import { AfterPatience } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { PackageChoice } from './joining.gql.ts';

type Offer = PackageChoiceQuery['packages'][number];

/** Place in the price list that is flagged, as documented. */
const MOST_POPULAR = 1;

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
          <Choice key={offer.id} offer={offer} popular={index === MOST_POPULAR} field={field} />
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

type Field = ReturnType<typeof useFormField<string>>['field'];

function Choice({ offer, popular, field }: { offer: Offer; popular: boolean; field: Field }) {
  const { id, name, description, price, currency } = offer;
  return (
    <chakra.label
      display="flex"
      gap={3}
      px={3}
      py={2.5}
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="surface"
      bg="bg.panel"
      cursor="pointer"
      transition="border-color, background-color"
      transitionDuration="fast"
      _hover={{ bg: 'bg.subtle' }}
      css={{ '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' } }}
    >
      <chakra.input
        type="radio"
        name={field.name}
        value={id}
        checked={field.value === id}
        onChange={field.onChange}
        onBlur={field.onBlur}
        boxSize={4}
        mt={0.5}
        flexShrink={0}
        appearance="none"
        borderRadius="full"
        borderWidth="1px"
        borderColor="border.control"
        bg="bg.panel"
        cursor="pointer"
        _checked={{ borderWidth: '5px', borderColor: 'brand.solid' }}
      />
      <chakra.span flex={1} minW={0} overflowWrap="anywhere">
        <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
          <chakra.span fontWeight="medium">{name}</chakra.span>
          {popular && <Badge>Most Popular</Badge>}
        </chakra.span>
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          {reach(offer)}
          {description && ` · ${description}`}
        </chakra.span>
      </chakra.span>
      <chakra.span textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        <chakra.span fontWeight="medium">{money(price, currency)}</chakra.span>
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          per month
        </chakra.span>
      </chakra.span>
    </chakra.label>
  );
}

/** -1 is unlimited. */
const reach = ({ maxControllers, maxDevices }: Offer) =>
  maxControllers < 0 && maxDevices < 0
    ? 'Unlimited controllers and devices'
    : `${amount(maxControllers, 'controller')}, ${amount(maxDevices, 'device')}`;

const amount = (most: number, noun: string) =>
  most < 0 ? `any number of ${noun}s` : `${most} ${noun}${most === 1 ? '' : 's'}`;

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
