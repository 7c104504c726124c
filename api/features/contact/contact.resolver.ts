import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Answer } from '#api/graphql/schema/answer.ts';
import { SubmitContactInput } from './contact.input.ts';
import { ContactSettings } from './contact-settings.entity.ts';
import * as service from './contact.service.ts';

@Resolver()
export class ContactResolver {
  @Query(() => ContactSettings, { description: 'Public contact details of the operator.' })
  contactDetails(@Ctx() ctx: Context): Promise<ContactSettings> {
    return service.contactDetails(ctx);
  }

  @Mutation(() => Answer, { description: 'Sends a message to the operator.' })
  submitContact(
    @Arg('input', () => SubmitContactInput, { description: 'The form of /contact.' })
    input: SubmitContactInput,
    @Ctx() ctx: Context,
  ): Promise<Answer> {
    return service.submitContact(ctx, input);
  }
}
