import { ContactStatus, ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { SavedReply } from '#api/features/contact/contact-settings.entity.ts';
import { riskStatement } from '#api/features/seo/site-scripts.service.ts';
import { ContentPart } from '#api/features/revisions/content-part.store.ts';
import { Revision } from '#api/features/revisions/revision.entity.ts';
import { MenuItem, SocialLink, SocialPlatform } from '#api/features/website/navigation.entity.ts';
import type { Cast } from '#tests/support/people.ts';
import type { Running } from '#tests/support/running.ts';

/** A change that administrators make. */
export interface AuditedAction {
  /** The entry's action. */
  action: string;
  /** What is asked with Bob's id as `$id`. */
  call: string;
  /** What the entry says it was done to, where that is not Bob. */
  subject?: string | (() => string);
  /** What must be there first. */
  before?: () => Promise<unknown>;
}

/** A secret that no entry may hold. */
export const planted = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** What administrators do to the public site and its inbox. `stage`: where it is done, once that is set up. */
export function siteActions(stage: () => { running: Running; cast: Cast }): Record<string, AuditedAction> {
  const rows = () => stage().running.app.orm.em.fork();
  const bob = () => stage().cast.bob.userId;

  /** A line of a list that stands second. */
  const lineId = '00000000-0000-4000-8000-00000000000b';
  const addLines = async () => {
    const em = rows();
    const url = 'https://example.test';
    const link = { url, platform: SocialPlatform.github, isVisible: true };
    const item = { title: 'A', url, isExternal: false, isVisible: true };
    await em.insertMany(MenuItem, [item, { ...item, id: lineId, order: 1 }] as MenuItem[]);
    await em.insertMany(SocialLink, [link, { ...link, id: lineId, order: 1 }] as SocialLink[]);
  };
  const contentCase = (call: string, before?: () => Promise<unknown>): AuditedAction => ({
    action: 'content.update',
    call,
    ...(before && { before }),
  });

  /** A message of a visitor under Bob's id. */
  const addMessage = () =>
    rows().insert(ContactSubmission, {
      id: bob(),
      name: 'Vic',
      email: 'vic@example.test',
      subject: 'A',
      message: planted,
      status: ContactStatus.new,
      adminNotes: '',
      createdAt: new Date(),
    });
  const messageCase = (action: string, call: string): AuditedAction => ({
    action,
    call,
    subject: () => `Message ${bob().slice(0, 8)} of vic@example.test`,
    before: addMessage,
  });

  return {
    savePlatformBranding: {
      action: 'content.update',
      call: 'savePlatformBranding(input: { platformName: "Nightwatch" }) { platformName }',
    },
    saveSeoSettings: {
      action: 'content.update',
      call: 'saveSeoSettings(input: { pageTitle: "Networks, watched" }) { pageTitle }',
      subject: 'SEO',
    },
    saveSitemapSettings: {
      action: 'content.update',
      call: 'saveSitemapSettings(input: { domain: "example.test" }) { domain }',
      subject: 'Sitemap',
    },
    generateSitemap: { action: 'sitemap.generate', call: 'generateSitemap { status }', subject: 'Sitemap' },
    saveAdvancedSeo: {
      action: 'content.update',
      call: 'saveAdvancedSeo(input: { redirectRules: "/a -> /b" }) { redirectRules }',
      subject: 'Advanced SEO',
    },
    generateRobots: {
      action: 'content.update',
      call: 'generateRobots { robotsTxt }',
      subject: 'Advanced SEO',
    },
    acceptScriptRisk: {
      action: 'seo.script_risk_accept',
      call: `acceptScriptRisk(statement: ${JSON.stringify(riskStatement)}) { state }`,
      subject: 'Scripts on public pages',
    },
    withdrawScriptRisk: {
      action: 'seo.script_risk_withdraw',
      call: 'withdrawScriptRisk { state }',
      subject: 'Scripts on public pages',
    },
    revertRevision: {
      action: 'content.revert',
      call: `revertRevision(id: "${lineId}") { id }`,
      before: () =>
        rows().insert(
          Revision,
          Object.assign(new Revision(), {
            id: lineId,
            part: ContentPart.footer,
            version: 1,
            by: 'Ada',
            at: new Date(),
            before: { companyName: 'Before' },
            after: {},
          }),
        ),
    },
    saveSiteBranding: contentCase('saveSiteBranding(input: { siteName: "A" }) { siteName }'),
    saveHomepage: contentCase('saveHomepage(input: { heroTitle: "A" }) { heroTitle }'),
    saveFooter: contentCase('saveFooter(input: { companyName: "A" }) { companyName }'),
    createMenuItem: contentCase('createMenuItem(input: { title: "A", url: "/a" }) { id }'),
    updateMenuItem: contentCase(
      `updateMenuItem(id: "${lineId}", input: { isVisible: false }) { id }`,
      addLines,
    ),
    deleteMenuItem: contentCase(`deleteMenuItem(id: "${lineId}")`, addLines),
    reorderMenuItems: contentCase(`reorderMenuItems(ids: ["${lineId}"]) { id }`, addLines),
    createSocialLink: contentCase(
      'createSocialLink(input: { platform: github, url: "https://example.test" }) { id }',
    ),
    updateSocialLink: contentCase(
      `updateSocialLink(id: "${lineId}", input: { isVisible: false }) { id }`,
      addLines,
    ),
    deleteSocialLink: contentCase(`deleteSocialLink(id: "${lineId}")`, addLines),
    reorderSocialLinks: contentCase(`reorderSocialLinks(ids: ["${lineId}"]) { id }`, addLines),
    saveContactSettings: {
      action: 'contact.settings',
      call: 'saveContactSettings(input: { supportPhone: "1" }) { supportPhone }',
    },
    updateContactSubmission: messageCase(
      'contact.update',
      'updateContactSubmission(id: $id, input: { status: read }) { id }',
    ),
    deleteContactSubmission: messageCase('contact.delete', 'deleteContactSubmission(id: $id)'),
    replyToContact: messageCase('contact.reply', 'replyToContact(id: $id, input: { message: "A" }) { id }'),
    saveSavedReply: {
      action: 'contact.saved_reply_create',
      call: 'saveSavedReply(input: { title: "A", text: "B" }) { id }',
    },
    deleteSavedReply: {
      action: 'contact.saved_reply_delete',
      call: 'deleteSavedReply(id: $id)',
      subject: 'A',
      before: () => rows().insert(SavedReply, { id: bob(), title: 'A', text: 'B' }),
    },
  };
}
