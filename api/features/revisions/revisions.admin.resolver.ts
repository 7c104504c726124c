import { Max, Min } from 'class-validator';
import { Arg, Args, ArgsType, Ctx, Field, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ContentPart } from './content-part.store.ts';
import { ContentState, Revision } from './revision.entity.ts';
import { contentStates, revertRevision, revisions } from './revisions.service.ts';

@ArgsType()
class RevisionsOf {
  @Field(() => ContentPart, { description: 'Part of the content.' })
  part!: ContentPart;

  @Field(() => Int, { defaultValue: 50, description: 'At most so many changes.' })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(200, { message: '`first` must be 200 or less' })
  first!: number;
}

@Allow('admin')
@Resolver()
export class RevisionsAdminResolver {
  @Query(() => [ContentState], { description: 'The present version of each part of the content.' })
  contentStates(@Ctx() ctx: ViewerContext): Promise<ContentState[]> {
    return contentStates(ctx);
  }

  @Query(() => [Revision], { description: 'Changes to a part of the content, newest first.' })
  revisions(
    @Args(() => RevisionsOf) { part, first }: RevisionsOf,
    @Ctx() ctx: ViewerContext,
  ): Promise<Revision[]> {
    return revisions(ctx, part, first);
  }

  @Mutation(() => Revision, {
    description: 'Reverts a change and returns the new revision.',
  })
  revertRevision(
    @Arg('id', () => ID, { description: 'One of `revisions`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Revision> {
    return revertRevision(ctx, id);
  }
}
