import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
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
  allPackages(@Ctx() ctx: CustomerContext): Promise<Package[]> {
    return service.allPackages(ctx);
  }

  @Query(() => PackagePreview, {
    description: 'The teams that use more than they could after changes of a package. Nothing is changed.',
  })
  previewPackage(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Arg('input', () => PackageChanges, {
      description: 'What would be changed; absent fields stay as they are.',
    })
    input: PackageChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<PackagePreview> {
    return service.previewPackage(ctx, id, input);
  }

  @Mutation(() => Package, { description: 'Adds a package, last in the price list.' })
  createPackage(
    @Arg('input', () => PackageInput, {
      description: 'The new package; only name and price have no default.',
    })
    input: PackageInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Package> {
    return service.createPackage(ctx, input);
  }

  @Mutation(() => Package, {
    description:
      'Changes a package. New limits hold at once for everybody who has it; a new price holds for new subscriptions.',
  })
  updatePackage(
    @Arg('id', () => ID, { description: 'One of `allPackages`.' }) id: string,
    @Arg('input', () => PackageChanges, { description: 'What to change; absent fields stay as they are.' })
    input: PackageChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<Package> {
    return service.updatePackage(ctx, id, input);
  }

  @Mutation(() => ID, {
    description:
      'Removes a package. Refused while a team has it; one that is not active is off the price list, and kept by who has it.',
  })
  deletePackage(
    @Arg('id', () => ID, { description: 'One of `allPackages`. It comes back as the answer.' }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.deletePackage(ctx, id);
  }

  @Mutation(() => [Package], {
    description: 'Puts the price list in order. Packages that are not named come last.',
  })
  reorderPackages(
    @Arg('ids', () => [ID], { description: 'Ids of packages, the first of the price list first.' })
    ids: string[],
    @Ctx() ctx: CustomerContext,
  ): Promise<Package[]> {
    return service.reorderPackages(ctx, ids);
  }
}
