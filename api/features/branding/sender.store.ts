import type { EntityManager } from '@mikro-orm/postgresql';
import type { Organization } from '../organization/organization.ts';
import { readOrganization, unsaid } from '../organization/organization.service.ts';
import { brandFaces } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';

/** Who a mail is from, as it says itself. The name that mail programs show is that of the email settings. */
export interface Sender {
  platformName: string;
  /** The legal name where one is set, else what the branding says. */
  companyName: string;
  /** Of several lines; empty where none is set. */
  address: string;
  supportEmail?: string | null;
  footerText: string;
  /** The one thing to do: its ground and its words, `#rrggbb`. */
  button: { ground: string; words: string };
}

/** As branding and organisation stand in this transaction. Nothing is locked or made. */
export async function senderOf(em: EntityManager): Promise<Sender> {
  const [row] = await em.find(PlatformBranding, { id: 1 }, { disableIdentityMap: true });
  const organization = await readOrganization(em);
  return row ? asSender(row, organization) : ofOrganization(unnamed, organization);
}

export function asSender(branding: PlatformBranding, organization: Organization = unsaid): Sender {
  const { platformName, companyName, supportEmail, footerText } = branding;
  const { light } = brandFaces(branding);
  const button = { ground: light['--nl-brand-solid']!, words: light['--nl-brand-contrast']! };
  const sender = { platformName, companyName, address: '', supportEmail, footerText, button };
  return ofOrganization(sender, organization);
}

function ofOrganization(sender: Sender, { name, address }: Organization): Sender {
  return { ...sender, companyName: name || sender.companyName, address };
}

/** Before anybody has named the product. */
export const unnamed: Sender = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  address: '',
  footerText: '',
  button: { ground: '#3b82f6', words: '#0b1120' },
};
