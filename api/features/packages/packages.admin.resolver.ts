import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { PackagePreview, Package } from './package.entity.ts';
import { PackageChanges, PackageInput } from './package.input.ts';
import * as service from './packages.admin.service.ts';

@Allow('admin')
@Resolver()
export class PackagesAdminResolver {
  @Query(() => [Package], {
    description:
      'Every package, on sale or not, in the order of the price list, with how many teams have it.',
  })
  allPackages(@Ctx() ctx: ViewerContext): Promise<Package[]> {
    return service.allPackages(ctx);
  }

  @Query(() => PackagePreview, {
    description: "Previews the teams that would exceed a changed package's limits. Changes nothing.",
  })
  previewPackage(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Arg('input', () => PackageChanges, {
      description: 'Changes to preview. Omitted fields keep their value.',
    })
    input: PackageChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<PackagePreview> {
    return service.previewPackage(ctx, id, input);
  }

  @Mutation(() => Package, { description: 'Adds a package, last in the price list.' })
  createPackage(
    @Arg('input', () => PackageInput, {
      description: 'The new package. Only the name and price are required.',
    })
    input: PackageInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Package> {
    return service.createPackage(ctx, input);
  }

  @Mutation(() => Package, {
    description:
      'Updates a package. New limits apply immediately to every team that has it. A new price applies to new subscriptions.',
  })
  updatePackage(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Arg('input', () => PackageChanges, { description: 'Fields to change. Omitted fields keep their value.' })
    input: PackageChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<Package> {
    return service.updatePackage(ctx, id, input);
  }

  @Mutation(() => ID, {
    description:
      'Deletes a package. Fails while a team has it. Make it inactive instead to hide it from the price list.',
  })
  deletePackage(
    @Arg('id', () => ID, { description: 'ID of one of `allPackages`. Returned as the result.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deletePackage(ctx, id);
  }

  @Mutation(() => [Package], {
    description: 'Sets the order of the price list. Omitted packages go last.',
  })
  reorderPackages(
    @Arg('ids', () => [ID], { description: 'Ids of packages, the first of the price list first.' })
    ids: string[],
    @Ctx() ctx: ViewerContext,
  ): Promise<Package[]> {
    return service.reorderPackages(ctx, ids);
  }
}
