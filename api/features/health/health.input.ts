import { MaxLength } from 'class-validator';
import { ArgsType, Field } from 'type-graphql';

@ArgsType()
export class RerunFailedJobsArgs {
  @Field({ description: 'The name of the job, as the troubles of the queue tell it: `send-mail`.' })
  @MaxLength(128, { message: 'The name must be 128 characters or less' })
  task!: string;
}
