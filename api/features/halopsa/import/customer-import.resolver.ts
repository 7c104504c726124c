import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { HalopsaImportChoices, HalopsaImportPage } from './customer-import.input.ts';
import * as service from './customer-import.service.ts';
import { HalopsaImportPreview, HalopsaImportResult } from './import-plan.ts';

@Resolver()
export class CustomerImportResolver {
  @Allow('manage')
  @Query(() => HalopsaImportPreview, {
    nullable: true,
    description:
      'Returns what importing the clients in HaloPSA as customers would do. `null` if HaloPSA isn’t configured.',
  })
  halopsaImport(
    @Args(() => HalopsaImportPage) page: HalopsaImportPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<HalopsaImportPreview | null> {
    return service.halopsaImport(ctx, page);
  }

  @Allow('manage')
  @Mutation(() => HalopsaImportResult, {
    description:
      'Imports clients from HaloPSA as customers, all or none. Refused if a client, customer or site has changed since the preview.',
  })
  importHalopsaClients(
    @Args(() => HalopsaImportChoices) { rows }: HalopsaImportChoices,
    @Ctx() ctx: ViewerContext,
  ): Promise<HalopsaImportResult> {
    return service.importHalopsaClients(ctx, rows);
  }
}
