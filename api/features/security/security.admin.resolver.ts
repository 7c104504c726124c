import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { SecurityPreview, SecuritySettings, SecuritySettingsInput } from './security-settings.entity.ts';
import * as service from './security.service.ts';

@Allow('admin')
@Resolver()
export class SecurityAdminResolver {
  @Query(() => SecuritySettings, { description: 'The security policy as it stands now.' })
  securitySettings(@Ctx() ctx: CustomerContext): Promise<SecuritySettings> {
    return service.securitySettings(ctx);
  }

  @Query(() => SecurityPreview, {
    description: 'What saving a security policy would do. Nothing is changed.',
  })
  previewSecuritySettings(
    @Arg('input', () => SecuritySettingsInput, {
      description: 'What would be saved; absent fields are taken as they stand.',
    })
    input: SecuritySettingsInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<SecurityPreview> {
    return service.previewSecuritySettings(ctx, input);
  }

  @Mutation(() => SecuritySettings, {
    description:
      'Changes the security policy; it holds from the next request on. Refused for a list of addresses without the one it comes from.',
  })
  saveSecuritySettings(
    @Arg('input', () => SecuritySettingsInput, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: SecuritySettingsInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<SecuritySettings> {
    return service.saveSecuritySettings(ctx, input);
  }
}
