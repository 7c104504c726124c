import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsOptional, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
import { TokenScope } from './api-token.entity.ts';

/** Maximum lifetime in days, whatever the policy allows. */
export const maxLifetimeDays = 365;

@InputType({ description: 'Name, scopes and lifetime of a new API token.' })
export class ApiTokenInput {
  @Field({ description: 'Name, 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field(() => [TokenScope], { description: 'Scopes, without duplicates.' })
  @ArrayNotEmpty({ message: 'Choose at least one scope' })
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
  @Max(maxLifetimeDays, { message: 'Lifetime must be 1 to 365 days' })
  expiresInDays?: number | null;
}
