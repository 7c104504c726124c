import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { BillingDrift } from './billing-drift.ts';
import { PaymentSettingsInput } from './payment-settings.input.ts';
import * as settings from './payment-settings.service.ts';
import { PaymentSettingsView, StripeConfig, StripeTest } from './payment-settings.view.ts';
import * as reconciling from './reconcile.service.ts';
import { StripeEvent } from './stripe-event.entity.ts';
import { StripeEventSearch, StripeEventsArgs } from './stripe-events.args.ts';
import * as events from './stripe-events.service.ts';

@Allow('admin')
@Resolver()
export class BillingAdminResolver {
  @Query(() => PaymentSettingsView, { description: 'How the operator is paid; never the secrets.' })
  paymentSettings(@Ctx() ctx: CustomerContext): Promise<PaymentSettingsView> {
    return settings.paymentSettings(ctx);
  }

  @Mutation(() => PaymentSettingsView, {
    description: "Changes Stripe's keys; they hold at once, on every node.",
  })
  savePaymentSettings(
    @Arg('input', () => PaymentSettingsInput, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: PaymentSettingsInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<PaymentSettingsView> {
    return settings.savePaymentSettings(ctx, input);
  }

  @Mutation(() => StripeConfig, {
    description: 'Switches selling on or off. Off: nothing is sold, and visitors join the waitlist.',
  })
  setPurchasingEnabled(
    @Arg('enabled', () => Boolean, {
      description: 'True: packages are sold, and whoever wants can register.',
    })
    enabled: boolean,
    @Ctx() ctx: CustomerContext,
  ): Promise<StripeConfig> {
    return settings.setPurchasingEnabled(ctx, enabled);
  }

  @Mutation(() => StripeTest, { description: 'Asks Stripe by the saved key, and says what it answered.' })
  testStripe(@Ctx() ctx: CustomerContext): Promise<StripeTest> {
    return settings.testStripe(ctx);
  }

  @Query(() => [StripeEvent], { description: 'What Stripe told us, newest first.' })
  stripeEvents(@Args(() => StripeEventsArgs) args: StripeEventsArgs, @Ctx() ctx: CustomerContext) {
    return events.stripeEvents(ctx, args);
  }

  @Query(() => String, {
    description: `Events received from Stripe as CSV, all of them or those a search finds. ${lengthOf('GET /api/admin/stripe/events/csv')}`,
  })
  stripeEventsCsv(
    @Args(() => StripeEventSearch) search: StripeEventSearch,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return events.stripeEventsCsv(ctx, search);
  }

  @Mutation(() => StripeEvent, { description: 'Has something that Stripe told us applied once more.' })
  replayStripeEvent(
    @Arg('id', () => ID, { description: 'One of `stripeEvents`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<StripeEvent> {
    return events.replayStripeEvent(ctx, id);
  }

  @Mutation(() => [BillingDrift], {
    description: 'Compares everything with Stripe and mends what is another here; says what that was.',
  })
  reconcileBilling(@Ctx() ctx: CustomerContext): Promise<BillingDrift[]> {
    return reconciling.reconcileBilling(ctx);
  }

  @Query(() => [BillingDrift], { description: 'What the last comparison with Stripe found.' })
  billingDrift(@Ctx() ctx: CustomerContext): Promise<BillingDrift[]> {
    return reconciling.billingDrift(ctx);
  }
}
