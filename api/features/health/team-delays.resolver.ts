import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { TeamDelays } from './health.ts';
import * as service from './health.service.ts';

@Resolver()
export class TeamDelaysResolver {
  @Allow('read')
  @Query(() => TeamDelays, {
    description:
      'Whether the product itself is late for your team: readings that were missed, messages that wait.',
  })
  teamDelays(@Ctx() ctx: ViewerContext): Promise<TeamDelays> {
    return service.teamDelays(ctx);
  }
}
