import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import { IntegrationTemplateChanges, IntegrationTemplateInput } from './integration-template.input.ts';
import * as service from './templates.service.ts';

@Allow('admin')
@Resolver()
export class IntegrationTemplatesAdminResolver {
  @Query(() => [IntegrationTemplate], {
    description:
      'Returns all integration templates by name, active or not, with the number of integrations made from each.',
  })
  allIntegrationTemplates(@Ctx() ctx: ViewerContext): Promise<IntegrationTemplate[]> {
    return service.allTemplates(ctx);
  }

  @Mutation(() => IntegrationTemplate, {
    description: 'Creates an integration template, which is available to every team.',
  })
  createIntegrationTemplate(
    @Arg('input', () => IntegrationTemplateInput, {
      description: 'Template and the schema of its form.',
    })
    input: IntegrationTemplateInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<IntegrationTemplate> {
    return service.createTemplate(ctx, input);
  }

  @Mutation(() => IntegrationTemplate, {
    description:
      'Updates an integration template. Existing integrations keep their configuration. A new schema applies when they are next saved.',
  })
  updateIntegrationTemplate(
    @Arg('id', () => ID, { description: 'ID of an integration template.' }) id: string,
    @Arg('input', () => IntegrationTemplateChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: IntegrationTemplateChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<IntegrationTemplate> {
    return service.updateTemplate(ctx, id, input);
  }

  @Mutation(() => ID, {
    description: 'Permanently deletes an integration template. Integrations made from it stay.',
  })
  deleteIntegrationTemplate(
    @Arg('id', () => ID, { description: 'ID of an integration template. The mutation returns it.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteTemplate(ctx, id);
  }
}
