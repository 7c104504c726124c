import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { PackagePriceCheck } from './package-price-check.ts';
import * as service from './price-check.service.ts';

@Allow('admin')
@Resolver()
export class PriceCheckAdminResolver {
  @Query(() => PackagePriceCheck, {
    description:
      'Asks Stripe whether the prices of a package exist, are on sale by the month, and cost what the package says.',
  })
  packagePriceCheck(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<PackagePriceCheck> {
    return service.packagePriceCheck(ctx, id);
  }
}
