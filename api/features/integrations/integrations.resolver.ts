import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { limitedTo } from '../customers/customers.service.ts';
import { failureText } from './channel-failures.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import { Integration } from './integration.entity.ts';
import { IntegrationChanges, IntegrationInput } from './integration.input.ts';
import * as service from './integrations.service.ts';
import { offeredTemplates } from './templates.service.ts';
import { subscribeToAlertEmails, unsubscribedFromAlertEmails } from './unsubscribe.service.ts';

@Resolver(() => Integration)
export class IntegrationsResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why it last failed, and what to do. `null` if it never has.',
  })
  lastFailure(@Root() { lastFailure }: Integration): string | null {
    return lastFailure ? failureText(lastFailure) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'What a channel is limited to, such as `Acme and sites tagged gold`. `null` if it receives the alerts of all sites.',
  })
  limitedTo(@Root() integration: Integration, @Ctx() ctx: ViewerContext): Promise<string | null> {
    return limitedTo(ctx, integration);
  }

  @Allow('read')
  @Query(() => [Integration], {
    description:
      "Returns the team's channels and other integrations, oldest first. URLs and secrets are masked.",
  })
  integrations(@Ctx() ctx: ViewerContext): Promise<Integration[]> {
    return service.integrations(ctx);
  }

  @Allow('read')
  @Query(() => [IntegrationTemplate], {
    description: 'Returns the available integration templates, sorted by name.',
  })
  integrationTemplates(@Ctx() ctx: ViewerContext): Promise<IntegrationTemplate[]> {
    return offeredTemplates(ctx);
  }

  @Allow('person')
  @Query(() => Boolean, {
    description: "Whether you've unsubscribed from this team's alert emails with the link in one of them.",
  })
  unsubscribedFromAlertEmails(@Ctx() ctx: ViewerContext): Promise<boolean> {
    return unsubscribedFromAlertEmails(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description: "Resubscribes you to this team's alert emails. Returns `false` if you weren't unsubscribed.",
  })
  subscribeToAlertEmails(@Ctx() ctx: ViewerContext): Promise<boolean> {
    return subscribeToAlertEmails(ctx);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Adds a channel, or an integration from a template. A team has at most one of each, so an existing one is updated.',
  })
  createIntegration(
    @Arg('input', () => IntegrationInput, { description: 'Integration to add.' }) input: IntegrationInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<Integration> {
    return service.createIntegration(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Updates a channel or another integration. One that was turned off after failures is retried.',
  })
  updateIntegration(
    @Arg('id', () => ID, { description: "ID of one of your team's integrations." }) id: string,
    @Arg('input', () => IntegrationChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: IntegrationChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<Integration> {
    return service.updateIntegration(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => ID, {
    description:
      'Removes a channel or another integration. It receives no more alerts. Past deliveries stay in the log.',
  })
  deleteIntegration(
    @Arg('id', () => ID, { description: "ID of one of your team's integrations. The mutation returns it." })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteIntegration(ctx, id);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Generates a new signing secret for a webhook and returns it in `signingSecret`. The old secret also signs for 24 hours.',
  })
  rotateSigningSecret(
    @Arg('id', () => ID, { description: "ID of your team's webhook." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Integration> {
    return service.rotateSigningSecret(ctx, id);
  }
}
