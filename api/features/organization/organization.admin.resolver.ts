import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AdminSetting } from './admin-setting.entity.ts';
import { SaveAdminSettingArgs } from './organization.input.ts';
import * as service from './organization.service.ts';

@Allow('admin')
@Resolver()
export class OrganizationAdminResolver {
  @Query(() => [AdminSetting], {
    description: 'Settings of this installation, in display order.',
  })
  adminSettings(@Ctx() ctx: ViewerContext): Promise<AdminSetting[]> {
    return service.adminSettings(ctx);
  }

  @Mutation(() => AdminSetting, {
    description:
      "Saves one setting. It applies immediately. Unknown keys aren't found, and fixed ones are rejected.",
  })
  saveAdminSetting(
    @Args(() => SaveAdminSettingArgs) args: SaveAdminSettingArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<AdminSetting> {
    return service.saveAdminSetting(ctx, args);
  }
}
