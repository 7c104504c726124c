import { Arg, Ctx, GraphQLISODateTime, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { DeviceExplanation } from './explanation.ts';
import * as service from './explanations.service.ts';

@Resolver()
export class ExplanationsResolver {
  @Allow('read')
  @Query(() => DeviceExplanation, {
    description:
      "Explains why you were or weren't notified about a device: what was known at a moment, the result of each rule, and who was notified.",
  })
  deviceExplanation(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Arg('deviceId', () => ID, {
      description: 'An `id` of `devices`, or a MAC address of 12 upper-case hex digits as alerts have it.',
    })
    deviceId: string,
    @Arg('at', () => GraphQLISODateTime, {
      nullable: true,
      description: "The moment, within your package's days of history. Null: now.",
    })
    at: Date | null,
    @Ctx() ctx: CustomerContext,
  ): Promise<DeviceExplanation> {
    return service.deviceExplanation(ctx, controllerId, deviceId, at);
  }
}
