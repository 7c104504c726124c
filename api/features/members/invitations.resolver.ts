import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
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
    description: 'Who was asked to join your team and has not answered, newest first.',
  })
  teamInvitations(@Ctx() ctx: CustomerContext): Promise<Invitation[]> {
    return service.teamInvitations(ctx);
  }

  @Allow('own')
  @Mutation(() => Invitation, {
    description:
      'Emails someone a link to join your team. It expires after 7 days, and replaces an earlier invitation to the same address. You must have signed in or confirmed who you are within the last 15 minutes.',
  })
  inviteMember(
    @Arg('input', () => InvitationInput, { description: 'Whom to ask.' }) input: InvitationInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Invitation> {
    return service.inviteMember(ctx, input);
  }

  @Allow('own')
  @Mutation(() => Invitation, {
    description: 'Mails an invitation once more, with a new link; the one before is void.',
  })
  resendInvitation(
    @Arg('id', () => ID, { description: "One of your team's invitations." }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<Invitation> {
    return service.resendInvitation(ctx, id);
  }

  @Allow('own')
  @Mutation(() => ID, { description: 'Takes an invitation back; its link is void.' })
  revokeInvitation(
    @Arg('id', () => ID, { description: "One of your team's invitations. It comes back as the answer." })
    id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.revokeInvitation(ctx, id);
  }

  @Query(() => InvitationInfo, { description: 'What the token of a mailed invitation is worth now.' })
  invitation(
    @Arg('token', () => String, { description: 'From the link of the mail.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<InvitationInfo> {
    return invitation(ctx, token);
  }

  @Mutation(() => Answer, { description: 'Joins the team, once. It signs nobody in.' })
  acceptInvitation(
    @Arg('input', () => AcceptInvitationInput, { description: 'The token, and what a new account needs.' })
    input: AcceptInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return acceptInvitation(ctx, input);
  }
}
