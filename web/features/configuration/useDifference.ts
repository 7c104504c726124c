import { useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import type { ApplyConfigurationMutation, PreviewConfigurationMutation } from '#web/gql/graphql.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { ending } from '#web/lib/session-over.ts';
import { ApplyConfiguration, PreviewConfiguration } from './configuration.gql.ts';

export type Difference = PreviewConfigurationMutation['previewConfiguration'];
type Applied = ApplyConfigurationMutation['applyConfiguration'];

/** What a file would do, asked as soon as it is there, and doing it. */
export function useDifference(file: string) {
  const [ask, { data, error: failure, loading, reset }] = useMutation(PreviewConfiguration);
  const [run, { loading: applying }] = useMutation(ApplyConfiguration, {
    // Whatever lists the screens know may be others now.
    update: (cache) =>
      ['alertRules', 'integrations', 'maintenanceWindows', 'myTeams'].forEach((fieldName) =>
        cache.evict({ fieldName }),
      ),
    refetchQueries: 'active',
  });
  const difference = loading ? undefined : data?.previewConfiguration;
  const [refusal, setRefusal] = useState<unknown>();
  const [applied, setApplied] = useState<Applied>();

  // A failure stands in the state of the mutation.
  const compare = useCallback(() => ending(ask({ variables: { file } })).catch(() => undefined), [ask, file]);
  useEffect(() => void compare(), [compare]);

  const look = () => {
    reset();
    setRefusal(undefined);
    return compare();
  };

  const apply = async () => {
    if (!difference || applying) return;
    setRefusal(undefined);
    try {
      const { data } = await ending(run({ variables: { file, basedOn: difference.basedOn } }));
      setApplied(data?.applyConfiguration);
    } catch (error) {
      setRefusal(error);
    }
  };
  /** Somebody else was quicker: what is shown is not true any more. */
  const isOutdated = readServerError(refusal).code === 'CONFLICT';
  return { difference, failure, refusal, isOutdated, applied, applying, look, apply };
}
