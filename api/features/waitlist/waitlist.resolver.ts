import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { WaitlistLink } from './waitlist-entry.entity.ts';
import * as links from './waitlist.service.ts';
import * as service from './waitlist.service.ts';
import { JoinWaitlistInput } from './waitlist.input.ts';

@Resolver()
export class WaitlistResolver {
  @Mutation(() => Answer, { description: 'Puts an address on the waitlist.' })
  joinWaitlist(
    @Arg('input', () => JoinWaitlistInput, { description: 'Address and package.' }) input: JoinWaitlistInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return service.joinWaitlist(ctx, input);
  }

  @Query(() => WaitlistLink, {
    description: 'The waitlist entry that an unsubscribe link refers to. Changes nothing.',
  })
  waitlistLink(
    @Arg('token', () => String, { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<WaitlistLink> {
    return links.waitlistLink(ctx, token);
  }

  @Mutation(() => WaitlistLink, {
    description: 'Unsubscribes from waitlist emails with the link in one of them.',
  })
  leaveWaitlist(
    @Arg('token', () => String, { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<WaitlistLink> {
    return links.leaveWaitlist(ctx, token);
  }

  @Mutation(() => WaitlistLink, {
    description: 'Resubscribes to waitlist emails with the link that unsubscribed.',
  })
  rejoinWaitlist(
    @Arg('token', () => String, { description: 'From the address of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<WaitlistLink> {
    return links.rejoinWaitlist(ctx, token);
  }
}
