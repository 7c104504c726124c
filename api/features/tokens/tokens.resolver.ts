import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ApiLimits, ApiToken, NewApiToken } from './api-token.entity.ts';
import * as service from './tokens.service.ts';
import { apiLimits } from './tokens.service.ts';
import { ApiTokenInput } from './api-token.input.ts';

@Resolver()
export class TokensResolver {
  @Allow('person')
  @Query(() => [ApiToken], { description: 'Returns your own API tokens in this team, newest first.' })
  apiTokens(@Ctx() ctx: ViewerContext): Promise<ApiToken[]> {
    return service.apiTokens(ctx);
  }

  @Allow('person')
  @Mutation(() => NewApiToken, {
    description:
      'Creates an API token that acts on your behalf in this team. The token is only returned once.',
  })
  createApiToken(
    @Arg('input', () => ApiTokenInput, { description: 'Name, scopes and lifetime.' })
    input: ApiTokenInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<NewApiToken> {
    return service.createApiToken(ctx, input);
  }

  @Allow('person')
  @Mutation(() => ID, {
    description: 'Revokes one of your API tokens immediately, and closes its live connections.',
  })
  revokeApiToken(
    @Arg('id', () => ID, { description: 'ID of one of your `apiTokens`. The mutation returns it.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.revokeApiToken(ctx, id);
  }

  @Allow('read')
  @Query(() => ApiLimits, { description: 'Returns the limits of the API.' })
  apiLimits(@Ctx() ctx: ViewerContext): Promise<ApiLimits> {
    return apiLimits(ctx);
  }
}
