import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Choice } from '#web/ui/Choice.tsx';
import { MANY } from '#web/ui/FindField.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { MaintenanceDevices } from './maintenance.gql.ts';
import { macWords } from './window-words.ts';

/** How many the server lists at once. */
const LISTED = 50;

type Props = { controllerId: string; siteId: string };

/** One device of the controller, or all of them; where there are many, those that a search finds. */
export function DeviceField({ controllerId, siteId }: Props) {
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
    <chakra.div display="flex" flexDirection="column" gap={2}>
      <Choice
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
    </chakra.div>
  );
}

function helpWords(failed: boolean, sought: string, count: number): string | undefined {
  if (failed) return 'The devices of this controller cannot be loaded at the moment.';
  if (sought && count === 0) return `No device is called “${sought}”.`;
  if (count === LISTED)
    return `The first ${LISTED} are listed; search for others by name, model or MAC address.`;
  return sought ? `${count === 1 ? '1 device' : `${count} devices`} found` : undefined;
}
