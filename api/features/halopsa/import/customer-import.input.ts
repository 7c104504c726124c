import { ArrayMaxSize, ArrayMinSize, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { maxCustomers } from '../../customers/customer.input.ts';

/** Which page of the clients to preview. */
@ArgsType()
export class HalopsaImportPage {
  @Field(() => Int, { defaultValue: maxListLength, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of clients to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(100_000, { message: '`skip` must be 100,000 or less' })
  skip!: number;
}

@InputType({ description: 'A client to import, as `halopsaImport` showed it.' })
export class HalopsaImportChoice {
  @Field(() => Int, { description: 'ID of the client in HaloPSA.' })
  clientId!: number;

  @Field({ description: 'The `stamp` of its row in the preview.' })
  @MaxLength(100, { message: '`stamp` isn’t from the preview' })
  stamp!: string;

  @Field(() => [ID], {
    defaultValue: [],
    description: 'Sites of its row to assign. Others stay as they are.',
  })
  @ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} sites for each client` })
  siteIds!: string[];
}

@ArgsType()
export class HalopsaImportChoices {
  @Field(() => [HalopsaImportChoice], { description: 'Up to 1,000 clients, each once.' })
  @ArrayMinSize(1, { message: 'Choose at least one client' })
  @ArrayMaxSize(maxCustomers, { message: 'Choose up to 1,000 clients at a time' })
  rows!: HalopsaImportChoice[];
}
