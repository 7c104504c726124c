import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { all, IsName } from '#api/graphql/schema/texts.ts';

/** The most customers that a team can have. */
export const maxCustomers = 1000;

/** Tags of a customer or site. Their texts are checked by `tidyTags`. */
export const AreTags = (): PropertyDecorator =>
  all(
    ArrayMaxSize(20, { message: 'Use up to 20 tags' }),
    MaxLength(40, { each: true, message: 'Tags must be 40 characters or less' }),
  );

/** Customers that a channel or window is limited to. `requireCustomers` checks that they are the team's. */
export const AreCustomers = (): PropertyDecorator =>
  all(IsOptional(), ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} customers` }));

@InputType({ description: 'A company whose sites your team looks after.' })
export class CustomerInput {
  @Field({
    description: 'Company name, 1 to 100 characters on one line. Unique in your team, ignoring case.',
  })
  @IsName('Name', 'Customer name is required')
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Color that marks it in lists, e.g. `#0369a1`. `null` or omitted chooses one.',
  })
  @IsOptional()
  @Matches(/^#[0-9a-f]{6}$/i, { message: 'Use a color such as #0369a1' })
  color?: string | null;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Up to 20 tags of up to 40 characters. Stored in lower case, each once.',
  })
  @AreTags()
  tags!: string[];

  @Field(() => Int, {
    nullable: true,
    description: 'An `id` of `halopsaClients`. `null` links it to no client.',
  })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of that client, stored for when HaloPSA is unavailable. Without it, the name in `halopsaClients` is used.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Client name must be 200 characters or less' })
  haloClientName?: string | null;
}

/** Omitted fields keep their value. */
export const CustomerChanges = PartialInput(CustomerInput, 'CustomerChanges');
export type CustomerChanges = Partial<CustomerInput>;

@ArgsType()
export class CustomerSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Search words, all of which must be in the name or tags.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;
}

/** Which page of the customers to return. */
@ArgsType()
export class CustomerPage extends CustomerSearch {
  @Field(() => [ID], { nullable: true, description: 'Only these customers, up to 200.' })
  @IsOptional()
  @ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} customers` })
  ids?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether those with open alerts come first, by their worst severity and then their number, instead of by name.',
  })
  worstFirst!: boolean;

  @Field(() => Int, { defaultValue: maxListLength, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of customers to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(maxCustomers, { message: `\`skip\` must be ${maxCustomers} or less` })
  skip!: number;
}
