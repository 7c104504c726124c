import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsOptional, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
import { TokenScope } from './api-token.entity.ts';

/** Days that a token can be asked to last, whatever the security policy allows. */
export const longestLifetime = 365;

@InputType({ description: 'What a new token is called, may do, and for how long.' })
export class ApiTokenInput {
  @Field({ description: 'What it is for: 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field(() => [TokenScope], { description: 'What it may do, each scope once.' })
  @ArrayNotEmpty({ message: 'Choose what the token may do' })
  @ArrayMaxSize(3, { message: 'Each scope can be chosen once' })
  @ArrayUnique({ message: 'Each scope can be chosen once' })
  scopes!: TokenScope[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Lifetime in days, 1 to 365, or less if the security policy allows less. Defaults to the longest allowed lifetime.',
  })
  @IsOptional()
  @Min(1, { message: 'Lifetime must be 1 to 365 days' })
  @Max(longestLifetime, { message: 'Lifetime must be 1 to 365 days' })
  expiresInDays?: number | null;
}
