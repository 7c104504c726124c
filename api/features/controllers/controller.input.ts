import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsNotEmpty,
  IsOptional,
  Matches,
  MaxLength,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { Field, InputType, ArgsType, Int, ID } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsName } from '#api/graphql/schema/texts.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { mostSites } from './selected-sites.ts';

/** Real Site Manager keys are far shorter, so longer text can't be a key. */
const longestKey = 500;

@InputType()
class NamedKey {
  @Field({ description: 'Yours to choose: 1 to 100 characters on one line.' })
  @IsName('Name', 'Controller name is required')
  name!: string;

  @Field({ description: 'Stored encrypted and never sent back.' })
  @Matches(/\S/, { message: 'Please enter your UniFi Site Manager API key' })
  @IsNotEmpty({ message: 'Please enter your UniFi Site Manager API key' })
  @MaxLength(longestKey, { message: `API key must be ${longestKey} characters or less` })
  apiKey!: string;
}

const rejectDuplicate =
  'Rejects the request if a controller of your team already uses this API key. The error then has `reason` `known_key`, and `controllerId` and `controllerName` of that controller. Default: `false`.';

@InputType({ description: 'Name and UniFi Site Manager API key of a controller.' })
export class ControllerInput extends NamedKey {
  @Field(() => Boolean, { nullable: true, description: rejectDuplicate })
  @IsOptional()
  @IsBoolean()
  rejectDuplicate?: boolean | null;
}

@InputType()
class ControllerFields extends NamedKey {
  @Field(() => String, {
    nullable: true,
    description:
      '`hostId` of one of `sites`, which becomes the only selected site. `null` monitors all sites, including new ones.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Site not found' })
  selectedSiteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Ignored. Kept for older clients, because the name is read from UniFi.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Site name must be 200 characters or less' })
  selectedSiteName?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      '`hostId`s of the sites to monitor, 1 to 1,000. `null` monitors all sites, including new ones. Open alerts of sites that it leaves out end with the next reading. Give either this or `selectedSiteId`.',
  })
  @IsOptional()
  @ArrayMinSize(1, { message: 'Tick at least one site, or choose all sites' })
  @ArrayMaxSize(mostSites, { message: 'Tick at most 1,000 sites, or choose all sites' })
  @MaxLength(200, { each: true, message: 'Site not found' })
  selectedSiteIds?: string[] | null;
}

/** Omitted fields keep their value. */
export const ControllerChanges = PartialInput(ControllerFields, 'ControllerChanges');
export type ControllerChanges = Partial<ControllerFields>;

@InputType({ description: 'API key of a UniFi Site Manager account.' })
export class SiteManagerInput {
  @Field({ description: 'API key from unifi.ui.com. Stored encrypted and never returned.' })
  @Matches(/\S/, { message: 'Please enter your UniFi Site Manager API key' })
  @IsNotEmpty({ message: 'Please enter your UniFi Site Manager API key' })
  @MaxLength(longestKey, { message: `API key must be ${longestKey} characters or less` })
  apiKey!: string;

  @Field(() => Boolean, { nullable: true, description: rejectDuplicate })
  @IsOptional()
  @IsBoolean()
  rejectDuplicate?: boolean | null;
}

/** Filters of a controller list. */
@ArgsType()
export class ControllerSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Only those with each of its words in their name or the name of their site.',
  })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;
}

/** Which page of its items to return. */
@ArgsType()
export class ControllerPage extends ControllerSearch {
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to sort by status: offline, error, pending, not monitored, online. Then by name, with numbers in numeric order.',
  })
  worstFirst!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: `Page size, up to ${maxListLength}. If omitted, all of them.`,
  })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first?: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of controllers to skip.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip?: number | null;
}

@ArgsType()
export class DeviceSearch {
  @Field(() => String, {
    nullable: true,
    description: '`hostId` of a site. `null` means every monitored site of the controller.',
  })
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Search words, all of which must be in the name, model, MAC address or IP address.',
  })
  @MaxLength(100, { message: 'Search must be 100 characters or less' })
  search?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'How many at most.' })
  @Min(1, { message: '`first` must be between 1 and 200' })
  @Max(200, { message: '`first` must be between 1 and 200' })
  first!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Sorts by state, then by name: offline, impaired, unknown, busy, online.',
  })
  worstFirst!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the last device on the previous page. Keep the same order.',
  })
  after?: string | null;
}
