import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Currency } from '../packages/package.entity.ts';
import * as cancel from './subscription.service.ts';
import * as view from './subscription.service.ts';
import * as change from './checkout/change-package.service.ts';
import { InvoiceView } from './invoice.entity.ts';
import * as invoices from './invoices.service.ts';
import { subscriptionOffer, createSubscription } from './checkout/subscribe.service.ts';
import * as payment from './checkout/payment-method.service.ts';
import { PackageChangePreview, SubscriptionOffer, SubscriptionStart } from './checkout/checkout.ts';
import * as settings from './payment-settings.service.ts';
import { StripeConfig } from './payment-settings.entity.ts';
import { PackageUsage, TeamSubscription } from './team-subscription.ts';
import { countDevices, countDevicesBeyond, packageUsage } from './usage.service.ts';

const attempt = {
  nullable: true,
  description:
    'UUID of this attempt. Repeating it with the same UUID does nothing twice. Use a new one for a new attempt.',
};

@Resolver(() => TeamSubscription)
export class BillingResolver {
  @Allow('read')
  @Query(() => TeamSubscription, { description: 'What your team has subscribed to.' })
  subscription(@Ctx() ctx: ViewerContext): Promise<TeamSubscription> {
    return view.subscription(ctx);
  }

  @FieldResolver(() => PackageUsage, { description: 'Usage of the package and its limits.' })
  usage(@Ctx() ctx: ViewerContext): ReturnType<typeof packageUsage> {
    return packageUsage(ctx);
  }

  @Allow('read')
  @Query(() => [InvoiceView], { description: 'The invoices of your team, newest first.' })
  invoices(@Ctx() ctx: ViewerContext): Promise<InvoiceView[]> {
    return invoices.invoices(ctx);
  }

  @Allow('own')
  @Query(() => SubscriptionOffer, { description: 'What subscribing to a package would cost, and from when.' })
  subscriptionOffer(
    @Arg('packageId', () => ID, { description: 'From `packages`.' }) packageId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<SubscriptionOffer> {
    return subscriptionOffer(ctx, packageId);
  }

  @Allow('own')
  @Mutation(() => SubscriptionStart, {
    description: 'Starts a subscription. It becomes active when Stripe confirms the payment.',
  })
  createSubscription(
    @Arg('packageId', () => ID, { description: 'From `packages`.' }) packageId: string,
    @Arg('currency', () => Currency, {
      nullable: true,
      description: "One of those in `subscriptionOffer`. Null: the package's own.",
    })
    currency: Currency | undefined,
    @Arg('attempt', () => ID, attempt) attemptId: string | undefined,
    @Arg('savedCard', () => Boolean, {
      defaultValue: false,
      description: 'Whether to charge the saved card immediately if a payment is due.',
    })
    savedCard: boolean,
    @Ctx() ctx: ViewerContext,
  ): Promise<SubscriptionStart> {
    return createSubscription(ctx, { packageId, currency, attemptId, savedCard });
  }

  @Allow('own')
  @Mutation(() => TeamSubscription, { description: 'Reads the subscription at Stripe again.' })
  refreshSubscription(@Ctx() ctx: ViewerContext): Promise<TeamSubscription> {
    return view.refreshSubscription(ctx);
  }

  @Allow('own')
  @Query(() => PackageChangePreview, { description: 'What changing to another package would cost.' })
  previewPackageChange(
    @Arg('packageId', () => ID, { description: 'From `packages`.' }) packageId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<PackageChangePreview> {
    return change.previewPackageChange(ctx, packageId);
  }

  @Allow('own')
  @Mutation(() => SubscriptionStart, {
    description: 'Changes the package immediately, or once a due payment is made.',
  })
  changePackage(
    @Arg('packageId', () => ID, { description: 'ID of one of `packages`, except your current one.' })
    packageId: string,
    @Arg('attempt', () => ID, attempt) attemptId: string | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<SubscriptionStart> {
    return change.changePackage(ctx, { packageId, attemptId });
  }

  @Allow('own')
  @Mutation(() => TeamSubscription, {
    description: 'Cancels the subscription at the end of the paid period.',
  })
  cancelSubscription(@Ctx() ctx: ViewerContext): Promise<TeamSubscription> {
    return cancel.cancelSubscription(ctx);
  }

  @Allow('own')
  @Mutation(() => TeamSubscription, { description: 'Undoes the cancellation of your subscription.' })
  resumeSubscription(@Ctx() ctx: ViewerContext): Promise<TeamSubscription> {
    return cancel.resumeSubscription(ctx);
  }

  @Allow('own')
  @Mutation(() => SubscriptionStart, {
    description: 'Starts replacing the card. Future payments use the new one.',
  })
  setUpPaymentMethod(
    @Arg('attempt', () => ID, attempt) attemptId: string | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<SubscriptionStart> {
    return payment.setUpPaymentMethod(ctx, attemptId);
  }

  @Allow('own')
  @Mutation(() => SubscriptionStart, { description: "Starts paying the invoice that couldn't be charged." })
  payOpenInvoice(@Ctx() ctx: ViewerContext): Promise<SubscriptionStart> {
    return payment.payOpenInvoice(ctx);
  }

  @Query(() => StripeConfig, { description: 'Whether anything is sold, and the key that the web pays with.' })
  stripeConfig(@Ctx() ctx: Context): Promise<StripeConfig> {
    return settings.stripeConfig(ctx);
  }
}

@Resolver(() => PackageUsage)
export class PackageUsageResolver {
  @FieldResolver()
  devices(@Ctx() ctx: ViewerContext): Promise<number> {
    return countDevices(ctx);
  }

  @FieldResolver()
  devicesBeyond(@Ctx() ctx: ViewerContext): Promise<number> {
    return countDevicesBeyond(ctx);
  }
}
