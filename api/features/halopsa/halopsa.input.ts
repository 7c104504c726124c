import { isURL, IsOptional, IsUrl, Matches, MaxLength, Min, ValidateBy } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { IsNotBlank } from '#api/graphql/schema/texts.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { AreSeverities, IsCategory, IsKeptName, IsPriority } from '../alerts/alert-rule.input.ts';

const address = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const notAddress = { message: 'Please enter a valid URL' };

/** The stored secret is kept only for the server it was saved for. An invalid URL counts as another server. */
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

/**
 * The form of /halopsa-setup (specification 1, section 5). The secret is never returned, and kept if omitted.
 */
@InputType({ description: "URLs and credentials of the team's HaloPSA, and how its tickets are handled." })
export class HalopsaIntegrationInput {
  @Field({ description: 'URL of the authorization server. `/auth` is added to a bare address.' })
  @IsNotBlank(notAddress)
  @IsUrl(address, notAddress)
  @MaxLength(500, notAddress)
  authServer!: string;

  @Field({ description: 'URL of the resource server. `/api` is added to a bare address.' })
  @IsNotBlank(notAddress)
  @IsUrl(address, notAddress)
  @MaxLength(500, notAddress)
  resourceServer!: string;

  @Field({ description: 'Client ID of the API application in HaloPSA.' })
  @IsNotBlank({ message: 'Client ID is required' })
  @MaxLength(200, { message: 'Client ID must be 200 characters or less' })
  clientId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Client secret. Omit it or leave it empty to keep the stored one. Required again when the server changes.',
  })
  @IsOptional()
  @IsThereForAnother
  @MaxLength(500, { message: 'Client Secret must be 500 characters or less' })
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Tenant name, for hosted servers only. Omit it to detect it from the server. `null` or empty means none.',
  })
  @IsOptional()
  @Matches(/^\s*[\w.-]{0,100}\s*$/, { message: 'Tenant must be the name used in your HaloPSA URL' })
  tenant?: string | null;

  @Field(() => String, { nullable: true, description: 'Scope names, separated by spaces.' })
  @IsOptional()
  @Matches(/^[\w:. -]{0,500}$/, { message: 'Scope must be a list of names separated by spaces' })
  scope?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "ID of a ticket type of `halopsaTicketTypes`. Omit it to keep the current one. `null` uses the tenant's default.",
  })
  @IsOptional()
  @Min(1, { message: 'Choose a ticket type' })
  ticketTypeId?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'ID of the status of `halopsaStatuses` that means resolved. Omit it to keep the current one. `null` leaves tickets open.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a status' })
  resolvedStatusId?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a recovery closes the ticket. Omit it or pass `null` to keep the current setting.',
  })
  closesTickets?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether an outage of an internet provider also opens a ticket for each further client. Omit it or pass `null` to keep the current setting.',
  })
  ticketPerClient?: boolean | null;
}

/** A controller's alert settings on /halopsa-setup (specification 1, section 5). */
@InputType()
class HalopsaAlertFields {
  @Field({ description: "Whether the controller's alerts create tickets." })
  enabled!: boolean;

  @Field(() => [AlertSeverity], {
    description: 'Severities of the alerts that create tickets, without duplicates.',
  })
  @AreSeverities()
  severityLevels!: AlertSeverity[];

  @Field(() => Int, {
    nullable: true,
    description: 'ID of a client of `halopsaClients`. Changing it clears the site.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a client' })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Client name. Defaults to the name in `halopsaClients`.',
  })
  @IsKeptName('Client name')
  haloClientName?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'ID of a site of `halopsaSites`. `null` creates tickets without a site.',
  })
  @IsOptional()
  @Min(1, { message: 'Choose a site' })
  haloSiteId?: number | null;

  @Field(() => String, { nullable: true, description: 'Site name. Defaults to the name in `halopsaSites`.' })
  @IsKeptName('Site name')
  haloSiteName?: string | null;

  @Field(() => Int, { description: 'Ticket priority: `1` high, `2` medium, `3` low.' })
  @IsPriority(3)
  haloPriority!: number;

  @Field(() => Int, { description: 'ID of a category of `halopsaCategories`.' })
  @IsCategory()
  haloCategory!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Category name. Defaults to the name in `halopsaCategories`.',
  })
  @IsKeptName('Category name')
  haloCategoryName?: string | null;
}

/** Omitted fields keep their value. */
export const HalopsaAlertsInput = PartialInput(HalopsaAlertFields, 'HalopsaAlertsInput');
export type HalopsaAlertsInput = Partial<HalopsaAlertFields>;
