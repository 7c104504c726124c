import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import { IntegrationTemplateChanges, IntegrationTemplateInput } from './integration-template.input.ts';
import * as service from './templates.service.ts';

@Allow('admin')
@Resolver()
export class IntegrationTemplatesAdminResolver {
  @Query(() => [IntegrationTemplate], {
    description: 'Every kind of integration, on offer or not, by name, with how many were made.',
  })
  allIntegrationTemplates(@Ctx() ctx: CustomerContext): Promise<IntegrationTemplate[]> {
    return service.allTemplates(ctx);
  }

  @Mutation(() => IntegrationTemplate, { description: 'Offers a kind of integration to every team.' })
  createIntegrationTemplate(
    @Arg('input', () => IntegrationTemplateInput, {
      description: 'What to offer, and the schema of its form.',
    })
    input: IntegrationTemplateInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<IntegrationTemplate> {
    return service.createTemplate(ctx, input);
  }

  @Mutation(() => IntegrationTemplate, {
    description:
      'Changes a kind of integration. Those that were made stay as they are; a new schema counts when they are next saved.',
  })
  updateIntegrationTemplate(
    @Arg('id', () => ID, { description: 'One of `allIntegrationTemplates`.' }) id: string,
    @Arg('input', () => IntegrationTemplateChanges, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: IntegrationTemplateChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<IntegrationTemplate> {
    return service.updateTemplate(ctx, id, input);
  }

  @Mutation(() => ID, {
    description:
      'Takes a kind of integration off the offer for good. Integrations that were made from it stay.',
  })
  deleteIntegrationTemplate(
    @Arg('id', () => ID, { description: 'One of `allIntegrationTemplates`. It comes back as the answer.' })
    id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.deleteTemplate(ctx, id);
  }
}
