import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import * as choice from './halopsa-list.entity.ts';
import * as choices from './lists.service.ts';
import * as lists from './lists.service.ts';
import * as connection from './connection.service.ts';
import { HalopsaAlertsInput, HalopsaIntegrationInput } from './halopsa.input.ts';
import * as controllers from './controller-alerts.service.ts';
import { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaTicket } from './tickets/halopsa-ticket.entity.ts';
import * as routes from './tickets/ticket-routes.service.ts';
import { TicketRoute, TicketRoutePage } from './tickets/ticket-routes.service.ts';
import * as tickets from './tickets/tickets.service.ts';
import { problemsOf } from './tickets/tickets.service.ts';
// Opens tickets that maintenance postponed. Follows alerts wherever they change. Decides where the tickets of
// rules go.

@Resolver(() => HalopsaConnection)
export class HalopsaResolver {
  @Allow('read')
  @Query(() => HalopsaConnection, {
    nullable: true,
    description: "Returns your team's HaloPSA connection. `null` if it isn't configured.",
  })
  halopsaIntegration(@Ctx() ctx: ViewerContext): Promise<HalopsaConnection | null> {
    return connection.halopsaIntegration(ctx);
  }

  @FieldResolver(() => [String], {
    description: 'Problems that keep tickets from being created as configured, and how to fix them.',
  })
  problems(@Root() root: HalopsaConnection, @Ctx() ctx: ViewerContext): Promise<string[]> {
    return problemsOf(ctx, root);
  }

  @Allow('manage')
  @Mutation(() => HalopsaConnection, { description: 'Connects HaloPSA, or updates the connection.' })
  saveHalopsaIntegration(
    @Arg('input', () => HalopsaIntegrationInput, { description: 'URLs and credentials of your HaloPSA.' })
    input: HalopsaIntegrationInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<HalopsaConnection> {
    return connection.saveHalopsaIntegration(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => ID, { description: 'Disconnects HaloPSA. Existing tickets are not changed.' })
  deleteHalopsaIntegration(@Ctx() ctx: ViewerContext): Promise<string> {
    return connection.deleteHalopsaIntegration(ctx);
  }

  @Allow('manage')
  @Mutation(() => choice.HalopsaTest, {
    description:
      'Tests the connection and the permissions that tickets need. A failed test is a result, not an error.',
  })
  testHalopsaIntegration(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaTest> {
    return connection.testHalopsaIntegration(ctx);
  }

  @Allow('read')
  @Query(() => [choice.HalopsaClient], {
    description: 'Returns the clients in HaloPSA. Empty if HaloPSA is not configured.',
  })
  halopsaClients(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaClient[]> {
    return choices.choices(ctx, 'clients');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaSite], { description: 'Returns the sites of a client in HaloPSA.' })
  halopsaSites(
    @Arg('clientId', () => Int, { description: 'ID of a client of `halopsaClients`.' }) clientId: number,
    @Ctx() ctx: ViewerContext,
  ): Promise<choice.HalopsaSite[]> {
    return choices.sites(ctx, clientId);
  }

  @Allow('read')
  @Query(() => [choice.HalopsaCategory], {
    description: "Returns the options for a ticket's first category.",
  })
  halopsaCategories(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaCategory[]> {
    return choices.choices(ctx, 'categories');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaPriority], {
    description: "Returns the tenant's priorities, most urgent first.",
  })
  halopsaPriorities(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaPriority[]> {
    return choices.choices(ctx, 'priorities');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaTicketType], { description: 'Returns the ticket types that can be used.' })
  halopsaTicketTypes(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaTicketType[]> {
    return choices.choices(ctx, 'ticketTypes');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaStatus], {
    description: 'Returns the ticket statuses, including the one that means resolved.',
  })
  halopsaStatuses(@Ctx() ctx: ViewerContext): Promise<choice.HalopsaStatus[]> {
    return choices.choices(ctx, 'statuses');
  }

  @Allow('manage')
  @Mutation(() => HalopsaConnection, {
    description:
      'Refreshes the lists of clients, categories and so on from HaloPSA. They are also refreshed daily.',
  })
  refreshHalopsaLists(@Ctx() ctx: ViewerContext): Promise<HalopsaConnection> {
    return lists.refreshHalopsaLists(ctx);
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description: "Updates which of a controller's alerts create HaloPSA tickets, and how.",
  })
  configureHalopsaAlerts(
    @Arg('id', () => ID, { description: 'ID of one of your controllers.' }) id: string,
    @Arg('input', () => HalopsaAlertsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: HalopsaAlertsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return controllers.configureHalopsaAlerts(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => choice.HalopsaTicketTest, {
    description: 'Creates a real ticket in HaloPSA, marked as a test.',
  })
  testHalopsaAlert(
    @Arg('id', () => ID, { description: 'ID of the controller whose ticket settings are used.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<choice.HalopsaTicketTest> {
    return controllers.testHalopsaAlert(ctx, id);
  }

  @Allow('read')
  @Query(() => HalopsaTicket, {
    nullable: true,
    description: "Returns the ticket of an alert. `null` if the alert doesn't need one.",
  })
  halopsaTicket(
    @Arg('alertId', () => ID, { description: "ID of one of your team's alerts." }) alertId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<HalopsaTicket | null> {
    return tickets.halopsaTicket(ctx, alertId);
  }

  @Allow('read')
  @Query(() => [TicketRoute], {
    description:
      'Returns which HaloPSA client the tickets of your sites go to: those of customers first, by name, then all other sites together.',
  })
  halopsaTicketRoutes(
    @Args(() => TicketRoutePage) page: TicketRoutePage,
    @Ctx() ctx: ViewerContext,
  ): Promise<TicketRoute[]> {
    return routes.ticketRoutes(ctx, page);
  }

  @Allow('alerts')
  @Mutation(() => Alert, { description: 'Retries creating the tickets of an alert that have failed.' })
  retryTicket(
    @Arg('alertId', () => ID, { description: "ID of one of your team's alerts with a failed ticket." })
    alertId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Alert> {
    return tickets.retryTicket(ctx, alertId);
  }
}

@Resolver(() => HalopsaTicket)
export class HalopsaTicketResolver {
  @FieldResolver(() => [HalopsaTicket], {
    description:
      "Tickets of further clients that a provider's outage affects, by client. They were opened while the connection's `ticketPerClient` was on. Empty for linked tickets.",
  })
  linkedTickets(@Root() root: HalopsaTicket, @Ctx() ctx: ViewerContext): Promise<HalopsaTicket[]> {
    return tickets.linkedTickets(ctx, root);
  }
}
