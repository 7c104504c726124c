import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Package } from '../packages/package.entity.ts';
import { User } from '../users/user.entity.ts';
import { Team } from './team.entity.ts';
import { TeamChoice } from './membership.entity.ts';
import { TeamInput } from './team.input.ts';
import * as service from './teams.service.ts';

@Resolver(() => User)
export class TeamsResolver {
  @Allow('person')
  @Query(() => [TeamChoice], {
    description: 'Returns the teams that you belong to, in the order you joined them.',
  })
  myTeams(@Ctx() ctx: ViewerContext): Promise<TeamChoice[]> {
    return service.myTeams(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, { description: 'Switches this session to another of your teams.' })
  switchTeam(
    @Arg('id', () => ID, { description: 'ID of one of `myTeams`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return service.switchTeam(ctx, id);
  }

  @Allow('own')
  @Mutation(() => Team, { description: 'Updates the name and time zone of your team.' })
  renameTeam(
    @Arg('input', () => TeamInput, { description: 'The new name and time zone.' }) input: TeamInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Team> {
    return service.renameTeam(ctx, input);
  }

  @FieldResolver(() => Package, {
    nullable: true,
    description: 'Package of your current team. `null` for other users.',
  })
  teamPackage(@Root() user: User, @Ctx() ctx: Context): Promise<Package | null> {
    return service.teamPackage(ctx, user);
  }
}
