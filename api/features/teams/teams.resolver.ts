import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
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
    description: 'Every team that you are in, the one you joined first at the top.',
  })
  myTeams(@Ctx() ctx: CustomerContext): Promise<TeamChoice[]> {
    return service.myTeams(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, { description: 'This session looks at another team of yours from now on.' })
  switchTeam(
    @Arg('id', () => ID, { description: 'An `id` of `myTeams`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<boolean> {
    return service.switchTeam(ctx, id);
  }

  @Allow('own')
  @Mutation(() => Team, { description: 'Renames your team, and sets its time zone.' })
  renameTeam(
    @Arg('input', () => TeamInput, { description: 'The new name and time zone.' }) input: TeamInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Team> {
    return service.renameTeam(ctx, input);
  }

  @FieldResolver(() => Package, {
    nullable: true,
    description: 'The package of the team you are looking at; null for other people.',
  })
  teamPackage(@Root() user: User, @Ctx() ctx: Context): Promise<Package | null> {
    return service.teamPackage(ctx, user);
  }
}
