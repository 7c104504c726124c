import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { failureText } from './channel-failures.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import { Integration } from './integration.entity.ts';
import { IntegrationChanges, IntegrationInput } from './integration.input.ts';
import * as service from './integrations.service.ts';
import { offeredTemplates } from './templates.service.ts';
import { subscribeToAlertMails, unsubscribedFromAlertMails } from './unsubscribe.service.ts';

@Resolver(() => Integration)
export class IntegrationsResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why it failed last, and what to do; null while nothing has.',
  })
  lastFailure(@Root() { lastFailure }: Integration): string | null {
    return lastFailure ? failureText(lastFailure) : null;
  }

  @Allow('read')
  @Query(() => [Integration], {
    description: "The team's channels and other services, oldest first; addresses and secrets masked.",
  })
  integrations(@Ctx() ctx: CustomerContext): Promise<Integration[]> {
    return service.integrations(ctx);
  }

  @Allow('read')
  @Query(() => [IntegrationTemplate], { description: 'The kinds of integrations on offer, by name.' })
  integrationTemplates(@Ctx() ctx: CustomerContext): Promise<IntegrationTemplate[]> {
    return offeredTemplates(ctx);
  }

  @Allow('person')
  @Query(() => Boolean, {
    description: 'Whether you asked, by the link of a mail, for no more alert mails of this team.',
  })
  unsubscribedFromAlertMails(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return unsubscribedFromAlertMails(ctx);
  }

  @Allow('person')
  @Mutation(() => Boolean, {
    description: 'Lets alert mails of this team come to you again. False where nothing had stopped them.',
  })
  subscribeToAlertMails(@Ctx() ctx: CustomerContext): Promise<boolean> {
    return subscribeToAlertMails(ctx);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Connects a channel or what a template offers. There is one for each of them: where it exists, it is changed.',
  })
  createIntegration(
    @Arg('input', () => IntegrationInput, { description: 'What to connect.' }) input: IntegrationInput,
    @Ctx() ctx: CustomerContext,
  ): Promise<Integration> {
    return service.createIntegration(ctx, input);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Changes a channel or another integration. One that was switched off because it failed is tried again.',
  })
  updateIntegration(
    @Arg('id', () => ID, { description: "One of your team's integrations." }) id: string,
    @Arg('input', () => IntegrationChanges, {
      description: 'What to change; absent fields stay as they are.',
    })
    input: IntegrationChanges,
    @Ctx() ctx: CustomerContext,
  ): Promise<Integration> {
    return service.updateIntegration(ctx, id, input);
  }

  @Allow('manage')
  @Mutation(() => ID, {
    description:
      'Removes a channel or another integration: nobody is told there any more; what was delivered stays in the log.',
  })
  deleteIntegration(
    @Arg('id', () => ID, { description: "One of your team's integrations. It comes back as the answer." })
    id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.deleteIntegration(ctx, id);
  }

  @Allow('manage')
  @Mutation(() => Integration, {
    description:
      'Makes a new secret for a webhook, in `signingSecret`; the old one signs along for 24 hours.',
  })
  rotateSigningSecret(
    @Arg('id', () => ID, { description: "Of your team's webhook." }) id: string,
    @Ctx() ctx: CustomerContext,
  ): Promise<Integration> {
    return service.rotateSigningSecret(ctx, id);
  }
}
