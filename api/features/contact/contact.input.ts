import { Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { IsAddress, IsNotBlank, IsOneLine, IsVisible, all } from '#api/graphql/schema/texts.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { ContactSettings } from './contact-settings.entity.ts';
import { ContactStatus } from './contact-submission.entity.ts';

export const ContactSettingsInput = PartialInput(ContactSettings, 'ContactSettingsInput');
export type ContactSettingsInput = Partial<ContactSettings>;

/** Documented message, whichever field is empty. */
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

  @Field({ description: 'Email address for the reply.' })
  @IsThere()
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  email!: string;

  @Field({ description: '1 to 150 characters on one line.' })
  @IsThere()
  @IsOneLine({ message: 'Subject must be on one line' })
  @MaxLength(150, { message: 'Subject must be 150 characters or less' })
  subject!: string;

  @Field({ description: 'Message, 1 to 5,000 characters. Line breaks are kept.' })
  @IsThere()
  @MaxLength(5000, { message: 'Message must be 5,000 characters or less' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'Honeypot field. Leave it empty.' })
  website?: string | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Milliseconds from the form being shown to its being sent.',
  })
  elapsed?: number | null;
}

@InputType({ description: 'Changes to a message. Omitted fields keep their value.' })
export class UpdateContactInput {
  @Field(() => ContactStatus, {
    nullable: true,
    description: "Status. It can't be set back to `new`.",
  })
  status?: ContactStatus | null;

  @Field(() => String, { nullable: true, description: 'Notes about it, for administrators alone.' })
  @MaxLength(5000, { message: 'Notes must be 5,000 characters or less' })
  adminNotes?: string | null;
}

@InputType({ description: "Reply to a visitor's message." })
export class ContactReplyInput {
  @Field({ description: "Text or HTML. Tags that emails don't support are removed." })
  @IsNotBlank({ message: 'Reply is required' })
  @MaxLength(10_000, { message: 'Reply must be 10,000 characters or less' })
  message!: string;
}

@InputType({ description: 'A saved reply. With an ID, it replaces the existing one.' })
export class SavedReplyInput {
  @Field(() => ID, { nullable: true, description: 'ID of the reply to update. `null` creates a new one.' })
  id?: string | null;

  @Field({ description: 'What it is found by.' })
  @IsNotBlank({ message: 'Title is required' })
  @IsVisible({ message: 'Title is required' })
  @IsOneLine({ message: 'Title must be on one line' })
  @MaxLength(100, { message: 'Title must be 100 characters or less' })
  title!: string;

  @Field({ description: 'Text to insert into a reply.' })
  @IsNotBlank({ message: 'Text is required' })
  @MaxLength(10_000, { message: 'Text must be 10,000 characters or less' })
  text!: string;
}

/** Default page size, because the inbox can grow without limit. */
export const defaultMaxMessages = 1000;

@ArgsType()
export class ContactSearch {
  @Field(() => ContactStatus, { nullable: true, description: 'Only those in this state.' })
  status?: ContactStatus | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Search words, each of which must be in the name, email, subject, message or notes, or be the short ID.',
  })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to sort the longest waiting first instead of the newest.',
  })
  oldestFirst?: boolean | null;
}

@ArgsType()
export class ContactPage extends ContactSearch {
  @Field(() => ID, { nullable: true, description: 'The last message of the page before.' })
  before?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Page size, up to ${maxListLength}. If omitted, the newest ${defaultMaxMessages}.`,
  })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first?: number | null;
}
