import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import * as service from './search.service.ts';
import { SearchArgs, SearchResults } from './search.service.ts';

@Resolver()
export class SearchResolver {
  @Allow('read')
  @Query(() => SearchResults, {
    description:
      'Searches customers, sites, controllers, devices, alerts, alert rules and members of your team.',
  })
  search(@Args(() => SearchArgs) args: SearchArgs, @Ctx() ctx: ViewerContext): Promise<SearchResults> {
    return service.search(ctx, args);
  }
}
