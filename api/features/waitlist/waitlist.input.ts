import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, registerEnumType, ObjectType } from 'type-graphql';
import { longestList } from '#api/graphql/document-weight.ts';
import { IsNotBlank, IsOneLine, IsMailbox, IsNameIfAny } from '#api/graphql/schema/texts.ts';

/** The form of /waitlist (specification 2, sections 3 and 5). */
@InputType({ description: 'Who wants to be told when registration opens, and for which package.' })
export class JoinWaitlistInput {
  @Field({ description: 'Where to write to when registration opens.' })
  @IsMailbox()
  email!: string;

  @Field(() => ID, { description: 'From `packages`.' })
  @IsNotBlank({ message: 'Package information not found' })
  packageId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Not believed: what the package is called is known here.',
  })
  @IsNameIfAny('Package name')
  packageName?: string | null;
}

/** The card "Send to waitlist" of /admin/email (specification 2, section 5). */
@InputType({ description: 'A mail to everybody on the waitlist.' })
export class WaitlistEmailInput {
  @Field({ description: '1 to 150 characters.' })
  @IsNotBlank({ message: 'Subject is required' })
  @IsOneLine({ message: 'Subject must be on one line' })
  @MaxLength(150, { message: 'Subject must be 150 characters or less' })
  subject!: string;

  @Field({ description: 'Text, or HTML: what mail does not take of it is left out.' })
  @IsNotBlank({ message: 'Message is required' })
  @MaxLength(10_000, { message: 'Message must be 10,000 characters or less' })
  message!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'A UUID of the caller: however often it is sent, one mail goes out.',
  })
  attempt?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Also where a mail with this subject was sent within the last ten minutes.',
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
  description: 'By what the waitlist is put in order.',
  valuesConfig: {
    joined: { description: 'When they joined it.' },
    email: { description: 'The address.' },
    package: { description: 'The package they wait for.' },
  },
});

@ArgsType()
export class WaitlistSearch {
  @Field(() => String, { nullable: true, description: 'Stands somewhere in the email or the package name.' })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => WaitlistSort, { nullable: true, description: 'By what; without it by when they joined.' })
  sort?: WaitlistSort | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'The last first. Without it the list has the newest first, the file the oldest; else A to Z.',
  })
  descending?: boolean | null;
}

@ArgsType()
export class WaitlistPage extends WaitlistSearch {
  @Field(() => Int, { nullable: true, description: 'So many at the beginning are left out.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: 'Leave out 0 entries or more' })
  @Max(10_000_000, { message: 'Leave out at most 10,000,000 entries' })
  skip?: number | null;

  @Field(() => ID, { nullable: true, description: 'The last entry of the page before.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many, at most ${longestList} at once; everybody without it.`,
  })
  @Min(1, { message: 'Ask for at least one entry' })
  @Max(longestList, { message: `Ask for at most ${longestList} entries at once` })
  first?: number | null;
}

export enum LeftOutWhy {
  unsubscribed = 'unsubscribed',
  suppressed = 'suppressed',
}
registerEnumType(LeftOutWhy, {
  name: 'LeftOutWhy',
  description: 'Why somebody on the waitlist is not mailed.',
  valuesConfig: {
    unsubscribed: { description: 'They asked for no more mail.' },
    suppressed: { description: 'Their address takes no mail, see `mailSuppressions`.' },
  },
});

@ObjectType({ description: 'Somebody on the waitlist who is not mailed.' })
export class LeftOut {
  @Field({ description: 'The address as it stands on the waitlist.' })
  email!: string;

  @Field(() => LeftOutWhy, { description: 'What keeps the mail from them.' })
  why!: LeftOutWhy;
}

@ObjectType({ description: 'A mail to the waitlist before it is sent.' })
export class WaitlistEmailPreview {
  @Field({ description: 'As recipients would read it.' })
  subject!: string;

  @Field({ description: 'The whole mail with its frame, as mail programs show it.' })
  html!: string;

  @Field({ description: 'The same for programs that show text alone.' })
  text!: string;

  @Field(() => Int, { description: 'Addresses it would go to.' })
  recipientCount!: number;

  @Field(() => Int, { description: 'People on the waitlist who would not get it.' })
  leftOutCount!: number;

  @Field(() => [LeftOut], { description: 'Who would not get it, at most 100 of them.' })
  leftOut!: LeftOut[];
}
