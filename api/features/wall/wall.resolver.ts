import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { WallLink } from './wall-link.entity.ts';
import * as service from './wall.service.ts';
import { NewWallLink, Wall, WallLinkInput } from './wall.types.ts';

@Resolver()
export class WallResolver {
  @Allow('manage')
  @Query(() => [WallLink], { description: "Returns your team's links for screens, newest first." })
  wallLinks(@Ctx() ctx: ViewerContext): Promise<WallLink[]> {
    return service.wallLinks(ctx);
  }

  @Query(() => Wall, { description: 'Returns what a wall shows. It needs a link, not a session.' })
  wall(
    @Arg('token', () => String, { description: 'The part of the link after `#`.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<Wall> {
    return service.wall(ctx, token);
  }

  @Allow('share')
  @Mutation(() => NewWallLink, {
    description: `Creates a link for a screen. Its address is only returned once. A team can have ${service.maxWallLinks}. If the last sign-in was more than 15 minutes ago, \`confirmIdentity\` is required first. API tokens can’t create links.`,
  })
  createWallLink(
    @Arg('input', () => WallLinkInput, { description: 'Name of the screen.' }) input: WallLinkInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<NewWallLink> {
    return service.createWallLink(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => ID, {
    description: 'Revokes a link. Screens that use it stop showing alerts within seconds.',
  })
  revokeWallLink(
    @Arg('id', () => ID, { description: 'ID of a link of your team. Returned as the result.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.revokeWallLink(ctx, id);
  }
}
