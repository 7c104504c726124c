import type { CustomerContext } from '#api/context.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { checkRules } from '../alerts/rule-checks.ts';
import { connectionOf } from './connection.ts';
import { cachedList } from './lists.service.ts';

/** What is wrong with a chosen site, as far as is known without asking HaloPSA. */
export async function strangeSite(
  { em, viewer }: CustomerContext,
  { haloClientId, haloSiteId }: Pick<AlertRule, 'haloClientId' | 'haloSiteId'>,
): Promise<string | undefined> {
  if (!haloClientId || !haloSiteId) return undefined;
  const connection = await connectionOf(em, viewer.team.id);
  const sites = connection && (await cachedList(em, connection, `sites:${haloClientId}`));
  const isKnown = !sites || sites.truncated || sites.rows.some(({ id }) => id === haloSiteId);
  return isKnown ? undefined : 'This site does not belong to the chosen client in HaloPSA';
}

checkRules(async (ctx, rule, changes) => {
  const strange = changes.haloSiteId ? await strangeSite(ctx, rule) : undefined;
  return strange === undefined ? undefined : { haloSiteId: strange };
});
