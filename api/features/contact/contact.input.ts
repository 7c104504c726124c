import { Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { longestList } from '#api/graphql/document-weight.ts';
import { IsAddress, IsNotBlank, IsOneLine, IsVisible, all } from '#api/graphql/schema/texts.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { ContactSettings } from './contact-settings.entity.ts';
import { ContactStatus } from './contact-submission.entity.ts';

/** Absent fields stay as they are. */
export const ContactSettingsInput = PartialInput(ContactSettings, 'ContactSettingsInput');
export type ContactSettingsInput = Partial<ContactSettings>;

/** The documented words, whichever field is empty. */
const required = 'All fields are required to send your message.';

const IsThere = () => all(IsNotBlank({ message: required }), IsVisible({ message: required }));

/** The form of /contact (specification 2, sections 5 and 7). */
@InputType({ description: 'What a visitor writes to the operator.' })
export class SubmitContactInput {
  @Field({ description: 'Of the visitor, 1 to 100 characters.' })
  @IsThere()
  @IsOneLine({ message: 'Name must be on one line' })
  @MaxLength(100, { message: 'Name must be 100 characters or less' })
  name!: string;

  @Field({ description: 'Where the answer is mailed to.' })
  @IsThere()
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  email!: string;

  @Field({ description: '1 to 150 characters on one line.' })
  @IsThere()
  @IsOneLine({ message: 'Subject must be on one line' })
  @MaxLength(150, { message: 'Subject must be 150 characters or less' })
  subject!: string;

  @Field({ description: '1 to 5,000 characters; line breaks stay.' })
  @IsThere()
  @MaxLength(5000, { message: 'Message must be 5,000 characters or less' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'Nobody sees this field of the form: leave it empty.' })
  website?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Milliseconds from the form being shown to its being sent.',
  })
  elapsed?: number | null;
}

@InputType({ description: 'What becomes of a message; absent fields stay as they are.' })
export class UpdateContactInput {
  @Field(() => ContactStatus, {
    nullable: true,
    description: 'What became of it. There is no way back to `new`.',
  })
  status?: ContactStatus | null;

  @Field(() => String, { nullable: true, description: 'Notes about it, for administrators alone.' })
  @MaxLength(5000, { message: 'Notes must be 5,000 characters or less' })
  adminNotes?: string | null;
}

@InputType({ description: 'An answer to a message of a visitor.' })
export class ContactReplyInput {
  @Field({ description: 'Text, or HTML: what mail does not take of it is left out.' })
  @IsNotBlank({ message: 'Reply is required' })
  @MaxLength(10_000, { message: 'Reply must be 10,000 characters or less' })
  message!: string;
}

@InputType({ description: 'An answer that is given often; with an id the one that it takes the place of.' })
export class SavedReplyInput {
  @Field(() => ID, { nullable: true, description: 'Of the one to change. Null: a new one is made.' })
  id?: string | null;

  @Field({ description: 'What it is found by.' })
  @IsNotBlank({ message: 'Title is required' })
  @IsVisible({ message: 'Title is required' })
  @IsOneLine({ message: 'Title must be on one line' })
  @MaxLength(100, { message: 'Title must be 100 characters or less' })
  title!: string;

  @Field({ description: 'What is put into the answer.' })
  @IsNotBlank({ message: 'Text is required' })
  @MaxLength(10_000, { message: 'Text must be 10,000 characters or less' })
  text!: string;
}

/** Messages for whoever does not say how many: strangers write them, so there is no end to them. */
export const mostUnasked = 1000;

@ArgsType()
export class ContactSearch {
  @Field(() => ContactStatus, { nullable: true, description: 'Only those in this state.' })
  status?: ContactStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'Each word stands in the name, email, subject, message or notes, or is the short id.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whoever has waited longest first; without it the newest.',
  })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class ContactPage extends ContactSearch {
  @Field(() => ID, { nullable: true, description: 'The last message of the page before.' })
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many, at most ${longestList} at once; without it the newest ${mostUnasked}.`,
  })
  @Min(1, { message: 'Ask for at least one message' })
  @Max(longestList, { message: `Ask for at most ${longestList} messages at once` })
  first?: number | null;
}
