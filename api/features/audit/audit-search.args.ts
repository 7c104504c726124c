import { IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

@ArgsType()
export class AuditSearch {
  @Field(() => String, {
    nullable: true,
    description:
      'Each of its words stands in who, what (as it is called), to whom, from where, before or after.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only what was done to this person, team or thing.' })
  @IsOptional()
  @MaxLength(64, { message: 'This is no id' })
  subjectId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only this action, such as `user.suspend`.' })
  @IsOptional()
  @MaxLength(100, { message: 'This is no action' })
  action?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'From the beginning; without it the newest first.' })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class AuditPage extends AuditSearch {
  @Field(() => ID, {
    nullable: true,
    description: 'The last entry that is already there: only those that come after it in this order.',
  })
  @IsOptional()
  @Matches(/^\d{1,18}$/, { message: 'This is no entry of the audit log' })
  before?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'At most so many entries.' })
  @Min(1, { message: 'Ask for at least 1 entry' })
  @Max(200, { message: 'Ask for at most 200 entries' })
  first!: number;
}
