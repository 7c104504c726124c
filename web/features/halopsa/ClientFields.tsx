import { useQuery } from '@apollo/client/react';
import { Choice } from '#web/ui/Choice.tsx';
import { optionsOf, pick } from './choices.ts';
import { HalopsaClients, HalopsaSites } from './halopsa.gql.ts';

/** Whose ticket it is, and where; names are kept for the time when HaloPSA does not answer. */
export type Chosen = {
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

/** A client of HaloPSA and, once it is chosen, one of its sites. Another client clears the site. */
export function ClientFields({ chosen, isConfigured, onChange, errors, disabled }: Props) {
  const { data, error } = useQuery(HalopsaClients, { skip: !isConfigured });
  const rows = data?.halopsaClients;
  const choose = (value: string) => {
    const { id, name } = pick(rows, value);
    if (id === chosen.haloClientId) return;
    onChange({ haloClientId: id, haloClientName: name, haloSiteId: null, haloSiteName: null });
  };
  const options = optionsOf(rows, chosen.haloClientId, chosen.haloClientName);
  return (
    <>
      <Choice
        label="Client"
        value={chosen.haloClientId === null ? '' : String(chosen.haloClientId)}
        placeholder={clientPlaceholder(isConfigured, rows?.length, error !== undefined)}
        options={options}
        disabled={disabled || options.length === 0}
        help={error && !rows ? 'Error loading clients. Check your HaloPSA credentials.' : undefined}
        error={errors?.client}
        onChange={choose}
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
    <Choice
      label="Site"
      value={chosen.haloSiteId === null ? '' : String(chosen.haloSiteId)}
      placeholder={
        rows?.length === 0 || failed ? 'No sites found' : rows ? 'Select a site' : 'Loading sites...'
      }
      options={options}
      disabled={disabled || options.length === 0}
      help={
        failed
          ? 'Error loading sites. Check HaloPSA setup.'
          : 'Left open, HaloPSA takes the client’s main site.'
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
