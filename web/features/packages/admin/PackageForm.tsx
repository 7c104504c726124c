import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useState } from 'react';
import { featuresOf, hasFixedFeatures } from '#web/features/auth/package-words.ts';
import { graphql } from '#web/gql/index.ts';
import { UnsavedChangesPrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Hint } from '#web/ui/text.tsx';
import { PackageCard } from '../PackageCard.tsx';
import { PriceList } from '../packages.gql.ts';
import { AllPackages, PackagePriceCheck, UpdatePackage } from './admin.gql.ts';
import {
  type AdminPackage,
  currencies,
  limits,
  type PackageValues,
  rulesFor,
  type SubmittedPackage,
  toChanges,
  toInput,
  toOffer,
  toValues,
} from './package-form.ts';
import { useLimitsPreview } from './useLimitsPreview.tsx';

const CreatePackage = graphql(`
  mutation CreatePackage($input: PackageInput!) {
    createPackage(input: $input) {
      ...SoldPackageFields
    }
  }
`);

type Props = { /** The package to edit. Left out to create one. */ sold?: AdminPackage; onClose: () => void };

/** Creates or edits a package, with a preview of its card. */
export function PackageForm({ sold, onClose }: Props) {
  const client = useApolloClient();
  const { agreed, dialog } = useLimitsPreview();
  const [create] = useMutation(CreatePackage, { refetchQueries: [AllPackages, PriceList] });
  const [update] = useMutation(UpdatePackage, { refetchQueries: [PriceList] });
  const [opened] = useState(() => toValues(sold));
  const send = async (values: SubmittedPackage) => {
    if (!sold) {
      await create({ variables: { input: toInput(values) } });
    } else {
      const input = toChanges(values, opened);
      if (!(await agreed(sold, input))) return false;
      await update({ variables: { id: sold.id, input } });
      // The cached comparison with Stripe is out of date now.
      client.cache.evict({ fieldName: 'packagePriceCheck', args: { id: sold.id } });
      void client.query({ query: PackagePriceCheck, variables: { id: sold.id } }).catch(() => undefined);
    }
    onClose();
    return true;
  };
  const done = sold ? 'Package updated successfully' : 'Package created successfully';
  return (
    <>
      <Form
        initial={opened}
        rules={rulesFor(sold)}
        onSubmit={send}
        success={(saved) => (saved ? { title: 'Success', description: done, type: 'success' } : undefined)}
        failure={
          sold
            ? { title: 'Update Failed', fallback: 'Failed to update package' }
            : { title: 'Creation Failed', fallback: 'Failed to create package' }
        }
      >
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' }}
          gap={{ base: 6, lg: 10 }}
          alignItems="start"
        >
          <Fields hasSubscribers={Boolean(sold?.subscriberCount)} />
          <CardPreview />
        </chakra.div>
        <Buttons isNew={!sold} onClose={onClose} />
      </Form>
      {dialog}
    </>
  );
}

const Fields = ({ hasSubscribers }: { hasSubscribers: boolean }) => (
  <Stack gap={7} minW={0}>
    <Group legend="On the price list">
      <TextField name="name" label="Name" autoComplete="off" autoFocus />
      <TextField name="description" label="Description" autoComplete="off" optional />
      <Pair>
        <TextField
          name="price"
          label="Price per month"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
        />
        <SelectField name="currency" label="Currency" options={currencies} />
      </Pair>
      <Features />
      <SwitchField
        name="isActive"
        label="Active"
        help="Inactive packages are hidden from the price list. Teams that have one keep it."
      />
    </Group>
    <Group legend="Limits">
      <Pair>
        <Limit name="maxControllers" placeholder="Unlimited" />
        <Limit name="maxDevices" placeholder="Unlimited" />
        <Limit name="maxAlertsPerMonth" placeholder="1000" help="-1 means unlimited." />
        <Limit name="dataRetentionDays" placeholder="30" />
      </Pair>
    </Group>
    <Group legend="Stripe">
      <TextField
        name="stripePriceId"
        label="Stripe price ID"
        placeholder="price_…"
        help="The monthly price in pounds. Not needed for a free package."
        spellCheck={false}
        autoComplete="off"
        mono
      />
      <TextField
        name="stripePriceIdUsd"
        label="Stripe price ID (USD)"
        placeholder="price_…"
        help={
          hasSubscribers
            ? 'The monthly price in dollars. Existing subscribers keep their current price.'
            : 'The monthly price in dollars.'
        }
        spellCheck={false}
        autoComplete="off"
        optional
        mono
      />
    </Group>
  </Stack>
);

/** A package named "Free" shows its fixed list. Features entered here are kept in case it's renamed. */
function Features() {
  const { values } = useFormikContext<PackageValues>();
  const name = values.name ?? '';
  const isFixed = hasFixedFeatures({ name });
  return (
    <LinesField
      name="features"
      label="Features"
      help={
        isFixed
          ? 'A package named “Free” always shows a fixed feature list. Rename it to use your own.'
          : 'One per line.'
      }
      disabled={isFixed}
      shown={isFixed ? featuresOf({ name, features: [] }) : undefined}
      optional
      rows={5}
    />
  );
}

const Limit = ({ name, ...rest }: { name: keyof typeof limits; placeholder: string; help?: string }) => (
  <TextField
    name={name}
    label={limits[name]}
    type="number"
    inputMode="numeric"
    step="1"
    autoComplete="off"
    {...rest}
  />
);

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <chakra.fieldset display="flex" flexDirection="column" gap={4} minW={0}>
    <chakra.legend textStyle="lg" fontWeight="semibold" float="left">
      {legend}
    </chakra.legend>
    {children}
  </chakra.fieldset>
);

const Pair = ({ children }: { children: ReactNode }) => (
  <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))" gap={4}>
    {children}
  </chakra.div>
);

/** Previews the card. It's skipped by the keyboard, because it repeats the form. */
function CardPreview() {
  const { values } = useFormikContext<PackageValues>();
  return (
    <chakra.section aria-label="Preview" position={{ lg: 'sticky' }} top={4} minW={0}>
      <Hint mb={2}>As customers see it</Hint>
      <chakra.div inert display="grid">
        <PackageCard offer={toOffer(values)} />
      </chakra.div>
    </chakra.section>
  );
}

function Buttons({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap={2}
      py={3}
      position="sticky"
      bottom={0}
      zIndex={1}
      bg="bg"
      borderTopWidth="1px"
    >
      <SubmitButton>{isNew ? 'Create Package' : 'Save Changes'}</SubmitButton>
      <Button variant="outline" onClick={() => onClose()}>
        Cancel
      </Button>
      <UnsavedChangesPrompt />
    </chakra.div>
  );
}
