import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { AdminSetting } from './admin-setting.entity.ts';
import { SaveAdminSettingArgs } from './organization.input.ts';
import * as service from './organization.service.ts';

@Allow('admin')
@Resolver()
export class OrganizationAdminResolver {
  @Query(() => [AdminSetting], {
    description: 'The settings of whoever runs this, in the order of their screen.',
  })
  adminSettings(@Ctx() ctx: CustomerContext): Promise<AdminSetting[]> {
    return service.adminSettings(ctx);
  }

  @Mutation(() => AdminSetting, {
    description: 'Saves one setting; it holds at once. An unknown key is not found, a fixed one refused.',
  })
  saveAdminSetting(
    @Args(() => SaveAdminSettingArgs) args: SaveAdminSettingArgs,
    @Ctx() ctx: CustomerContext,
  ): Promise<AdminSetting> {
    return service.saveAdminSetting(ctx, args);
  }
}
