import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { BillingDrift, PaymentSettingsView, StripeConfig, StripeTest } from './payment-settings.entity.ts';
import { PaymentSettingsInput } from './payment-settings.input.ts';
import * as settings from './payment-settings.service.ts';
import * as priceCheck from './price-check.service.ts';
import { PackagePriceCheck } from './price-check.service.ts';
import { PackageSubscribers } from './team-subscription.ts';
import { subscribersByPackage } from './subscribers.service.ts';
import * as reconciling from './events/reconcile.service.ts';
import { StripeEvent, StripeEventSearch, StripeEventsArgs } from './events/stripe-event.entity.ts';
import * as events from './events/stripe-events.service.ts';

@Allow('admin')
@Resolver()
export class BillingAdminResolver {
  @Query(() => PaymentSettingsView, { description: 'Payment settings, without secrets.' })
  paymentSettings(@Ctx() ctx: ViewerContext): Promise<PaymentSettingsView> {
    return settings.paymentSettings(ctx);
  }

  @Mutation(() => PaymentSettingsView, {
    description: 'Updates the Stripe keys. They apply immediately on every node.',
  })
  savePaymentSettings(
    @Arg('input', () => PaymentSettingsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: PaymentSettingsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<PaymentSettingsView> {
    return settings.savePaymentSettings(ctx, input);
  }

  @Mutation(() => StripeConfig, {
    description: 'Turns purchasing on or off. When off, visitors can only join the waitlist.',
  })
  setPurchasingEnabled(
    @Arg('enabled', () => Boolean, {
      description: 'Whether packages can be bought and registration is open.',
    })
    enabled: boolean,
    @Ctx() ctx: ViewerContext,
  ): Promise<StripeConfig> {
    return settings.setPurchasingEnabled(ctx, enabled);
  }

  @Mutation(() => StripeTest, { description: 'Tests the saved key with Stripe and returns the result.' })
  testStripe(@Ctx() ctx: ViewerContext): Promise<StripeTest> {
    return settings.testStripe(ctx);
  }

  @Query(() => [StripeEvent], { description: 'Events received from Stripe, newest first.' })
  stripeEvents(@Args(() => StripeEventsArgs) args: StripeEventsArgs, @Ctx() ctx: ViewerContext) {
    return events.stripeEvents(ctx, args);
  }

  @Query(() => String, {
    description: `Events received from Stripe as CSV, all of them or those a search finds. ${lengthOf('GET /api/admin/stripe/events/csv')}`,
  })
  stripeEventsCsv(
    @Args(() => StripeEventSearch) search: StripeEventSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return events.stripeEventsCsv(ctx, search);
  }

  @Mutation(() => StripeEvent, { description: 'Applies a Stripe event again.' })
  replayStripeEvent(
    @Arg('id', () => ID, { description: 'One of `stripeEvents`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<StripeEvent> {
    return events.replayStripeEvent(ctx, id);
  }

  @Mutation(() => [BillingDrift], {
    description: 'Compares everything with Stripe, fixes differences here, and returns them.',
  })
  reconcileBilling(@Ctx() ctx: ViewerContext): Promise<BillingDrift[]> {
    return reconciling.reconcileBilling(ctx);
  }

  @Query(() => [BillingDrift], { description: 'What the last comparison with Stripe found.' })
  billingDrift(@Ctx() ctx: ViewerContext): Promise<BillingDrift[]> {
    return reconciling.billingDrift(ctx);
  }

  @Query(() => [PackageSubscribers], {
    description:
      'Returns the teams of each package by the state of their subscription. Packages without teams are omitted.',
  })
  packageSubscribers(@Ctx() { em }: ViewerContext): Promise<PackageSubscribers[]> {
    return subscribersByPackage(em);
  }

  @Query(() => PackagePriceCheck, {
    description:
      "Checks with Stripe that a package's prices exist, are monthly and active, and match the package.",
  })
  packagePriceCheck(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<PackagePriceCheck> {
    return priceCheck.packagePriceCheck(ctx, id);
  }
}
