import {
  Field,
  FieldResolver,
  ObjectType,
  Arg,
  Ctx,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AlertCondition } from './alert.enums.ts';
import { AlertRule, RuleScope } from './alert-rule.entity.ts';
import { AlertRuleChanges, AlertRuleInput, maxRules, SeenRule } from './alert-rule.input.ts';
import * as service from './alert-rules.service.ts';
import { coveredWords, deviceNames, siteNames } from './rule-scope.service.ts';
import { RuleSnapshot } from './rule-snapshot.ts';
import { NotificationChannel } from './notification-channel.ts';

@ObjectType({ description: 'Whether a condition can be measured.' })
class AlertConditionSupport {
  @Field(() => AlertCondition, { description: 'Condition whose support is reported.' })
  condition!: AlertCondition;

  @Field({ description: 'Whether at least one of the consoles can measure it.' })
  supported!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Default threshold, such as `90%`, `100MB` or `150ms`. `null` if the condition has none.',
  })
  defaultThreshold?: string | null;

  @Field(() => String, { nullable: true, description: "Why it isn't supported. `null` if it is." })
  reason?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'How often UniFi reports it and what that can miss, in sentences. `null` if it is read with every poll, or not supported.',
  })
  resolution?: string | null;
}

const covered =
  'What its scope and exceptions cover, in words, such as `Access points of Acme, except devices named *guest*`. `null` if it has none.';

@Resolver(() => RuleSnapshot)
export class RuleSnapshotResolver {
  @FieldResolver(() => String, { nullable: true, description: `${covered} Names are today's.` })
  covers(@Root() rule: Covering, @Ctx() ctx: ViewerContext): Promise<string | null> {
    return coveredWords(ctx, rule);
  }
}

@Resolver(() => RuleScope)
export class RuleScopeResolver {
  @FieldResolver(() => [String], {
    nullable: 'items',
    description:
      "Today's names of `siteIds`, in the same order. `null` for a site that is not known anymore.",
  })
  siteNames(@Root() scope: RuleScope, @Ctx() ctx: ViewerContext): Promise<(string | null)[]> {
    return siteNames(ctx, scope);
  }

  @FieldResolver(() => [String], {
    nullable: 'items',
    description: "Today's names of `macs`, in the same order. `null` for a device that is not known anymore.",
  })
  deviceNames(@Root() scope: RuleScope, @Ctx() ctx: ViewerContext): Promise<(string | null)[]> {
    return deviceNames(ctx, scope);
  }
}

type Covering = Pick<AlertRule, 'scope' | 'exceptions'>;

@Resolver(() => AlertRule)
export class AlertRulesResolver {
  @FieldResolver(() => String, { nullable: true, description: covered })
  covers(@Root() rule: Covering, @Ctx() ctx: ViewerContext): Promise<string | null> {
    return coveredWords(ctx, rule);
  }

  @Allow('read')
  @Query(() => [AlertRule], { description: "Your team's rules, oldest first." })
  alertRules(@Ctx() ctx: ViewerContext): Promise<AlertRule[]> {
    return service.alertRules(ctx);
  }

  @Allow('read')
  @Query(() => [AlertConditionSupport], {
    description: 'Conditions that can be measured on one controller, or on any of your controllers.',
  })
  alertConditions(
    @Arg('controllerId', () => ID, {
      nullable: true,
      description: 'ID of one of your controllers. `null` means all of them.',
    })
    controllerId: string | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertConditionSupport[]> {
    return service.alertConditions(ctx, controllerId);
  }

  @Allow('alerts')
  @Mutation(() => AlertRule, {
    description: `Adds a rule that raises alerts. A rule whose condition no console offers is kept and isn't evaluated; see \`alertConditions\`. A team can have ${maxRules}.`,
  })
  createAlertRule(
    @Arg('input', () => AlertRuleInput, {
      description: 'The new rule. Only the name and condition are required.',
    })
    input: AlertRuleInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertRule> {
    return service.createAlertRule(ctx, input);
  }

  @Allow('alerts')
  @Mutation(() => AlertRule, {
    description:
      'Updates a rule. Changing its condition, threshold, controller or site resolves its open alerts. Changing its scope or exceptions resolves those that it no longer covers.',
  })
  updateAlertRule(
    @Arg('id', () => ID, { description: "One of your team's rules." }) id: string,
    @Arg('input', () => AlertRuleChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: AlertRuleChanges,
    @Arg('seen', () => SeenRule, {
      nullable: true,
      description: 'Values that the rule must still have. Otherwise nothing is saved. `null`: any.',
    })
    seen: SeenRule | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertRule> {
    return service.updateAlertRule(ctx, id, input, seen);
  }

  @Allow('alerts')
  @Mutation(() => [AlertRule], {
    description:
      'Adds a channel to every rule that notifies no one: it opens no tickets, and none of its channels is on. Returns the changed rules.',
  })
  addChannelToSilentRules(
    @Arg('channel', () => NotificationChannel, {
      description: 'Channel to add. Your team must have set it up.',
    })
    channel: NotificationChannel,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertRule[]> {
    return service.addChannelToSilentRules(ctx, channel);
  }

  @Allow('alerts')
  @Mutation(() => ID, {
    description:
      'Deletes a rule. Its open alerts are resolved as no longer monitored, and stay in the history.',
  })
  deleteAlertRule(
    @Arg('id', () => ID, { description: 'ID of a rule of your team. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteAlertRule(ctx, id);
  }
}
