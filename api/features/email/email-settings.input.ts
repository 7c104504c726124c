import { Matches, MaxLength, ValidateIf } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { isMask } from '#api/security/secrets.ts';
import { IsAddress, IsNotBlank, IsOneLine, IsName } from '#api/graphql/schema/texts.ts';

/** The sender's settings (specification 2, section 5). */
@InputType({ description: 'Email provider settings.' })
export class EmailSettingsInput {
  @Field(() => String, {
    nullable: true,
    description:
      'SendGrid API key with the permission Mail Send. If omitted, blank or masked, the saved key stays.',
  })
  @ValidateIf(({ apiKey }: EmailSettingsInput) => Boolean(apiKey?.trim()) && !isMask(apiKey))
  @Matches(/^\s*[\x21-\x7e]+\s*$/, { message: "API key can't contain spaces" })
  @MaxLength(200, { message: 'API key must be 200 characters or less' })
  apiKey?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Removes the saved key.' })
  removeApiKey?: boolean | null;

  @Field({ description: "Sender's address, which must be verified with the provider." })
  @IsNotBlank({ message: 'From email is required' })
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'From email must be 254 characters or less' })
  fromEmail!: string;

  @Field({ description: "The sender's name, as recipients see it." })
  @IsName('From name')
  fromName!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether emails use the provider. If omitted, it keeps its value. Initially on.',
  })
  isActive?: boolean | null;
}

@InputType({ description: 'A test email.' })
export class TestEmailInput {
  @Field({ description: 'Recipient.' })
  @IsNotBlank({ message: 'Recipient email is required' })
  @IsAddress({ message: 'Please enter a valid email address' })
  @MaxLength(254, { message: 'Recipient email must be 254 characters or less' })
  recipientEmail!: string;

  @Field({ description: '1 to 150 characters.' })
  @IsNotBlank({ message: 'Subject is required' })
  @IsOneLine({ message: 'Subject must be on one line' })
  @MaxLength(150, { message: 'Subject must be 150 characters or less' })
  subject!: string;

  @Field({ description: "Text or HTML. Tags that emails don't support are removed." })
  @IsNotBlank({ message: 'Message is required' })
  @MaxLength(10_000, { message: 'Message must be 10,000 characters or less' })
  message!: string;
}
