import { afterSave } from '../integrations/saved.ts';
import { bringForward } from './bring-forward.ts';
import { wake } from './wake.ts';

/** What could not be delivered as the channel was is tried at once as it is now. */
afterSave(async (em, integrationId) => {
  await bringForward(em, integrationId, new Date());
  await wake(em, [integrationId]);
});
