import { ArrayMaxSize, ArrayUnique, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/schema/partial-input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';

/** A controller's alert settings on /halopsa-setup (specification 1, section 5). */
@InputType()
class HalopsaAlertFields {
  @Field()
  enabled!: boolean;

  @Field(() => [AlertSeverity])
  @ArrayMaxSize(4, { message: 'Each severity can be chosen once' })
  @ArrayUnique({ message: 'Each severity can be chosen once' })
  severityLevels!: AlertSeverity[];

  @Field(() => Int, { nullable: true, description: 'Another client clears the site.' })
  @IsOptional()
  @Min(1, { message: 'Choose a client' })
  haloClientId?: number | null;

  @Field(() => String, { nullable: true, description: 'Left out: as the list of clients has it.' })
  @IsOptional()
  @MaxLength(200, { message: 'Client name must be 200 characters or less' })
  haloClientName?: string | null;

  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1, { message: 'Choose a site' })
  haloSiteId?: number | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200, { message: 'Site name must be 200 characters or less' })
  haloSiteName?: string | null;

  @Field(() => Int, { description: '1 high, 2 medium, 3 low.' })
  @Min(1, { message: 'Priority must be between 1 and 3' })
  @Max(3, { message: 'Priority must be between 1 and 3' })
  haloPriority!: number;

  @Field(() => Int)
  @Min(1, { message: 'Category must be at least 1' })
  haloCategory!: number;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200, { message: 'Category name must be 200 characters or less' })
  haloCategoryName?: string | null;
}

/** Absent fields stay as they are. */
export const HalopsaAlertsInput = PartialInput(HalopsaAlertFields, 'HalopsaAlertsInput');
export type HalopsaAlertsInput = Partial<HalopsaAlertFields>;
