import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { WallLink } from './wall-link.entity.ts';
import * as service from './wall.service.ts';
import { Wall, WallLinkInput } from './wall.types.ts';

@Resolver(() => WallLink)
export class WallResolver {
  @FieldResolver(() => String, {
    description: 'Address to open on the screen. Anyone who has it sees the wall.',
  })
  url(@Root() link: WallLink, @Ctx() ctx: Context): string {
    return service.addressOf(ctx, link);
  }

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

  @Allow('manage')
  @Mutation(() => WallLink, { description: 'Creates a link for a screen. A team can have 50.' })
  createWallLink(
    @Arg('input', () => WallLinkInput, { description: 'Name of the screen.' }) input: WallLinkInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<WallLink> {
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
