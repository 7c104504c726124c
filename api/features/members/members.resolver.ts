import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { HandOverInput } from './members.input.ts';
import * as service from './members.service.ts';
import { handOverTeam } from './members.service.ts';
import { TeamMember } from './team-member.ts';

@Resolver()
export class MembersResolver {
  @Allow('read')
  @Query(() => [TeamMember], { description: 'Everybody in the team: its owner, then by when they joined.' })
  teamMembers(@Ctx() ctx: CustomerContext): Promise<TeamMember[]> {
    return service.teamMembers(ctx);
  }

  @Allow('own')
  @Mutation(() => TeamMember, {
    description: 'Gives a member another role; it holds from their next request on.',
  })
  changeMemberRole(
    @Arg('id', () => ID, { description: "An `id` of `teamMembers`; not the owner's." }) id: string,
    @Arg('role', () => TeamRole, {
      description: '`member` or `viewer`: a team is handed over by `handOverTeam`.',
    })
    role: TeamRole,
    @Ctx() ctx: CustomerContext,
  ): Promise<TeamMember> {
    return service.changeMemberRole(ctx, id, role);
  }

  @Allow('own')
  @Mutation(() => ID, {
    description: 'Takes a member out of the team: their sessions and API tokens in it end at once.',
  })
  removeMember(
    @Arg('id', () => ID, { description: "An `id` of `teamMembers`; not the owner's." }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.removeMember(ctx, id);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description:
      'Takes you out of the team. Your sessions go on in another team of yours, or in a new one if this was the only one.',
  })
  leaveTeam(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return service.leaveTeam(ctx);
  }

  @Allow('own')
  @Mutation(() => [TeamMember], { description: 'Makes a member the owner, and you a member.' })
  handOverTeam(
    @Arg('input', () => HandOverInput, { description: 'Who it goes to, and your password.' })
    input: HandOverInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<TeamMember[]> {
    return handOverTeam(ctx, input);
  }
}
