import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { ContactFigures, ContactReply, ContactSubmission } from './contact-submission.entity.ts';
import {
  ContactPage,
  ContactSearch,
  ContactReplyInput,
  ContactSettingsInput,
  SavedReplyInput,
  UpdateContactInput,
} from './contact.input.ts';
import { ContactSettings, SavedReply } from './contact-settings.entity.ts';
import * as settings from './contact-settings.service.ts';
import * as saved from './contact-settings.service.ts';
import * as inbox from './inbox.service.ts';
import { replyToContact } from './inbox.service.ts';

@Allow('admin')
@Resolver()
export class ContactAdminResolver {
  @Query(() => ContactSettings, {
    description: 'Contact details of the operator, and where new messages are announced.',
  })
  contactSettings(@Ctx() ctx: ViewerContext): Promise<ContactSettings> {
    return settings.contactSettings(ctx);
  }

  @Mutation(() => ContactSettings, {
    description: 'Updates the contact details. Visitors see them immediately.',
  })
  saveContactSettings(
    @Arg('input', () => ContactSettingsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: ContactSettingsInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactSettings> {
    return settings.saveContactSettings(ctx, input);
  }

  @Query(() => [ContactSubmission], { description: 'Messages of visitors, newest first.' })
  contactSubmissions(
    @Args(() => ContactPage) page: ContactPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactSubmission[]> {
    return inbox.contactSubmissions(ctx, page);
  }

  @Query(() => String, {
    description: `Messages from visitors as CSV, all of them or those a search finds. ${lengthOf('GET /api/admin/contact-submissions/csv')}`,
  })
  contactCsv(@Args(() => ContactSearch) search: ContactSearch, @Ctx() ctx: ViewerContext): Promise<string> {
    return inbox.contactCsv(ctx, search);
  }

  @Query(() => ContactSubmission, { description: 'A message from a visitor.' })
  contactSubmission(
    @Arg('id', () => ID, { description: 'One of `contactSubmissions`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactSubmission> {
    return inbox.contactSubmission(ctx, id);
  }

  @Query(() => [ContactReply], { description: 'What was answered to a message from here, oldest first.' })
  contactReplies(
    @Arg('id', () => ID, { description: 'One of `contactSubmissions`.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactReply[]> {
    return inbox.contactReplies(ctx, id);
  }

  @Query(() => ContactFigures, {
    description: 'The inbox in figures: what waits, and how long people waited.',
  })
  contactFigures(@Ctx() ctx: ViewerContext): Promise<ContactFigures> {
    return inbox.contactFigures(ctx);
  }

  @Mutation(() => ContactSubmission, { description: 'Updates the status and notes of a message.' })
  updateContactSubmission(
    @Arg('id', () => ID, { description: 'One of `contactSubmissions`.' }) id: string,
    @Arg('input', () => UpdateContactInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: UpdateContactInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactSubmission> {
    return inbox.updateContactSubmission(ctx, id, input);
  }

  @Mutation(() => ID, { description: 'Removes a message with all that was answered to it.' })
  deleteContactSubmission(
    @Arg('id', () => ID, { description: 'ID of one of `contactSubmissions`. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return inbox.deleteContactSubmission(ctx, id);
  }

  @Mutation(() => ContactSubmission, {
    description: 'Emails a reply to a visitor. The same text is only sent once within ten minutes.',
  })
  replyToContact(
    @Arg('id', () => ID, { description: 'One of `contactSubmissions`.' }) id: string,
    @Arg('input', () => ContactReplyInput, { description: 'Reply to send.' }) input: ContactReplyInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<ContactSubmission> {
    return replyToContact(ctx, id, input);
  }

  @Query(() => [SavedReply], { description: 'Saved replies, by title.' })
  savedReplies(@Ctx() ctx: ViewerContext): Promise<SavedReply[]> {
    return saved.savedReplies(ctx);
  }

  @Mutation(() => SavedReply, {
    description: 'Creates a saved reply, or updates the one with the ID.',
  })
  saveSavedReply(
    @Arg('input', () => SavedReplyInput, { description: 'Title and text.' }) input: SavedReplyInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<SavedReply> {
    return saved.saveSavedReply(ctx, input);
  }

  @Mutation(() => ID, { description: 'Deletes a saved reply.' })
  deleteSavedReply(
    @Arg('id', () => ID, { description: 'ID of one of `savedReplies`. Returned as the result.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return saved.deleteSavedReply(ctx, id);
  }
}
