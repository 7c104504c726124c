import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import * as service from './branding.service.ts';
import { BrandPreview } from './branding.service.ts';
import { PlatformBranding } from './platform-branding.entity.ts';
import { BrandColorsInput, PlatformBrandingInput } from './platform-branding.input.ts';

@Allow('admin')
@Resolver()
export class BrandingAdminResolver {
  @Query(() => BrandPreview, {
    description:
      'Previews colors. Readable ones are unchanged; others become darker or lighter. Changes nothing.',
  })
  brandPreview(
    @Arg('input', () => BrandColorsInput, { description: 'The colors to try.' }) input: BrandColorsInput,
  ): BrandPreview {
    return service.brandPreview(input);
  }

  @Mutation(() => PlatformBranding, {
    description: 'Updates the name, logo and colors of the platform on every page and in every new email.',
  })
  savePlatformBranding(
    @Arg('input', () => PlatformBrandingInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: PlatformBrandingInput,
    @Arg('version', () => Int, {
      nullable: true,
      description: 'Version that the change is based on. Fails if someone has changed the content since.',
    })
    version: number | undefined,
    @Ctx() ctx: ViewerContext,
  ): Promise<PlatformBranding> {
    return service.savePlatformBranding(ctx, input, version);
  }
}
