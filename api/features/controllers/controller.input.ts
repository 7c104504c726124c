import { IsBoolean, IsNotEmpty, IsOptional, Matches, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsName } from '#api/graphql/schema/texts.ts';

/** Site Manager keys seen so far are far shorter; longer text is no key. */
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

@InputType({ description: 'A name, and the key of a UniFi Site Manager account.' })
export class ControllerInput extends NamedKey {
  @Field(() => Boolean, { nullable: true, description: rejectDuplicate })
  @IsOptional()
  @IsBoolean()
  rejectDuplicate?: boolean | null;
}

@InputType()
class ControllerFields extends NamedKey {
  @Field(() => String, { nullable: true, description: 'A `hostId` of `sites`; null: none is selected.' })
  @IsOptional()
  @MaxLength(200, { message: 'Site not found' })
  selectedSiteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Kept for older clients; the name is read from UniFi.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Site name must be 200 characters or less' })
  selectedSiteName?: string | null;
}

/** Absent fields stay as they are. */
export const ControllerChanges = PartialInput(ControllerFields, 'ControllerChanges');
export type ControllerChanges = Partial<ControllerFields>;

@InputType({ description: 'The key of a UniFi Site Manager account.' })
export class SiteManagerInput {
  @Field({ description: 'Made at unifi.ui.com under API keys. Stored encrypted and never sent back.' })
  @Matches(/\S/, { message: 'Please enter your UniFi Site Manager API key' })
  @IsNotEmpty({ message: 'Please enter your UniFi Site Manager API key' })
  @MaxLength(longestKey, { message: `API key must be ${longestKey} characters or less` })
  apiKey!: string;

  @Field(() => Boolean, { nullable: true, description: rejectDuplicate })
  @IsOptional()
  @IsBoolean()
  rejectDuplicate?: boolean | null;
}
