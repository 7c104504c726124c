import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whether the audit log is as it was written.' })
export class AuditIntegrity {
  @Field(() => Boolean, { description: 'Every entry is unchanged and follows the one before it.' })
  intact!: boolean;

  @Field(() => Int, { description: 'How many were read.' })
  entries!: number;

  @Field(() => ID, { nullable: true, description: 'The first entry that does not fit; null where all do.' })
  brokenAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of the newest entry; null without any. An end that was cut off leaves no gap: compare with the last "audit entry" line of the log.',
  })
  fingerprint!: string | null;
}
