import { Arg, Ctx, GraphQLISODateTime, ID, Query, Resolver, FieldResolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { DeviceExplanation, NotEvaluated } from './explanation.ts';
import * as service from './explanations.service.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import * as gaps from './not-evaluated.service.ts';

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
      description: "Time to explain, within your package's history. `null` means now.",
    })
    at: Date | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<DeviceExplanation> {
    return service.deviceExplanation(ctx, controllerId, deviceId, at);
  }
}

@Resolver(() => AlertRule)
export class RuleNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What the rule hasn't been able to evaluate for longer than its duration, by controller and reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() rule: AlertRule, @Ctx() ctx: ViewerContext): Promise<NotEvaluated[]> {
    return gaps.notEvaluatedBy(ctx, rule);
  }
}

@Resolver(() => Controller)
export class ControllerNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What your rules haven't been able to evaluate on this controller for longer than their duration, by reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() controller: { id: string }, @Ctx() ctx: ViewerContext): Promise<NotEvaluated[]> {
    return gaps.notEvaluatedOn(ctx, controller);
  }
}

@Resolver(() => Device)
export class DeviceNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What your rules haven't been able to evaluate on this device for longer than their duration, by reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() device: Device, @Ctx() ctx: ViewerContext): Promise<NotEvaluated[]> {
    return gaps.notEvaluatedAt(ctx, device);
  }
}
