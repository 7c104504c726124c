import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { TransferOwnershipInput } from './members.input.ts';
import * as service from './members.service.ts';
import { transferOwnership } from './members.service.ts';
import { TeamMember } from './team-member.ts';

@Resolver()
export class MembersResolver {
  @Allow('read')
  @Query(() => [TeamMember], {
    description: "Returns the team's members: the owner first, then by join date.",
  })
  teamMembers(@Ctx() ctx: ViewerContext): Promise<TeamMember[]> {
    return service.teamMembers(ctx);
  }

  @Allow('own')
  @Mutation(() => TeamMember, {
    description: "Changes a member's role, effective from their next request.",
  })
  changeMemberRole(
    @Arg('id', () => ID, { description: "ID of a member of `teamMembers`, except the owner's." }) id: string,
    @Arg('role', () => TeamRole, {
      description: 'New role, `member` or `viewer`. Use `transferOwnership` to transfer ownership.',
    })
    role: TeamRole,
    @Ctx() ctx: ViewerContext,
  ): Promise<TeamMember> {
    return service.changeMemberRole(ctx, id, role);
  }

  @Allow('own')
  @Mutation(() => ID, {
    description: 'Removes a member from the team. Their sessions and API tokens in it end immediately.',
  })
  removeMember(
    @Arg('id', () => ID, { description: "ID of a member of `teamMembers`, except the owner's." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.removeMember(ctx, id);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description:
      'Leaves the team. Your sessions continue in another of your teams, or in a new one if you have no other.',
  })
  leaveTeam(@Ctx() ctx: ViewerContext): Promise<boolean> {
    return service.leaveTeam(ctx);
  }

  @Allow('own')
  @Mutation(() => [TeamMember], { description: 'Transfers ownership to a member. You become a member.' })
  transferOwnership(
    @Arg('input', () => TransferOwnershipInput, { description: 'The new owner, and your password.' })
    input: TransferOwnershipInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<TeamMember[]> {
    return transferOwnership(ctx, input);
  }
}
