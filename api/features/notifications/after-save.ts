import { afterSave } from '../integrations/saved.ts';
import { run } from './rows.ts';
import { wake } from './wake.ts';

/** What could not be delivered as the channel was is tried at once as it is now. */
afterSave(async (em, integrationId) => {
  await run(
    em,
    `update delivery set not_before = now() where integration_id = ? and status = 'retrying' and not_before > now()`,
    [integrationId],
  );
  await wake(em, [integrationId]);
});
