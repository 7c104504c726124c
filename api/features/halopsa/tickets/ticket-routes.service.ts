import { Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { naturalOrderSql } from '#api/db/text-search.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { findOwn } from '#api/features/teams/lock-team.store.ts';
import { ticketClient, TicketClientSource } from './ticket-settings.ts';

registerEnumType(TicketClientSource, {
  name: 'HalopsaClientSource',
  description: 'What decides which HaloPSA client a ticket goes to. The first that names a client counts.',
  valuesConfig: {
    rule: { description: 'The alert rule that opens the ticket.' },
    customer: { description: 'The customer that the site of the alert belongs to.' },
    controller: { description: 'The controller, if the rule opens no tickets itself.' },
  },
});

@ObjectType({ description: 'The HaloPSA client that the tickets of some sites go to.' })
export class TicketRoute {
  @Field(() => TicketClientSource, {
    nullable: true,
    description: 'What decides it. `null`: nothing does, and tickets name no client.',
  })
  source!: TicketClientSource | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the customer that decides it. `null` if none does.',
  })
  customerName!: string | null;

  @Field(() => Int, { nullable: true, description: 'ID of the client. `null` if tickets name none.' })
  clientId!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the client when it was chosen. `null` if tickets name none.',
  })
  clientName!: string | null;

  @Field(() => Int, { description: 'Number of sites.' })
  siteCount!: number;
}

@ArgsType()
export class TicketRoutePage {
  @Field(() => ID, {
    nullable: true,
    description:
      'Controller whose own tickets are meant, at its sites. `null`: tickets of a rule without a client, at all sites.',
  })
  controllerId?: string | null;

  @Field(() => Int, { defaultValue: 20, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of routes to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(100_000, { message: '`skip` must be 100,000 or less' })
  skip!: number;
}

/** Where tickets of the team's sites go, as `ticketClient` decides. @throws NotFound for another team's controller */
export async function ticketRoutes(
  ctx: ViewerContext,
  { controllerId, first, skip }: TicketRoutePage,
): Promise<TicketRoute[]> {
  const controller = controllerId ? await findOwn(ctx, Controller, controllerId, 'Controller') : undefined;
  const { name, halo_client_id, halo_client_name } = tables.customer;
  const groups = await queryRows(
    ctx.em,
    {
      customerName: orNull(name),
      clientId: halo_client_id,
      clientName: halo_client_name,
      siteCount: int,
    },
    `select k.name as "customerName", k.halo_client_id as "clientId", k.halo_client_name as "clientName",
            count(*)::int as "siteCount"
       from team_site s left join customer k on k.id = s.customer_id and k.halo_client_id is not null
      where s.team_id = ? and s.controller_id ${controller ? '= ?' : 'is not null'}
      group by k.id order by k.id is null, ${naturalOrderSql('k.name')}, k.id limit ? offset ?`,
    [ctx.viewer.team.id, ...(controller ? [controller.id] : []), first, skip],
  );
  return groups.map(({ customerName, clientId, clientName, siteCount }): TicketRoute => {
    const customer =
      customerName !== null && clientId !== null ? { customerName, clientId, clientName } : undefined;
    const source = ticketClient(undefined, customer, controller)?.source ?? null;
    if (customer) return { ...customer, source, siteCount };
    const own = {
      clientId: controller?.haloClientId ?? null,
      clientName: controller?.haloClientName ?? null,
    };
    return { ...own, source, customerName: null, siteCount };
  });
}
