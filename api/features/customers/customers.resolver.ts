import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Customer } from './customer.entity.ts';
import {
  CustomerChanges,
  CustomerInput,
  CustomerPage,
  CustomerSearch,
  maxCustomers,
} from './customer.input.ts';
import * as service from './customers.service.ts';

@Resolver(() => Customer)
export class CustomersResolver {
  @FieldResolver(() => Int, { description: 'Number of its sites.' })
  async siteCount(@Root() customer: Customer, @Ctx() ctx: ViewerContext): Promise<number> {
    return (await service.siteCountOf(ctx, customer.id)) ?? 0;
  }

  @Allow('read')
  @Query(() => [Customer], {
    description: "Returns your team's customers, by name or those with open alerts first.",
  })
  customers(@Args(() => CustomerPage) page: CustomerPage, @Ctx() ctx: ViewerContext): Promise<Customer[]> {
    return service.customers(ctx, page);
  }

  @Allow('read')
  @Query(() => Int, { description: 'Returns the number of matching customers.' })
  customerCount(
    @Args(() => CustomerSearch) search: CustomerSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return service.customerCount(ctx, search);
  }

  @Allow('read')
  @Query(() => Customer, { description: 'Returns one customer of your team.' })
  customer(
    @Arg('id', () => ID, { description: 'ID of a customer of your team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Customer> {
    return service.customer(ctx, id);
  }

  @Allow('manage')
  @Mutation(() => Customer, {
    description: `Adds a customer. A team can have ${maxCustomers.toLocaleString('en')}.`,
  })
  createCustomer(
    @Arg('input', () => CustomerInput, { description: 'Name, color, tags and HaloPSA client.' })
    input: CustomerInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Customer> {
    return service.createCustomer(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => Customer, { description: 'Updates a customer.' })
  updateCustomer(
    @Arg('id', () => ID, { description: 'ID of a customer of your team.' }) id: string,
    @Arg('input', () => CustomerChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: CustomerChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<Customer> {
    return service.updateCustomer(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => ID, {
    description:
      'Deletes a customer. Its sites stay, without a customer. Refused while a rule, channel or maintenance window is limited to it, while its monthly report email is on, and while a controller assigns new sites to it.',
  })
  deleteCustomer(
    @Arg('id', () => ID, { description: 'ID of a customer of your team. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteCustomer(ctx, id);
  }
}
