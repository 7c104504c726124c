import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { NotEvaluated } from './not-evaluated.ts';
import * as service from './not-evaluated.service.ts';

@Resolver(() => AlertRule)
export class RuleNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What the rule hasn't been able to evaluate for longer than its duration, by controller and reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() rule: AlertRule, @Ctx() ctx: CustomerContext): Promise<NotEvaluated[]> {
    return service.notEvaluatedBy(ctx, rule);
  }
}

@Resolver(() => Controller)
export class ControllerNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What your rules haven't been able to evaluate on this controller for longer than their duration, by reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() controller: { id: string }, @Ctx() ctx: CustomerContext): Promise<NotEvaluated[]> {
    return service.notEvaluatedOn(ctx, controller);
  }
}

@Resolver(() => Device)
export class DeviceNotEvaluatedResolver {
  @FieldResolver(() => [NotEvaluated], {
    description:
      "What your rules haven't been able to evaluate on this device for longer than their duration, by reason. Empty if there is nothing.",
  })
  notEvaluated(@Root() device: Device, @Ctx() ctx: CustomerContext): Promise<NotEvaluated[]> {
    return service.notEvaluatedAt(ctx, device);
  }
}
