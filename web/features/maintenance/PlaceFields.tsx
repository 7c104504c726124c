import { useQuery } from '@apollo/client/react';
import { useFormikContext } from 'formik';
import { shorten } from '#web/lib/shorten.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { DeviceField } from './DeviceField.tsx';
import { MaintenanceControllers, MaintenanceSites } from './maintenance.gql.ts';
import { ALL_CONTROLLERS, type WindowValues } from './window-form.ts';

/** Where nobody is told: everywhere, at a controller, at a site of it, or of one device. */
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
      <Choice
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
  const sites = (data?.sites ?? []).map(({ hostId, hostName }) => ({ value: hostId, label: hostName }));
  const known = siteId === '' || sites.some(({ value }) => value === siteId);
  const options = known ? sites : [...sites, { value: siteId, label: siteName || shorten(siteId) }];
  const help = error ? 'The sites of this controller cannot be loaded at the moment.' : undefined;
  const choose = (next: string) => {
    const name = options.find(({ value }) => value === next)?.label ?? '';
    void setValues({ ...values, siteId: next, siteName: name, deviceMac: '' });
  };
  return (
    <Choice
      label="Site"
      value={siteId}
      placeholder={data || error ? 'All sites' : 'Asking UniFi for the sites…'}
      options={options}
      help={help}
      error={wrong}
      onChange={choose}
    />
  );
}
