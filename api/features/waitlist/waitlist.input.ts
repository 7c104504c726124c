import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, registerEnumType, ObjectType } from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { IsNotBlank, IsOneLine, IsMailbox, IsNameIfAny } from '#api/graphql/schema/texts.ts';

/** The form of /waitlist (specification 2, sections 3 and 5). */
@InputType({ description: 'Email address and package of a waitlist entry.' })
export class JoinWaitlistInput {
  @Field({ description: 'Email address to notify when registration opens.' })
  @IsMailbox()
  email!: string;

  @Field(() => ID, { description: 'From `packages`.' })
  @IsNotBlank({ message: 'Package information not found' })
  packageId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Ignored, because the name is read from the package.',
  })
  @IsNameIfAny('Package name')
  packageName?: string | null;
}

/** The card "Send to waitlist" of /admin/email (specification 2, section 5). */
@InputType({ description: 'An email to the waitlist.' })
export class WaitlistEmailInput {
  @Field({ description: '1 to 150 characters.' })
  @IsNotBlank({ message: 'Subject is required' })
  @IsOneLine({ message: 'Subject must be on one line' })
  @MaxLength(150, { message: 'Subject must be 150 characters or less' })
  subject!: string;

  @Field({ description: "Text or HTML. Tags that emails don't support are removed." })
  @IsNotBlank({ message: 'Message is required' })
  @MaxLength(10_000, { message: 'Message must be 10,000 characters or less' })
  message!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'UUID of this attempt. Repeating it with the same UUID sends only one email.',
  })
  attempt?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to send even if an email with this subject was sent in the last ten minutes.',
  })
  again?: boolean | null;
}

export enum WaitlistSort {
  joined = 'joined',
  email = 'email',
  package = 'package',
}
registerEnumType(WaitlistSort, {
  name: 'WaitlistSort',
  description: 'Sort order of the waitlist.',
  valuesConfig: {
    joined: { description: 'When they joined it.' },
    email: { description: 'The address.' },
    package: { description: 'The package they wait for.' },
  },
});

@ArgsType()
export class WaitlistSearch {
  @Field(() => String, { nullable: true, description: 'Text that must be in the email or package name.' })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => WaitlistSort, { nullable: true, description: 'Field to sort by. By joining time if omitted.' })
  sort?: WaitlistSort | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to sort in descending order. By default, the list is newest first and the file oldest first; other orders are A to Z.',
  })
  descending?: boolean | null;
}

@ArgsType()
export class WaitlistPage extends WaitlistSearch {
  @Field(() => Int, { nullable: true, description: 'Number of entries to skip.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip?: number | null;

  @Field(() => ID, { nullable: true, description: 'The last entry of the page before.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Page size, up to ${maxListLength}. If omitted, all entries.`,
  })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first?: number | null;
}

export enum WaitlistExclusionReason {
  unsubscribed = 'unsubscribed',
  suppressed = 'suppressed',
}
registerEnumType(WaitlistExclusionReason, {
  name: 'WaitlistExclusionReason',
  description: "Why a waitlist entry isn't emailed.",
  valuesConfig: {
    unsubscribed: { description: 'They unsubscribed.' },
    suppressed: { description: 'The address is suppressed, see `emailSuppressions`.' },
  },
});

@ObjectType({ description: "A waitlist entry that isn't emailed." })
export class WaitlistExclusion {
  @Field({ description: 'Email address on the waitlist.' })
  email!: string;

  @Field(() => WaitlistExclusionReason, { description: "Why it isn't emailed." })
  why!: WaitlistExclusionReason;
}

@ObjectType({ description: 'Preview of an email to the waitlist.' })
export class WaitlistEmailPreview {
  @Field({ description: 'Subject, as recipients will see it.' })
  subject!: string;

  @Field({ description: 'Full HTML of the email, including its layout.' })
  html!: string;

  @Field({ description: 'The same for programs that show text alone.' })
  text!: string;

  @Field(() => Int, { description: 'Addresses it would go to.' })
  recipientCount!: number;

  @Field(() => Int, { description: 'People on the waitlist who would not get it.' })
  excludedCount!: number;

  @Field(() => [WaitlistExclusion], { description: "People who won't get it, up to 100." })
  excluded!: WaitlistExclusion[];
}
