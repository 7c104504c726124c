import { useQuery } from '@apollo/client/react';
import { chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { siteOptions } from '#web/features/controllers/controller-state.ts';
import { graphql } from '#web/gql/index.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { MANY } from '#web/ui/FilterField.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { MaintenanceControllers } from './useWindows.ts';
import { ALL_CONTROLLERS, type WindowValues } from './window-form.ts';
import { macWords } from './window-words.ts';

export const MaintenanceSites = graphql(`
  query MaintenanceSites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
      isSelected
    }
  }
`);

export const MaintenanceDevices = graphql(`
  query MaintenanceDevices($controllerId: ID!, $siteId: String, $search: String) {
    devices(controllerId: $controllerId, siteId: $siteId, search: $search) {
      id
      hostId
      mac
      name
      model
    }
  }
`);

/** The scope of a window: everywhere, a controller, one of its sites, or one device. */
export function PlaceFields() {
  const { values, setValues } = useFormikContext<WindowValues>();
  const { data } = useQuery(MaintenanceControllers);
  const { error } = useFormField<string>('controllerId');
  const { controllerId } = values;
  const options = [
    { value: ALL_CONTROLLERS, label: 'All controllers' },
    ...(data?.controllers ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <LabeledSelect
        label="Controller"
        value={controllerId}
        options={options}
        error={error}
        onChange={(next) =>
          void setValues({ ...values, controllerId: next, siteId: '', siteName: '', deviceMac: '' })
        }
      />
      {controllerId !== ALL_CONTROLLERS && (
        <>
          <SiteChoice />
          {/* Another one for each place: what was found at the one before is not offered. */}
          <DeviceField
            key={`${controllerId} ${values.siteId}`}
            controllerId={controllerId}
            siteId={values.siteId}
          />
        </>
      )}
    </>
  );
}

function SiteChoice() {
  const { values, setValues } = useFormikContext<WindowValues>();
  const { controllerId, siteId, siteName } = values;
  const { data, error } = useQuery(MaintenanceSites, { variables: { controller: controllerId } });
  const { error: wrong } = useFormField<string>('siteId');
  const options = siteOptions(data?.sites ?? [], siteId, siteName);
  const help = error ? 'We couldn’t load this controller’s sites.' : undefined;
  const choose = (next: string) => {
    const found = data?.sites.find(({ hostId }) => hostId === next)?.hostName;
    const name = found ?? (next === siteId ? siteName : '');
    void setValues({ ...values, siteId: next, siteName: name, deviceMac: '' });
  };
  return (
    <LabeledSelect
      label="Site"
      value={siteId}
      placeholder={data || error ? 'All sites' : 'Loading sites from UniFi…'}
      options={options}
      help={help}
      error={wrong}
      onChange={choose}
    />
  );
}

/** Page size of the server's device list. */
const LISTED = 50;

type Props = { controllerId: string; siteId: string };

/** One device of the controller, or all of them; where there are many, those that a search finds. */
function DeviceField({ controllerId, siteId }: Props) {
  const { field, helpers, error: wrong } = useFormField<string>('deviceMac');
  const [sought, setSought] = useState('');
  const variables = { controllerId, siteId: siteId || null, search: sought || null };
  const { data, previousData, error, loading } = useQuery(MaintenanceDevices, { variables });
  const devices = (data ?? previousData)?.devices ?? [];
  // A maintenance window names its device by MAC.
  const named = devices.filter(({ mac }) => mac);
  const found = named.map(({ mac, name, model }) => ({
    value: mac,
    label: [name, model, macWords(mac)].filter(Boolean).join(' · '),
  }));
  const chosen = field.value;
  const known = chosen === '' || found.some(({ value }) => value === chosen);
  const options = known ? found : [{ value: chosen, label: macWords(chosen) }, ...found];
  const isLong = sought !== '' || devices.length > MANY;
  return (
    <Stack gap={2}>
      <LabeledSelect
        label="Device"
        value={chosen}
        placeholder="All devices"
        options={options}
        error={wrong}
        help={helpWords(error !== undefined, sought, devices.length)}
        onChange={(mac) => void helpers.setValue(mac)}
      />
      {isLong && (
        <chakra.div css={{ '& > div': { width: 'full' } }}>
          <SearchField
            label="Find a device"
            value={sought}
            onSearch={setSought}
            searching={loading && !data}
          />
        </chakra.div>
      )}
    </Stack>
  );
}

function helpWords(failed: boolean, sought: string, count: number): string | undefined {
  if (failed) return 'We couldn’t load this controller’s devices.';
  if (sought && count === 0) return `No device is called “${sought}”.`;
  if (count === LISTED)
    return `The first ${LISTED} are listed; search for others by name, model or MAC address.`;
  return sought ? `${count === 1 ? '1 device' : `${count} devices`} found` : undefined;
}
