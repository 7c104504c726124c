import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { SecurityPreview, SecuritySettings, SecuritySettingsInput } from './security-settings.entity.ts';
import * as service from './security.service.ts';

@Allow('admin')
@Resolver()
export class SecurityAdminResolver {
  @Query(() => SecuritySettings, { description: 'Returns the current security policy.' })
  securitySettings(@Ctx() ctx: ViewerContext): Promise<SecuritySettings> {
    return service.securitySettings(ctx);
  }

  @Query(() => SecurityPreview, {
    description: 'Previews the effects of saving a security policy. Changes nothing.',
  })
  previewSecuritySettings(
    @Arg('input', () => SecuritySettingsInput, {
      description: 'Fields that would change. Omitted fields keep their value.',
    })
    input: SecuritySettingsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<SecurityPreview> {
    return service.previewSecuritySettings(ctx, input);
  }

  @Mutation(() => SecuritySettings, {
    description:
      'Updates the security policy, effective from the next request. Fails if the allowed IP ranges exclude your own address.',
  })
  saveSecuritySettings(
    @Arg('input', () => SecuritySettingsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: SecuritySettingsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<SecuritySettings> {
    return service.saveSecuritySettings(ctx, input);
  }
}
