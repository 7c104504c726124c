import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Package } from './package.entity.ts';
import * as service from './packages.service.ts';

@Resolver()
export class PackagesResolver {
  @Query(() => [Package], { description: 'The packages on sale, in the order of the price list.' })
  packages(@Ctx() ctx: Context): Promise<Package[]> {
    return service.priceList(ctx);
  }
}
