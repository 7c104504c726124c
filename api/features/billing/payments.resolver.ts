import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import * as settings from './payment-settings.service.ts';
import { StripeConfig } from './payment-settings.view.ts';

@Resolver()
export class PaymentsResolver {
  @Query(() => StripeConfig, { description: 'Whether anything is sold, and the key that the web pays with.' })
  stripeConfig(@Ctx() ctx: Context): Promise<StripeConfig> {
    return settings.stripeConfig(ctx);
  }
}
