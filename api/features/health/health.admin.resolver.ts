import { MaxLength } from 'class-validator';
import { ArgsType, Field, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { PlatformHealth } from './health.ts';
import * as service from './health.service.ts';

@ArgsType()
class RerunFailedJobsArgs {
  @Field({ description: 'Name of the job, as in the health of the queue: `send-mail`.' })
  @MaxLength(128, { message: 'The name must be 128 characters or less' })
  task!: string;
}

@Allow('admin')
@Resolver()
export class HealthAdminResolver {
  @Query(() => PlatformHealth, {
    description: 'Current health of the platform by component, with suggested actions.',
  })
  platformHealth(@Ctx() ctx: ViewerContext): Promise<PlatformHealth> {
    return service.platformHealth(ctx);
  }

  @Mutation(() => Int, {
    description: 'Retries the permanently failed jobs of one name. Returns their number.',
  })
  rerunFailedJobs(
    @Args(() => RerunFailedJobsArgs) { task }: RerunFailedJobsArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return service.rerunFailedJobs(ctx, task);
  }
}
