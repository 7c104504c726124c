import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { requireFreshProof } from '#api/graphql/access.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { publishSessionsEnded } from '#api/live/sessions.ts';
import { isId } from '#api/db/id.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { bodyLimit, maxTokens, weightLimits } from '#api/graphql/limits.ts';
import { record } from '../audit/audit.service.ts';
import { addEmail } from '../email/outbox.store.ts';
import type { SecuritySettings } from '../security/security-settings.entity.ts';
import { policyOf } from '../security/security.service.ts';
import { lockTeamFor } from '../teams/lock-team.store.ts';
import { apiTokenPrefix, ApiToken, type NewApiToken, type ApiLimits } from './api-token.entity.ts';
import { maxLifetimeDays, type ApiTokenInput } from './api-token.input.ts';

/** Maximum API tokens of one person in a team. */
const maxApiTokens = 50;

/**
 * Creations per person, because each is emailed, and creating and revoking tokens all day would bypass the
 * request limits.
 */
const creationLimit: Limit = {
  name: 'api-tokens',
  attempts: 100,
  seconds: 3600,
  message: "You've created too many API tokens. Try again later.",
};

const day = 86_400_000;

/** The viewer's own tokens in this team, newest first, with the time the policy lets them end. */
export async function apiTokens({ em, viewer: { user, team } }: ViewerContext): Promise<ApiToken[]> {
  const policy = await policyOf(em);
  const found = await em.find(ApiToken, { user, team }, { orderBy: { createdAt: 'desc', id: 'asc' } });
  return found.map((token) => Object.assign(token, { expiresAt: tokenExpiry(token, policy) }));
}

/**
 * Creates a token, which is returned only once. @throws Conflict if there are too many, TooMany,
 * Unauthenticated if the person is no longer a member
 */
export async function createApiToken(ctx: ViewerContext, input: ApiTokenInput): Promise<NewApiToken> {
  requireFreshProof(ctx);
  const { user, team } = ctx.viewer;
  const token = `${apiTokenPrefix}${newToken()}`;
  const { scopes, expiresInDays } = input;
  const name = input.name.trim();
  const apiToken = Object.assign(new ApiToken(), {
    name,
    scopes,
    tokenHash: hashToken(token),
    tail: token.slice(-4),
    user,
    team,
    expiresAt: new Date(Date.now() + (await lifetimeOf(ctx, expiresInDays)) * day),
  });
  await ctx.app.attempts.take(creationLimit, user.id);
  await ctx.em.transactional(async (em) => {
    // Locked, because two concurrent requests could otherwise both pass the limit.
    await lockTeamFor(em, ctx, 'person');
    if ((await em.count(ApiToken, { user, team })) >= maxApiTokens) {
      throw new Conflict(`You have ${maxApiTokens} API tokens. Revoke one you no longer need first.`);
    }
    await em.persist(apiToken).flush();
    await addEmail(em, user.email, {
      kind: 'api-token-created',
      subject: 'A new API token was created',
      heading: 'A new API token was created',
      paragraphs: [
        `Programs can use the token “${name}” to act on your behalf in ${team.name}: ${scopes.join(', ')}.`,
      ],
      action: { label: 'Open Settings', url: `${ctx.app.config.publicUrl}/settings` },
      note: "If this wasn't you, revoke the token and change your password.",
    });
    await record(em, ctx, {
      action: 'api_token.create',
      subject: name,
      subjectId: apiToken.id,
      after: { team: team.name, scopes, expiresAt: apiToken.expiresAt?.toISOString() ?? null },
    });
  });
  return { token, apiToken };
}

/** Lifetime of a new token in days. @throws Invalid if it exceeds the policy */
async function lifetimeOf({ em }: ViewerContext, asked: number | null | undefined): Promise<number> {
  const policy = await policyOf(em);
  if (asked && asked > policy.apiTokenMaxDays)
    throw new Invalid({ expiresInDays: `API tokens can last at most ${policy.apiTokenMaxDays} days` });
  return asked ?? maxLifetimeOfNewTokens(policy);
}

/** Maximum lifetime of a new token in days: the product's, or the policy's if shorter. */
export function maxLifetimeOfNewTokens({
  apiTokenMaxDays,
}: Pick<SecuritySettings, 'apiTokenMaxDays'>): number {
  return Math.min(apiTokenMaxDays, maxLifetimeDays);
}

/** When a token expires: its own expiry or the policy's, whichever is earlier. */
export function tokenExpiry(
  { createdAt, expiresAt }: Pick<ApiToken, 'createdAt' | 'expiresAt'>,
  { apiTokenMaxDays }: Pick<SecuritySettings, 'apiTokenMaxDays'>,
): Date {
  const latest = new Date(createdAt.getTime() + apiTokenMaxDays * day);
  return expiresAt && expiresAt < latest ? expiresAt : latest;
}

/** Revokes one of the viewer's tokens, including live connections. @throws NotFound */
export async function revokeApiToken(ctx: ViewerContext, id: string): Promise<string> {
  const { user, team } = ctx.viewer;
  if (!isId(id)) throw new NotFound('API token');
  await ctx.em.transactional(async (em) => {
    const apiToken = await em.findOne(ApiToken, { id, user, team });
    const gone = apiToken && (await em.nativeDelete(ApiToken, { id }));
    if (!gone) throw new NotFound('API token');
    const { name: subject, scopes } = apiToken;
    await record(em, ctx, {
      action: 'api_token.revoke',
      subject,
      subjectId: id,
      before: { team: team.name, scopes },
    });
  });
  publishSessionsEnded(ctx.app.pubsub, [id]);
  return id;
}

export async function apiLimits({ app, em }: ViewerContext): Promise<ApiLimits> {
  const { requestsPerMinute, costPerMinute } = app.config;
  return {
    ...weightLimits,
    requestsPerMinute,
    costPerMinute,
    tokens: maxTokens,
    rows: maxListLength,
    bodyBytes: bodyLimit,
    tokenDays: maxLifetimeOfNewTokens(await policyOf(em)),
  };
}
