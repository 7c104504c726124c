import { isURL, IsOptional, IsUrl, Matches, MaxLength, Min, ValidateBy } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { IsNotBlank } from '#api/graphql/schema/texts.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { AreSeverities, IsCategory, IsKeptName, IsPriority } from '../alerts/alert-rule.input.ts';

const address = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const notAddress = { message: 'Please enter a valid URL' };

/** A secret is kept for the server that it was saved for; what is no address is not that one. The rest is judged on saving. */
const IsThereForAnother = ValidateBy(
  {
    name: 'isThereForAnother',
    validator: {
      validate(secret: unknown, place) {
        const { authServer, resourceServer } = place!.object as HalopsaIntegrationInput;
        const couldBeStored = isURL(authServer, address) && isURL(resourceServer, address);
        return couldBeStored || String(secret).trim() !== '';
      },
    },
  },
  { message: 'Client Secret is required' },
);

/** The form of /halopsa-setup (specification 1, section 5); the secret is never sent back, and kept when left out. */
@InputType({ description: "How the team's HaloPSA is reached, and what is done with tickets there." })
export class HalopsaIntegrationInput {
  @Field({ description: 'A bare address is completed by `/auth`.' })
  @IsNotBlank(notAddress)
  @IsUrl(address, notAddress)
  @MaxLength(500, notAddress)
  authServer!: string;

  @Field({ description: 'A bare address is completed by `/api`.' })
  @IsNotBlank(notAddress)
  @IsUrl(address, notAddress)
  @MaxLength(500, notAddress)
  resourceServer!: string;

  @Field({ description: 'Of the API application that was made in HaloPSA.' })
  @IsNotBlank({ message: 'Client ID is required' })
  @MaxLength(200, { message: 'Client ID must be 200 characters or less' })
  clientId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Left out or empty: the stored one stays. Another server demands it anew.',
  })
  @IsOptional()
  @IsThereForAnother
  @MaxLength(500, { message: 'Client Secret must be 500 characters or less' })
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Hosted servers only. Left out: the server is asked for it. Null or empty: none.',
  })
  @IsOptional()
  @Matches(/^\s*[\w.-]{0,100}\s*$/, { message: 'Tenant must be a name as it stands in the address' })
  tenant?: string | null;

  @Field(() => String, { nullable: true, description: 'Names of scopes with blanks between them.' })
  @IsOptional()
  @Matches(/^[\w:. -]{0,500}$/, { message: 'Scope must be names with blanks between them' })
  scope?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'An `id` of `halopsaTicketTypes`. Left out: it stays. Null: the tenant decides.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a ticket type' })
  ticketTypeId?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'An `id` of `halopsaStatuses` that means resolved. Left out: it stays. Null: tickets stay open.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a status' })
  resolvedStatusId?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a recovery closes the ticket. Left out or null: it stays.',
  })
  closesTickets?: boolean | null;
}

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
