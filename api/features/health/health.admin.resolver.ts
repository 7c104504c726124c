import { MaxLength } from 'class-validator';
import { ArgsType, Field, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { PlatformHealth } from './health.ts';
import * as service from './health.service.ts';

@ArgsType()
class RerunFailedJobsArgs {
  @Field({ description: 'The name of the job, as the troubles of the queue tell it: `send-mail`.' })
  @MaxLength(128, { message: 'The name must be 128 characters or less' })
  task!: string;
}

@Allow('admin')
@Resolver()
export class HealthAdminResolver {
  @Query(() => PlatformHealth, {
    description:
      'How the product itself does, part by part, with what to do. Looked at when it is asked for.',
  })
  platformHealth(@Ctx() ctx: CustomerContext): Promise<PlatformHealth> {
    return service.platformHealth(ctx);
  }

  @Mutation(() => Int, {
    description: 'Runs jobs of one name that failed for good once more. Answers how many there are.',
  })
  rerunFailedJobs(
    @Args(() => RerunFailedJobsArgs) { task }: RerunFailedJobsArgs,
    @Ctx() ctx: CustomerContext,
  ): Promise<number> {
    return service.rerunFailedJobs(ctx, task);
  }
}
