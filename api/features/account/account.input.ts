import { IsUrl, MaxLength, ValidateIf } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsNotBlank } from '#api/graphql/schema/rules.ts';
import { IsMailbox, IsName } from '#api/graphql/schema/texts.ts';
import { ProofInput } from '../auth/auth.input.ts';

/** Names are held to the rules of registration. */
@InputType({ description: 'How you are called. The address has a change of its own.' })
export class ProfileInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('First name')
  firstName!: string;

  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Last name')
  lastName!: string;

  @Field({ description: 'Whom you work for.' })
  @IsName('Company name')
  companyName!: string;

  @Field(() => String, { nullable: true, description: 'Absent: it stays. Null or empty: there is none.' })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: ProfileInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;
}

@InputType({ description: 'The address you want to sign in with, and the proof that it is you who asks.' })
export class NewEmailInput extends ProofInput {
  @Field({ description: 'The new address; it counts once the link mailed there is opened.' })
  @IsMailbox()
  email!: string;
}

@InputType({ description: 'The token of the link that was mailed to the new address.' })
export class EmailChangeInput {
  @Field({ description: 'From the address of that link.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'The proof that it is you who wants the account gone.' })
export class DeleteAccountInput extends ProofInput {}
