import { useQuery } from '@apollo/client/react';
import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { shorten } from '#web/lib/shorten.ts';
import type { Option } from '#web/ui/Select.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { AlertControllers, RuleSites } from './alerts.gql.ts';
import { ALL_CONTROLLERS, type RuleValues } from './rule-form.ts';

/** Where the rule applies: every controller, or one, and there every site or one. */
export function ScopeFields() {
  const { values, setFieldValue } = useFormikContext<RuleValues>();
  const { data } = useQuery(AlertControllers);
  const { controllerId } = values;
  const before = useRef(controllerId);
  useEffect(() => {
    if (before.current !== controllerId) void setFieldValue('siteId', '');
    before.current = controllerId;
  }, [controllerId, setFieldValue]);

  const options: Option[] = [
    { value: ALL_CONTROLLERS, label: 'All controllers' },
    ...(data?.controllers ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <SelectField name="controllerId" label="Controller" options={options} />
      {controllerId !== ALL_CONTROLLERS && <SiteField controllerId={controllerId} siteId={values.siteId} />}
    </>
  );
}

function SiteField({ controllerId, siteId }: { controllerId: string; siteId: string }) {
  const { data, error } = useQuery(RuleSites, { variables: { controller: controllerId } });
  const sites = (data?.sites ?? []).map(({ hostId, hostName }) => ({ value: hostId, label: hostName }));
  const known = siteId === '' || sites.some(({ value }) => value === siteId);
  const options = known ? sites : [...sites, { value: siteId, label: shorten(siteId) }];
  const help = error
    ? 'The sites of this controller cannot be loaded at the moment.'
    : data
      ? undefined
      : 'Asking UniFi for the sites…';
  return <SelectField name="siteId" label="Site" placeholder="All sites" options={options} help={help} />;
}
