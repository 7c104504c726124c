import type { CustomerContext } from '#api/graphql/context.ts';
import type { RuleCheck } from '../alerts/rule-checks.ts';
import type { TicketPlace } from '../controllers/ticket-place.ts';
import { connectionOf } from './connection.ts';
import { cachedList } from './lists.service.ts';

/** What is wrong with a chosen site, as far as is known without asking HaloPSA. */
export async function strangeSite(
  { em, viewer }: CustomerContext,
  { haloClientId, haloSiteId }: TicketPlace,
): Promise<string | undefined> {
  if (!haloSiteId) return undefined;
  if (!haloClientId) return 'Choose a client before a site';
  const connection = await connectionOf(em, viewer.team.id);
  const sites = connection && (await cachedList(em, connection, `sites:${haloClientId}`));
  const isKnown = !sites || sites.truncated || sites.rows.some(({ id }) => id === haloSiteId);
  return isKnown ? undefined : 'This site does not belong to the chosen client in HaloPSA';
}

/** Refuses a rule whose HaloPSA site belongs to another client. */
export const checkHaloSite: RuleCheck = async (ctx, rule, changes) => {
  const isChosen = changes.haloClientId !== undefined || changes.haloSiteId !== undefined;
  const strange = isChosen ? await strangeSite(ctx, rule) : undefined;
  return strange === undefined ? undefined : { haloSiteId: strange };
};
