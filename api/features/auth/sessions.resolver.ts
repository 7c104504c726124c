import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import * as service from './sessions.service.ts';
import { SignedInSession } from './signed-in-session.ts';

@Resolver()
export class SessionsResolver {
  @Allow('person')
  @Query(() => [SignedInSession], { description: 'Where you are signed in, the latest seen first.' })
  sessions(@Ctx() ctx: CustomerContext): Promise<SignedInSession[]> {
    return service.sessions(ctx);
  }

  @Allow('person')
  @Mutation(() => ID, { description: 'Ends one of your sessions, its live connections included.' })
  endSession(
    @Arg('id', () => ID, { description: 'One of `sessions`. It comes back as the answer.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.endSession(ctx, id);
  }

  @Allow('person')
  @Mutation(() => Int, {
    description: 'Ends every session of yours but the one that asks. Says how many ended.',
  })
  endOtherSessions(@Ctx() ctx: CustomerContext): Promise<number> {
    return service.endOtherSessions(ctx);
  }

  @Allow('enter')
  @Mutation(() => Boolean, { description: 'Says that somebody is at the screen: the idle time starts anew.' })
  keepSession(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return service.keepSession(ctx);
  }
}
