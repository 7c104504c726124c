import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { PackageSubscribers } from './subscribers.ts';
import { subscribersByPackage } from './subscribers.service.ts';

@Allow('admin')
@Resolver()
export class SubscribersAdminResolver {
  @Query(() => [PackageSubscribers], {
    description:
      'Returns the teams of each package by the state of their subscription. Packages without teams are omitted.',
  })
  packageSubscribers(@Ctx() { em }: CustomerContext): Promise<PackageSubscribers[]> {
    return subscribersByPackage(em);
  }
}
