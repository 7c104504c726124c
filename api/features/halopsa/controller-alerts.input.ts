import { IsOptional, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { AreSeverities, IsCategory, IsKeptName, IsPriority } from '../alerts/ticket-rules.ts';

/** A controller's alert settings on /halopsa-setup (specification 1, section 5). */
@InputType()
class HalopsaAlertFields {
  @Field({ description: 'Whether alerts of the controller open tickets.' })
  enabled!: boolean;

  @Field(() => [AlertSeverity], { description: 'Which of its alerts open one, each severity once.' })
  @AreSeverities()
  severityLevels!: AlertSeverity[];

  @Field(() => Int, {
    nullable: true,
    description: 'An `id` of `halopsaClients`. Another client clears the site.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a client' })
  haloClientId?: number | null;

  @Field(() => String, { nullable: true, description: 'Left out: as the list of clients has it.' })
  @IsKeptName('Client name')
  haloClientName?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'An `id` of `halopsaSites`. Null: the ticket names none.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a site' })
  haloSiteId?: number | null;

  @Field(() => String, { nullable: true, description: 'Left out: as the list of sites has it.' })
  @IsKeptName('Site name')
  haloSiteName?: string | null;

  @Field(() => Int, { description: '1 high, 2 medium, 3 low.' })
  @IsPriority(3)
  haloPriority!: number;

  @Field(() => Int, { description: 'An `id` of `halopsaCategories`.' })
  @IsCategory()
  haloCategory!: number;

  @Field(() => String, { nullable: true, description: 'Left out: as the list of categories has it.' })
  @IsKeptName('Category name')
  haloCategoryName?: string | null;
}

/** Absent fields stay as they are. */
export const HalopsaAlertsInput = PartialInput(HalopsaAlertFields, 'HalopsaAlertsInput');
export type HalopsaAlertsInput = Partial<HalopsaAlertFields>;
