import type { EntityManager } from '@mikro-orm/postgresql';
import { brandFaces } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';

/** Who a mail is from, as it says itself. The name that mail programs show is that of the email settings. */
export interface Sender {
  platformName: string;
  companyName: string;
  supportEmail?: string | null;
  footerText: string;
  /** The one thing to do: its ground and its words, `#rrggbb`. */
  button: { ground: string; words: string };
}

/** As the branding stands in this transaction. Nothing is locked or made. */
export async function senderOf(em: EntityManager): Promise<Sender> {
  const [row] = await em.find(PlatformBranding, { id: 1 }, { disableIdentityMap: true });
  return row ? asSender(row) : unnamed;
}

export function asSender(branding: PlatformBranding): Sender {
  const { platformName, companyName, supportEmail, footerText } = branding;
  const { light } = brandFaces(branding);
  const button = { ground: light['--nl-brand-solid']!, words: light['--nl-brand-contrast']! };
  return { platformName, companyName, supportEmail, footerText, button };
}

/** Before anybody has named the product. */
export const unnamed: Sender = {
  platformName: 'Netlantern',
  companyName: 'Netlantern',
  footerText: '',
  button: { ground: '#3b82f6', words: '#0b1120' },
};
