import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { ApiLimits, ApiToken, NewApiToken } from './api-token.entity.ts';
import * as service from './tokens.service.ts';
import { apiLimits } from './tokens.service.ts';
import { ApiTokenInput } from './api-token.input.ts';

@Resolver()
export class TokensResolver {
  @Allow('person')
  @Query(() => [ApiToken], { description: 'Your own API tokens in this team, newest first.' })
  apiTokens(@Ctx() ctx: CustomerContext): Promise<ApiToken[]> {
    return service.apiTokens(ctx);
  }

  @Allow('person')
  @Mutation(() => NewApiToken, {
    description: 'Makes a key with which a program acts for you in this team; it is told this once.',
  })
  createApiToken(
    @Arg('input', () => ApiTokenInput, { description: 'What it is for, what it may do, and for how long.' })
    input: ApiTokenInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<NewApiToken> {
    return service.createApiToken(ctx, input);
  }

  @Allow('person')
  @Mutation(() => ID, { description: 'Ends a token of yours at once, live connections included.' })
  revokeApiToken(
    @Arg('id', () => ID, { description: 'One of `apiTokens`. It comes back as the answer.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.revokeApiToken(ctx, id);
  }

  @Allow('read')
  @Query(() => ApiLimits, { description: 'How much a program may ask for here.' })
  apiLimits(@Ctx() ctx: CustomerContext): Promise<ApiLimits> {
    return apiLimits(ctx);
  }
}
