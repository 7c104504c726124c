import { Arg, Ctx, GraphQLISODateTime, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/access.ts';
import type { CustomerContext } from '#api/context.ts';
import { DeviceExplanation } from './explanation.ts';
import * as service from './explanations.service.ts';

@Resolver()
export class ExplanationsResolver {
  @Allow('read')
  @Query(() => DeviceExplanation, {
    description:
      'Why somebody was told of a device, or was not: what was known of it at a moment, what each rule made of that, and what followed.',
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
