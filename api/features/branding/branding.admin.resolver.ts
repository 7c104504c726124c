import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import * as service from './branding.service.ts';
import { BrandPreview } from './branding.service.ts';
import { PlatformBranding } from './platform-branding.entity.ts';
import { BrandColorsInput, PlatformBrandingInput } from './platform-branding.input.ts';

@Allow('admin')
@Resolver()
export class BrandingAdminResolver {
  @Query(() => BrandPreview, {
    description:
      'What colors would become: kept exactly where they can be read, else darker or lighter. Nothing is changed.',
  })
  brandPreview(
    @Arg('input', () => BrandColorsInput, { description: 'The colors to try.' }) input: BrandColorsInput,
  ): BrandPreview {
    return service.brandPreview(input);
  }

  @Mutation(() => PlatformBranding, {
    description:
      'Changes name, marks and colors of the product, on every page and in every mail from then on.',
  })
  savePlatformBranding(
    @Arg('input', () => PlatformBrandingInput, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: PlatformBrandingInput,
    @Arg('version', () => Int, {
      nullable: true,
      description:
        'The version that the change began with: refused where somebody has changed the part since.',
    })
    version: number | undefined,
    @Ctx() ctx: CustomerContext,
  ): Promise<PlatformBranding> {
    return service.savePlatformBranding(ctx, input, version);
  }
}
