import { useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, chakra, Link, Skeleton, Stack } from '@chakra-ui/react';
import { useId } from 'react';
import { Link as To } from 'react-router';
import type { PackageChoiceQuery, RegisterInput } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Form } from '#web/ui/Form.tsx';
import { Delayed } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioCard } from '#web/ui/RadioCard.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Muted } from '#web/ui/text.tsx';
import { Register } from '../registration.gql.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { MOST_POPULAR, reach } from '../package-words.ts';
import { emptyTab, registrationCheck, tabRules } from './register-form.ts';
import { RefusalToasts, TermsField } from './RegistrationFields.tsx';
import { SteadyFields } from '../SteadyFields.tsx';

const PackageChoice = graphql(`
  query PackageChoice {
    packages {
      id
      name
      description
      price
      currency
      maxControllers
      maxDevices
    }
  }
`);

type Props = {
  /** ID of a package chosen on the way here. */
  packageId?: string;
  onRegistered: (email: string) => void;
};

/** Registers an account with a package. Signing in requires a verified email address. */
export function RegisterForm({ packageId = '', onRegistered }: Props) {
  const [register] = useMutation(Register);
  const send = async (input: RegisterInput) => {
    await register({ variables: { input } });
    onRegistered(input.email);
  };
  return (
    <Form
      initial={{ ...emptyTab, packageId }}
      rules={tabRules}
      onSubmit={send}
      success={{
        title: 'Registration successful',
        description: 'Please check your email to verify your account.',
        type: 'success',
      }}
      failure={{ title: 'Registration failed', fallback: 'Registration failed', check: registrationCheck }}
    >
      <RefusalToasts failure="Registration failed" />
      <SteadyFields>
        <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <NewPasswordFields label="Password" />
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
        <TextField name="companyName" label="Company name" autoComplete="organization" />
        <TextField
          name="websiteUrl"
          label="Website URL"
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://example.com"
          optional
        />
        <PackageField />
        <TermsField />
      </SteadyFields>
      <SubmitButton width="full">Register</SubmitButton>
    </Form>
  );
}

function PackageField() {
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
        Includes a 14-day trial. No card required.
      </chakra.p>
      {!data && !error && <Coming />}
      {!data && error && (
        <Notice
          state="error"
          title="We couldn’t load the packages"
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch().catch(() => undefined)}>
              Retry
            </Button>
          }
        />
      )}
      {data?.packages.length === 0 && <NoPackages />}
      <Stack gap={2}>
        {data?.packages.map((offer, index) => (
          <PackageOffer key={offer.id} offer={offer} popular={index === MOST_POPULAR} field={field} />
        ))}
      </Stack>
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
              <StateIcon state="critical" size={10} />
            </chakra.span>
            {wrong}
          </>
        )}
      </chakra.p>
    </chakra.fieldset>
  );
}

const Coming = () => (
  <Delayed>
    <Stack role="status" aria-label="Loading" gap={2}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} h={16} borderRadius="surface" />
      ))}
    </Stack>
  </Delayed>
);

const NoPackages = () => (
  <Muted>
    No packages available.{' '}
    <Link asChild>
      <To to="/register">Create an account without one</To>
    </Link>
  </Muted>
);

type Offer = PackageChoiceQuery['packages'][number];

type PackageOfferProps = {
  offer: Offer;
  popular: boolean;
  field: ReturnType<typeof useFormField<string>>['field'];
};

function PackageOffer({ offer, popular, field }: PackageOfferProps) {
  const { id, name, description, price, currency } = offer;
  return (
    <RadioCard
      name={field.name}
      value={id}
      checked={field.value === id}
      onChange={field.onChange}
      onBlur={field.onBlur}
    >
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
        <chakra.span fontWeight="medium">{formatMoney(price, currency)}</chakra.span>
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          per month
        </chakra.span>
      </chakra.span>
    </RadioCard>
  );
}
