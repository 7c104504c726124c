import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { Invitation } from '../teams/invitation.entity.ts';
import { acceptInvitation, invitation } from './accept-invitation.service.ts';
import { AcceptInvitationInput, InvitationInput } from './members.input.ts';
import { InvitationInfo } from './team-member.ts';
import * as service from './invitations.service.ts';

@Resolver()
export class InvitationsResolver {
  @Allow('own')
  @Query(() => [Invitation], {
    description: "Returns your team's pending invitations, newest first.",
  })
  teamInvitations(@Ctx() ctx: ViewerContext): Promise<Invitation[]> {
    return service.teamInvitations(ctx);
  }

  @Allow('own')
  @Mutation(() => Invitation, {
    description:
      'Emails someone a link to join your team. It expires after 7 days, and replaces an earlier invitation to the same address. You must have signed in or confirmed who you are within the last 15 minutes.',
  })
  inviteMember(
    @Arg('input', () => InvitationInput, { description: 'Person to invite.' }) input: InvitationInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Invitation> {
    return service.inviteMember(ctx, input);
  }

  @Allow('own')
  @Mutation(() => Invitation, {
    description: 'Resends an invitation with a new link. The previous link stops working.',
  })
  resendInvitation(
    @Arg('id', () => ID, { description: "ID of one of your team's invitations." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Invitation> {
    return service.resendInvitation(ctx, id);
  }

  @Allow('own')
  @Mutation(() => ID, { description: 'Revokes an invitation. Its link stops working immediately.' })
  revokeInvitation(
    @Arg('id', () => ID, { description: "ID of one of your team's invitations. The mutation returns it." })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.revokeInvitation(ctx, id);
  }

  @Query(() => InvitationInfo, { description: 'Returns the current status of an invitation link.' })
  invitation(
    @Arg('token', () => String, { description: 'Token from the link in the email.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<InvitationInfo> {
    return invitation(ctx, token);
  }

  @Mutation(() => Answer, { description: 'Accepts an invitation. Does not sign the person in.' })
  acceptInvitation(
    @Arg('input', () => AcceptInvitationInput, {
      description: 'Token, and the fields of a new account if one is needed.',
    })
    input: AcceptInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return acceptInvitation(ctx, input);
  }
}
