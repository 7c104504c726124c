import { IsUrl, MaxLength, ValidateIf } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsAddress, IsNotBlank, IsOneLine } from '#api/schema/rules.ts';
import { ProofInput } from '../auth/proof.input.ts';

/** Names are held to the rules of registration. */
@InputType({ description: 'How you are called. The address has a change of its own.' })
export class ProfileInput {
  @Field()
  @MaxLength(100, { message: 'First name must be 100 characters or less' })
  @IsOneLine({ message: 'First name must be on one line' })
  @IsNotBlank({ message: 'First name is required' })
  firstName!: string;

  @Field()
  @MaxLength(100, { message: 'Last name must be 100 characters or less' })
  @IsOneLine({ message: 'Last name must be on one line' })
  @IsNotBlank({ message: 'Last name is required' })
  lastName!: string;

  @Field()
  @MaxLength(100, { message: 'Company name must be 100 characters or less' })
  @IsOneLine({ message: 'Company name must be on one line' })
  @IsNotBlank({ message: 'Company name is required' })
  companyName!: string;

  @Field(() => String, { nullable: true, description: 'Absent: it stays. Null or empty: there is none.' })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: ProfileInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;
}

@InputType({ description: 'The address you want to sign in with, and the proof that it is you who asks.' })
export class NewEmailInput extends ProofInput {
  @Field()
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  @IsAddress({ message: 'Please enter a valid email address' })
  @IsNotBlank({ message: 'Email is required' })
  email!: string;
}

@InputType({ description: 'The token of the link that was mailed to the new address.' })
export class EmailChangeInput {
  @Field()
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'The proof that it is you who wants the account gone.' })
export class DeleteAccountInput extends ProofInput {}
