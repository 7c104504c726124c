import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { AlertSeverity } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import type { Option } from '#web/ui/Select.tsx';
import { StateCheckboxes } from '#web/ui/StateCheckboxes.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';

type Row = { id: number; name: string };

/** A list to choose from. A stored choice that is missing from it stays, under its stored name. */
export function optionsOf(
  rows: readonly Row[] | undefined,
  chosen: number | null | undefined,
  name: string | null | undefined,
): Option[] {
  const listed = (rows ?? []).map((row) => ({ value: String(row.id), label: row.name }));
  if (chosen == null || listed.some(({ value }) => value === String(chosen))) return listed;
  const known = name || `Number ${chosen}`;
  const label = rows ? `${known} (no longer in HaloPSA)` : known;
  return [{ value: String(chosen), label }, ...listed];
}

/** The choice, and its name in case it disappears from the list. */
function pick(rows: readonly Row[] | undefined, value: string): { id: number | null; name: string | null } {
  if (value === '') return { id: null, name: null };
  const row = rows?.find(({ id }) => String(id) === value);
  return { id: Number(value), name: row?.name ?? null };
}

/** The documented priorities of a controller's tickets. */
export const ticketPriorities: readonly Option[] = [
  { value: '1', label: 'High' },
  { value: '2', label: 'Medium' },
  { value: '3', label: 'Low' },
];

/** The documented priorities of a rule's tickets. */
export const rulePriorities: readonly Option[] = [
  { value: '1', label: 'Low' },
  { value: '2', label: 'Medium' },
  { value: '3', label: 'High' },
  { value: '4', label: 'Urgent' },
  { value: '5', label: 'Critical' },
];

export const HalopsaClients = graphql(`
  query HalopsaClients {
    halopsaClients {
      id
      name
    }
  }
`);

export const HalopsaSites = graphql(`
  query HalopsaSites($clientId: Int!) {
    halopsaSites(clientId: $clientId) {
      id
      name
    }
  }
`);

export const HalopsaCategories = graphql(`
  query HalopsaCategories {
    halopsaCategories {
      id
      name
    }
  }
`);

/** The ticket's client and site. Names are stored, for when HaloPSA is unavailable. */
type Chosen = {
  haloClientId: number | null;
  haloClientName: string | null;
  haloSiteId: number | null;
  haloSiteName: string | null;
};

type Props = {
  chosen: Chosen;
  isConfigured: boolean;
  onChange: (chosen: Chosen) => void;
  errors?: { client?: string; site?: string };
  disabled?: boolean;
};

type ChosenClient = Pick<Chosen, 'haloClientId' | 'haloClientName'>;

type ClientProps = {
  label?: string;
  chosen: ChosenClient;
  isConfigured: boolean;
  onChange: (chosen: ChosenClient) => void;
  help?: string;
  error?: string;
  disabled?: boolean;
};

/** Chooses a HaloPSA client. */
export function ClientField(props: ClientProps) {
  const { label = 'Client', chosen, isConfigured, onChange, help, error: wrong, disabled } = props;
  const { data, error } = useQuery(HalopsaClients, { skip: !isConfigured });
  const rows = data?.halopsaClients;
  const choose = (value: string) => {
    const { id, name } = pick(rows, value);
    if (id !== chosen.haloClientId) onChange({ haloClientId: id, haloClientName: name });
  };
  const options = optionsOf(rows, chosen.haloClientId, chosen.haloClientName);
  return (
    <LabeledSelect
      label={label}
      value={chosen.haloClientId === null ? '' : String(chosen.haloClientId)}
      placeholder={clientPlaceholder(isConfigured, rows?.length, error !== undefined)}
      options={options}
      disabled={disabled || options.length === 0}
      help={error && !rows ? 'Error loading clients. Check your HaloPSA credentials.' : help}
      error={wrong}
      onChange={choose}
    />
  );
}

/** Chooses a HaloPSA client and one of its sites. Changing the client clears the site. */
export function ClientFields({ chosen, isConfigured, onChange, errors, disabled }: Props) {
  return (
    <>
      <ClientField
        {...{ chosen, isConfigured, disabled }}
        error={errors?.client}
        onChange={(client) => onChange({ ...client, haloSiteId: null, haloSiteName: null })}
      />
      {chosen.haloClientId !== null && (
        <SiteField
          {...{ chosen, isConfigured, onChange, disabled }}
          clientId={chosen.haloClientId}
          wrong={errors?.site}
        />
      )}
    </>
  );
}

type SiteProps = Omit<Props, 'errors'> & { clientId: number; wrong?: string };

function SiteField({ chosen, isConfigured, onChange, disabled, clientId, wrong }: SiteProps) {
  const { data, error } = useQuery(HalopsaSites, { variables: { clientId }, skip: !isConfigured });
  const rows = data?.halopsaSites;
  const choose = (value: string) => {
    const { id, name } = pick(rows, value);
    onChange({ ...chosen, haloSiteId: id, haloSiteName: name });
  };
  const options = optionsOf(rows, chosen.haloSiteId, chosen.haloSiteName);
  const failed = error !== undefined && !rows;
  return (
    <LabeledSelect
      label="Site"
      value={chosen.haloSiteId === null ? '' : String(chosen.haloSiteId)}
      placeholder={
        rows?.length === 0 || failed ? 'No sites found' : rows ? 'Select a site' : 'Loading sites...'
      }
      options={options}
      disabled={disabled || options.length === 0}
      help={
        failed ? 'Error loading sites. Check HaloPSA setup.' : 'Leave blank to use the client’s main site.'
      }
      error={wrong}
      onChange={choose}
    />
  );
}

function clientPlaceholder(isConfigured: boolean, count: number | undefined, failed: boolean): string {
  if (!isConfigured) return 'HaloPSA not configured';
  if (count === 0 || (failed && count === undefined)) return 'No clients found - check HaloPSA setup';
  return count === undefined ? 'Loading clients...' : 'Select a client';
}

/** The documented default: the ticket has no category. */
const UNCHOSEN = 1;

type Category = { haloCategory: number; haloCategoryName: string | null };

type CategoryFieldProps = {
  category: Category;
  isConfigured: boolean;
  onChange: (category: Category) => void;
  error?: string;
  disabled?: boolean;
};

export function CategoryField({ category, isConfigured, onChange, error, disabled }: CategoryFieldProps) {
  const { data, error: broken } = useQuery(HalopsaCategories, { skip: !isConfigured });
  const rows = data?.halopsaCategories;
  const { haloCategory, haloCategoryName } = category;
  const chosen = haloCategory === UNCHOSEN && !haloCategoryName ? null : haloCategory;
  const choose = (value: string) => {
    const { id, name } = pick(rows, value);
    onChange({ haloCategory: id ?? UNCHOSEN, haloCategoryName: name });
  };
  return (
    <LabeledSelect
      label="Category"
      value={chosen === null ? '' : String(chosen)}
      placeholder="No category"
      options={optionsOf(rows, chosen, haloCategoryName)}
      disabled={disabled}
      help={broken && !rows ? 'We couldn’t load the categories. Try again.' : undefined}
      error={error}
      onChange={choose}
    />
  );
}

type SeverityChecksProps = {
  offered: readonly AlertSeverity[];
  chosen: readonly AlertSeverity[];
  onChange: (chosen: AlertSeverity[]) => void;
  error?: string;
  disabled?: boolean;
};

/** The severities that become tickets. */
export function SeverityChecks({ error, ...checks }: SeverityChecksProps) {
  return (
    <chakra.fieldset minW={0}>
      <chakra.legend fontWeight="medium" mb={2}>
        Severities
      </chakra.legend>
      <StateCheckboxes {...checks} />
      {error && (
        <chakra.p mt={1.5} textStyle="sm" color="fg.error" display="flex" alignItems="center" gap={1.5}>
          <StateIcon state="critical" size={10} />
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
