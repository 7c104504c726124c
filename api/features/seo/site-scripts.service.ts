import type { EntityManager } from '@mikro-orm/postgresql';
import { requireFreshProof, requireSuperAdmin } from '#api/graphql/access.ts';
import type { Config } from '#api/config/config.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { AdvancedSeo, scriptFields, ScriptState, type SiteScripts } from './seo.entity.ts';

/** What a super administrator confirms before scripts run on the origin where people sign in. */
export const riskStatement =
  'I understand that scripts on public pages can read the sign-in token of anyone who signs in to this address in the same browser, and I accept this risk.';

/** What scripts can reach depends on whether the site shares the app's origin. */
export function scriptState({ siteUrl }: Pick<Config, 'siteUrl'>, advanced: AdvancedSeo): ScriptState {
  if (siteUrl) return ScriptState.own_origin;
  return advanced.scriptRiskAcceptedAt ? ScriptState.accepted : ScriptState.blocked;
}

/** Applies to GraphQL, REST and reverting an earlier change. @throws Refused */
export function guardScripts(ctx: ViewerContext, fields: readonly string[]): void {
  if (!scriptFields.some((field) => fields.includes(field))) return;
  requireSuperAdmin(ctx);
  requireFreshProof(ctx);
}

export async function siteScripts({ em, app }: ViewerContext): Promise<SiteScripts> {
  return viewOf(app.config, await loadSingleton(em, AdvancedSeo));
}

/**
 * @throws Refused to anyone but a super administrator who has just confirmed who they are, Invalid for a
 * different statement
 */
export async function acceptScriptRisk(ctx: ViewerContext, statement: string): Promise<SiteScripts> {
  if (statement.trim() !== riskStatement)
    throw new Invalid({ statement: `Confirm the risk with this exact text: ${riskStatement}` });
  const { firstName, lastName } = ctx.viewer.user;
  return changeRisk(ctx, 'seo.script_risk_accept', {
    scriptRiskAcceptedAt: new Date(),
    scriptRiskAcceptedBy: `${firstName} ${lastName}`.trim(),
    scriptRiskStatement: riskStatement,
  });
}

/** Stops scripts on the app's origin. @throws Refused, like accepting */
export function withdrawScriptRisk(ctx: ViewerContext): Promise<SiteScripts> {
  return changeRisk(ctx, 'seo.script_risk_withdraw', {
    scriptRiskAcceptedAt: null,
    scriptRiskAcceptedBy: null,
    scriptRiskStatement: null,
  });
}

type Risk = Pick<AdvancedSeo, 'scriptRiskAcceptedAt' | 'scriptRiskAcceptedBy' | 'scriptRiskStatement'>;

async function changeRisk(ctx: ViewerContext, action: string, risk: Risk): Promise<SiteScripts> {
  requireSuperAdmin(ctx);
  requireFreshProof(ctx);
  const saved = await ctx.em.transactional(async (em) => {
    const row = await lockedRow(em);
    const before = { statement: row.scriptRiskStatement ?? null };
    em.assign(row, risk);
    await em.flush();
    const after = { statement: row.scriptRiskStatement ?? null };
    await record(em, ctx, { action, subject: 'Scripts on public pages', before, after });
    return row;
  });
  ctx.app.content.changed();
  return viewOf(ctx.app.config, saved);
}

async function lockedRow(em: EntityManager): Promise<AdvancedSeo> {
  const row = await loadSingleton(em, AdvancedSeo);
  await em.execute('select 1 from advanced_seo where id = 1 for update', [], 'run');
  return em.refreshOrFail(row);
}

function viewOf(config: Pick<Config, 'siteUrl' | 'publicUrl'>, advanced: AdvancedSeo): SiteScripts {
  return {
    state: scriptState(config, advanced),
    origin: config.siteUrl ?? config.publicUrl,
    statement: riskStatement,
    acceptedBy: advanced.scriptRiskAcceptedBy ?? null,
    acceptedAt: advanced.scriptRiskAcceptedAt ?? null,
    acceptedStatement: advanced.scriptRiskStatement ?? null,
  };
}
