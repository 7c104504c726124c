import { Max, Min } from 'class-validator';
import { Arg, Args, ArgsType, Ctx, Field, ID, Int, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { AlertRuleChanges } from '../alerts/alert-rule.input.ts';
import { RulePreview } from './rule-preview.ts';
import * as service from './rule-preview.service.ts';

@ArgsType()
class CoveredDevicePage {
  @Field(() => Int, { defaultValue: 50, description: `Number of devices on a page, up to ${maxListLength}.` })
  @Min(0, { message: '`first` must be 0 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => ID, { nullable: true, description: 'ID of the last device on the previous page.' })
  after?: string | null;
}

@Resolver()
export class RulePreviewResolver {
  @Allow('read')
  @Query(() => RulePreview, {
    description: 'Returns what a rule would cover now, without saving it.',
  })
  previewRule(
    @Arg('ruleId', () => ID, {
      nullable: true,
      description: "One of your team's rules, whose values omitted fields have. `null`: a new rule.",
    })
    ruleId: string | null,
    @Arg('input', () => AlertRuleChanges, {
      description: 'The rule. Only the condition, controller, site, scope and exceptions matter.',
    })
    input: AlertRuleChanges,
    @Args(() => CoveredDevicePage) page: CoveredDevicePage,
    @Ctx() ctx: ViewerContext,
  ): Promise<RulePreview> {
    return service.previewRule(ctx, ruleId, input, page);
  }
}
