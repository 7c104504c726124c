import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AlertView, MissingFilter } from './alert-view.entity.ts';
import { AlertViewChanges, AlertViewInput } from './alert-view.input.ts';
import * as service from './alert-views.service.ts';

@Resolver(() => AlertView)
export class AlertViewsResolver {
  @Allow('person')
  @Query(() => [AlertView], {
    description: 'Your saved views of Current Alerts in this team, by name. At most 50.',
  })
  alertViews(@Ctx() ctx: ViewerContext): Promise<AlertView[]> {
    return service.alertViews(ctx);
  }

  @Allow('person')
  @Mutation(() => AlertView, {
    description: 'Saves a view of Current Alerts for you in this team. You can have 50.',
  })
  createAlertView(
    @Arg('input', () => AlertViewInput, { description: 'Name and filters.' }) input: AlertViewInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertView> {
    return service.createAlertView(ctx, input);
  }

  @Allow('person')
  @Mutation(() => AlertView, { description: 'Updates one of your saved views.' })
  updateAlertView(
    @Arg('id', () => ID, { description: 'ID of one of your views in this team.' }) id: string,
    @Arg('input', () => AlertViewChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: AlertViewChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertView> {
    return service.updateAlertView(ctx, id, input);
  }

  @Allow('person')
  @Mutation(() => ID, { description: 'Deletes one of your saved views.' })
  deleteAlertView(
    @Arg('id', () => ID, { description: 'ID of one of your views in this team. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteAlertView(ctx, id);
  }

  @FieldResolver(() => [MissingFilter], {
    description:
      'Customers, sites and controllers in its filters that no longer exist. The filters still name them, so it shows none of their alerts instead of everyone’s.',
  })
  missing(@Root() view: AlertView, @Ctx() ctx: ViewerContext): Promise<MissingFilter[]> {
    return service.missingIn(ctx, view);
  }
}
