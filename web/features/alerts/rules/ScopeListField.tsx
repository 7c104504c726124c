import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CustomersField, TagsField } from '#web/features/customers/CustomerFields.tsx';
import { graphql } from '#web/gql/index.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { useSettled } from '#web/lib/useSettled.ts';
import { type Choice, MultiCombobox } from '#web/ui/MultiCombobox.tsx';
import { roleWords } from '../alert-words.ts';
import type { ScopeListKind } from './scope-form.ts';

export const SiteChoices = graphql(`
  query SiteChoices($search: String) {
    teamSites(search: $search, first: 60) {
      id
      hostId
      name
      customer {
        id
        name
      }
    }
  }
`);

export const DeviceChoices = graphql(`
  query DeviceChoices($text: String!) {
    search(text: $text, first: 50) {
      devices {
        device {
          id
          mac
          name
          model
        }
        controllerName
      }
    }
  }
`);

export const DeviceModels = graphql(`
  query DeviceModels {
    deviceModels {
      model
      devices
    }
  }
`);

type Props = {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Labels of saved sites and devices. */
  names: ReadonlyMap<string, string>;
};

/** Edits one list of a scope. */
export function ScopeListField({ kind, names, ...field }: Props & { kind: ScopeListKind }) {
  switch (kind) {
    case 'customerIds':
      return <CustomersField {...field} />;
    case 'tags':
      return <TagsField {...field} help="Sites with one of these tags, their own or their customer’s." />;
    case 'siteIds':
      return <SitesField {...field} names={names} />;
    case 'deviceRoles':
      return <MultiCombobox {...field} options={roleOptions} nothing="All types are chosen." />;
    case 'models':
      return <ModelsField {...field} />;
    case 'names':
      return <NamesField {...field} />;
    case 'macs':
      return <DevicesField {...field} names={names} />;
  }
}

const roleOptions = keysOf(roleWords).map((role) => ({ value: role, label: roleWords[role] }));

/** Pause after the last key before a search, in milliseconds. */
const PAUSE = 250;

function SitesField({ names, ...field }: Props) {
  const search = useServerSearch(field.value, names);
  const { data, previousData, error, loading } = useQuery(SiteChoices, {
    variables: { search: search.sought || null },
  });
  const options = ((data ?? previousData)?.teamSites ?? []).map(({ hostId, name, customer }) => ({
    value: hostId,
    label: name,
    hint: customer?.name,
  }));
  return (
    <MultiCombobox
      {...field}
      {...search.props(options, loading)}
      nothing={error ? 'We couldn’t load the sites.' : 'No sites match.'}
    />
  );
}

/** Devices are many, so they're only listed for a search. */
function DevicesField({ names, ...field }: Props) {
  const search = useServerSearch(field.value, names);
  const { data, error, loading } = useQuery(DeviceChoices, {
    variables: { text: search.sought },
    skip: search.sought === '',
  });
  const found = search.sought === '' ? [] : (data?.search.devices ?? []);
  const options = found.flatMap(({ device: { mac, name, model }, controllerName }) =>
    mac ? [{ value: mac, label: name, hint: [model, controllerName].filter(Boolean).join(', ') }] : [],
  );
  const nothing = search.sought === '' ? 'Type a name, MAC or IP address, or model.' : 'No devices match.';
  return (
    <MultiCombobox
      {...field}
      {...search.props(options, loading)}
      nothing={error ? 'We couldn’t search the devices.' : nothing}
    />
  );
}

/** A search on the server. What was chosen keeps its label when the options change. */
function useServerSearch(value: readonly string[], names: ReadonlyMap<string, string>) {
  const [typed, setTyped] = useState('');
  const [seen, setSeen] = useState<readonly Choice[]>([]);
  const sought = useSettled(typed.trim(), PAUSE);
  const saved = [...names].map(([id, label]) => ({ value: id, label }));
  return {
    sought,
    props: (options: readonly Choice[], loading: boolean) => {
      const chosen = options.filter((one) => value.includes(one.value));
      const isNew = chosen.some((one) => !seen.some((other) => other.value === one.value));
      if (isNew) setSeen([...chosen, ...seen]);
      return {
        options,
        known: [...seen, ...saved],
        onSearch: setTyped,
        searching: loading || typed.trim() !== sought,
      };
    },
  };
}

function ModelsField(field: Omit<Props, 'names'>) {
  const { data, error } = useQuery(DeviceModels);
  const options = (data?.deviceModels ?? []).map(({ model, devices }) => ({
    value: model,
    label: model,
    hint: devices === 1 ? '1 device' : `${devices} devices`,
  }));
  return (
    <MultiCombobox
      {...field}
      options={options}
      create={textOf}
      help="A device whose model UniFi doesn’t report matches none."
      nothing={error ? 'We couldn’t load the models.' : 'Type a model.'}
    />
  );
}

const NamesField = (field: Omit<Props, 'names'>) => (
  <MultiCombobox
    {...field}
    options={[]}
    create={textOf}
    help="* stands for any text and ? for one character, such as *guest*. Without them, only the whole name matches. Case is ignored."
    nothing={`Type a name, or a pattern such as *guest*, and press Enter.`}
  />
);

/** The longest name or model that the server takes. */
const LONGEST = 100;

const textOf = (typed: string): string | undefined => typed.trim().slice(0, LONGEST) || undefined;
