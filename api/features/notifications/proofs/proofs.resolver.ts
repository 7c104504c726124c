import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { HalopsaConnection } from '../../halopsa/halopsa-connection.entity.ts';
import { Integration } from '../../integrations/integration.entity.ts';
import { ShownProof } from './channel-proof.entity.ts';
import * as service from './proofs.service.ts';

@Resolver(() => Integration)
export class ProofsResolver {
  @FieldResolver(() => ShownProof, {
    nullable: true,
    description: 'Whether it is known to work. `null` for an integration from a template.',
  })
  proof(@Root() { id, madeFrom }: Integration, @Ctx() ctx: ViewerContext): Promise<ShownProof> | null {
    return madeFrom ? null : service.shownProof(ctx, id);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Checks a channel now, without posting anything that people see. The result is in `proof`. A webhook receives a `ping`.',
  })
  checkIntegration(
    @Arg('id', () => ID, { description: "ID of one of your team's channels." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Integration> {
    return service.checkIntegration(ctx, id);
  }
}

@Resolver(() => HalopsaConnection)
export class HalopsaProofResolver {
  @FieldResolver(() => ShownProof, { description: 'Whether the connection is known to work.' })
  proof(@Root() { id }: HalopsaConnection, @Ctx() ctx: ViewerContext): Promise<ShownProof> {
    return service.shownProof(ctx, id);
  }
}
