import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
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
import * as tickets from './tickets/tickets.service.ts';
import { problemsOf } from './tickets/tickets.service.ts';
// It opens what maintenance had put off.
// It follows alerts from wherever they are changed.
// It has a say in where the tickets of rules go.

@Resolver(() => HalopsaConnection)
export class HalopsaResolver {
  @Allow('read')
  @Query(() => HalopsaConnection, {
    nullable: true,
    description: "How your team's HaloPSA is reached; null when nothing is configured.",
  })
  halopsaIntegration(@Ctx() ctx: CustomerContext): Promise<HalopsaConnection | null> {
    return connection.halopsaIntegration(ctx);
  }

  @FieldResolver(() => [String], {
    description: 'What keeps tickets from being opened as they are wanted, and how to repair it.',
  })
  problems(@Root() root: HalopsaConnection, @Ctx() ctx: CustomerContext): Promise<string[]> {
    return problemsOf(ctx, root);
  }

  @Allow('manage')
  @Mutation(() => HalopsaConnection, { description: 'Connects HaloPSA, or changes how it is reached.' })
  saveHalopsaIntegration(
    @Arg('input', () => HalopsaIntegrationInput, { description: 'Where it is and how to sign in there.' })
    input: HalopsaIntegrationInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<HalopsaConnection> {
    return connection.saveHalopsaIntegration(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => ID, { description: 'Disconnects HaloPSA; tickets stay there as they are.' })
  deleteHalopsaIntegration(@Ctx() ctx: CustomerContext): Promise<string> {
    return connection.deleteHalopsaIntegration(ctx);
  }

  @Allow('manage')
  @Mutation(() => choice.HalopsaTest, {
    description: 'Asks HaloPSA now for all that is needed of it; a refusal is an answer.',
  })
  testHalopsaIntegration(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaTest> {
    return connection.testHalopsaIntegration(ctx);
  }

  @Allow('read')
  @Query(() => [choice.HalopsaClient], {
    description: 'The clients in HaloPSA; empty when nothing is configured.',
  })
  halopsaClients(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaClient[]> {
    return choices.choices(ctx, 'clients');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaSite], { description: 'The sites of a client in HaloPSA.' })
  halopsaSites(
    @Arg('clientId', () => Int, { description: 'An `id` of `halopsaClients`.' }) clientId: number,
    @Ctx() ctx: CustomerContext,
  ): Promise<choice.HalopsaSite[]> {
    return choices.sites(ctx, clientId);
  }

  @Allow('read')
  @Query(() => [choice.HalopsaCategory], { description: "Choices for a ticket's first category." })
  halopsaCategories(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaCategory[]> {
    return choices.choices(ctx, 'categories');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaPriority], {
    description: 'The priorities that the tenant has, most urgent first.',
  })
  halopsaPriorities(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaPriority[]> {
    return choices.choices(ctx, 'priorities');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaTicketType], { description: 'Types of tickets that may be opened.' })
  halopsaTicketTypes(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaTicketType[]> {
    return choices.choices(ctx, 'ticketTypes');
  }

  @Allow('read')
  @Query(() => [choice.HalopsaStatus], {
    description: 'The statuses that a ticket may have, among them the one that means resolved.',
  })
  halopsaStatuses(@Ctx() ctx: CustomerContext): Promise<choice.HalopsaStatus[]> {
    return choices.choices(ctx, 'statuses');
  }

  @Allow('manage')
  @Mutation(() => HalopsaConnection, {
    description:
      'Reads clients, categories and the other lists of HaloPSA anew; else that happens once a day.',
  })
  refreshHalopsaLists(@Ctx() ctx: CustomerContext): Promise<HalopsaConnection> {
    return lists.refreshHalopsaLists(ctx);
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description: "Sets which of a controller's alerts become a ticket in HaloPSA, and how.",
  })
  configureHalopsaAlerts(
    @Arg('id', () => ID, { description: 'One of your controllers.' }) id: string,
    @Arg('input', () => HalopsaAlertsInput, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: HalopsaAlertsInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Controller> {
    return controllers.configureHalopsaAlerts(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => choice.HalopsaTicketTest, {
    description: 'Opens a real ticket in HaloPSA that says that it is a test.',
  })
  testHalopsaAlert(
    @Arg('id', () => ID, { description: 'The controller whose settings it is made by.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<choice.HalopsaTicketTest> {
    return controllers.testHalopsaAlert(ctx, id);
  }

  @Allow('read')
  @Query(() => HalopsaTicket, {
    nullable: true,
    description: "How far an alert's ticket has come; null where none is wanted.",
  })
  halopsaTicket(
    @Arg('alertId', () => ID, { description: 'Of an alert of your team.' }) alertId: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<HalopsaTicket | null> {
    return tickets.halopsaTicket(ctx, alertId);
  }

  @Allow('alerts')
  @Mutation(() => Alert, { description: 'Tries again to open the ticket of an alert.' })
  retryTicket(
    @Arg('alertId', () => ID, { description: 'Of an alert of your team whose ticket has failed.' })
    alertId: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<Alert> {
    return tickets.retryTicket(ctx, alertId);
  }
}
