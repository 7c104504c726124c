import type { EntityManager } from '@mikro-orm/postgresql';
import type { Organization } from '../organization/organization.ts';
import { readOrganization, defaultOrganization } from '../organization/organization.service.ts';
import { brandThemes } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';
import { defaultSender, type Sender } from './sender.ts';

/** Reads branding and organization within the caller's transaction, without locks or inserts. */
export async function senderOf(em: EntityManager): Promise<Sender> {
  const [row] = await em.find(PlatformBranding, { id: 1 }, { disableIdentityMap: true });
  const organization = await readOrganization(em);
  return row ? toSender(row, organization) : ofOrganization(defaultSender, organization);
}

export function toSender(
  branding: PlatformBranding,
  organization: Organization = defaultOrganization,
): Sender {
  const { platformName, companyName, supportEmail, footerText } = branding;
  const { light } = brandThemes(branding);
  const button = { ground: light['--nl-brand-solid']!, words: light['--nl-brand-contrast']! };
  const sender = { platformName, companyName, address: '', supportEmail, footerText, button };
  return ofOrganization(sender, organization);
}

function ofOrganization(sender: Sender, { name, address }: Organization): Sender {
  return { ...sender, companyName: name || sender.companyName, address };
}
