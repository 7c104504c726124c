import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Announcement, Organization } from './organization.ts';
import * as service from './organization.service.ts';

@Resolver()
export class OrganizationResolver {
  @Query(() => Organization, {
    description: 'Public details of the organization that runs this installation.',
  })
  organization(@Ctx() ctx: Context): Promise<Organization> {
    return service.organization(ctx);
  }

  @Allow('person')
  @Query(() => Announcement, {
    nullable: true,
    description: 'Announcement to all signed-in users. `null` if there is none.',
  })
  announcement(@Ctx() ctx: ViewerContext): Promise<Announcement | null> {
    return service.announcement(ctx);
  }
}
