import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context, CustomerContext } from '#api/context.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';
import * as service from './auth.service.ts';
import { SignInInput } from './sign-in.input.ts';
import { SignInResult } from './sign-in-result.ts';

@Resolver(() => User)
export class AuthResolver {
  @Authorized()
  @Query(() => User, { description: 'The person who is signed in.' })
  me(@Ctx() ctx: CustomerContext): User {
    return ctx.viewer.user;
  }

  @FieldResolver(() => Team, {
    nullable: true,
    description: 'The team you are looking at; null for other people.',
  })
  team(@Root() user: User, @Ctx() ctx: Context): Team | null {
    return ctx.viewer?.user.id === user.id ? ctx.viewer.team : null;
  }

  @Mutation(() => SignInResult, { description: 'Begins a session.' })
  signIn(@Arg('input', () => SignInInput) input: SignInInput, @Ctx() ctx: Context): Promise<SignInResult> {
    return service.signIn(ctx, input);
  }

  @Authorized()
  @Mutation(() => Boolean, { description: 'Ends the session everywhere, live connections included.' })
  signOut(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return service.signOut(ctx);
  }
}
