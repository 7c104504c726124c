import { chakra } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { type ReactNode, useState } from 'react';
import { type MenuEntry, SiteLink } from './PublicHeader.tsx';

/** The documented fields. */
const MOST_QUICK_LINKS = 6;

export type FooterSettings = {
  companyName: string;
  description: string;
  /** If empty, the current year and the company are shown. */
  copyrightText: string;
  showSocialLinks: boolean;
  showQuickLinks: boolean;
  showCompanyInfo: boolean;
};
export type SocialPlace = { id: string; platform: keyof typeof platformNames; url: string };
/** Empty values are left out. */
export type ContactWays = { supportEmail: string; supportPhone: string; businessAddress: string };

const platformNames = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  github: 'GitHub',
  youtube: 'YouTube',
};

type Props = {
  footer: FooterSettings;
  menu: readonly MenuEntry[];
  social: readonly SocialPlace[];
  contact?: ContactWays;
};

/** The footer of every public page. */
export function PublicFooter({ footer, menu, social, contact }: Props) {
  const quick = footer.showQuickLinks ? menu.slice(0, MOST_QUICK_LINKS) : [];
  const [year] = useState(() => new Date().getFullYear());
  const places = footer.showSocialLinks ? social : [];
  return (
    <chakra.footer borderTopWidth="1px" bg="bg.panel">
      <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} pt={12} pb={8}>
        <chakra.div
          display="grid"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            sm: quick.length > 0 ? 'repeat(2, minmax(0, 1fr))' : undefined,
            md: quick.length > 0 ? 'minmax(0, 2fr) 1fr minmax(0, 1.4fr)' : 'minmax(0, 2fr) minmax(0, 1fr)',
          }}
          columnGap={{ base: 8, lg: 16 }}
          rowGap={10}
        >
          <chakra.div gridColumn={{ sm: '1 / -1', md: 'auto' }} maxW="24rem" minW={0}>
            {footer.showCompanyInfo && (
              <>
                <chakra.p textStyle="lg" fontWeight="semibold">
                  {footer.companyName}
                </chakra.p>
                <Muted mt={2} whiteSpace="pre-line" textWrap="balance">
                  {footer.description}
                </Muted>
              </>
            )}
            {places.length > 0 && <Elsewhere places={places} hasTop={footer.showCompanyInfo} />}
          </chakra.div>
          {quick.length > 0 && (
            <Block title="Quick Links">
              {quick.map(({ id, title, url, isExternal }) => (
                <li key={id}>
                  <FooterLink href={url} isExternal={isExternal}>
                    {title}
                  </FooterLink>
                </li>
              ))}
            </Block>
          )}
          <ContactBlock {...contact} />
        </chakra.div>
        <chakra.div
          mt={12}
          pt={5}
          borderTopWidth="1px"
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          columnGap={6}
          rowGap={1}
          color="fg.muted"
        >
          {/* The year may differ between the server and the browser around New Year. */}
          <chakra.span minW={0} overflowWrap="anywhere" suppressHydrationWarning>
            {footer.copyrightText || `© ${year} ${footer.companyName}`}
          </chakra.span>
          <chakra.ul listStyleType="none" display="flex" gap={6} aria-label="Legal">
            <li>
              <FooterLink href="/privacy">Privacy</FooterLink>
            </li>
            <li>
              <FooterLink href="/terms">Terms</FooterLink>
            </li>
          </chakra.ul>
        </chakra.div>
      </chakra.div>
    </chakra.footer>
  );
}

const Elsewhere = ({ places, hasTop }: { places: readonly SocialPlace[]; hasTop: boolean }) => (
  <chakra.ul
    aria-label="Elsewhere"
    listStyleType="none"
    display="flex"
    flexWrap="wrap"
    columnGap={5}
    mt={hasTop ? 4 : 0}
  >
    {places.map(({ id, platform, url }) => (
      <li key={id}>
        <FooterLink href={url} isExternal>
          {platformNames[platform]}
        </FooterLink>
      </li>
    ))}
  </chakra.ul>
);

function ContactBlock({ supportEmail, supportPhone, businessAddress }: Partial<ContactWays>) {
  return (
    <Block title="Contact">
      {supportEmail && (
        <li>
          <FooterLink href={`mailto:${supportEmail}`}>{supportEmail}</FooterLink>
        </li>
      )}
      {supportPhone && (
        <li>
          <FooterLink href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</FooterLink>
        </li>
      )}
      <li>
        <FooterLink href="/contact">Send a message</FooterLink>
      </li>
      {businessAddress && (
        <chakra.li mt={1.5} color="fg.muted" whiteSpace="pre-line">
          {businessAddress}
        </chakra.li>
      )}
    </Block>
  );
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <chakra.section aria-label={title} minW={0}>
    <chakra.h2 textStyle="md" fontWeight="semibold" mb={1.5}>
      {title}
    </chakra.h2>
    <chakra.ul listStyleType="none">{children}</chakra.ul>
  </chakra.section>
);

/** A large enough touch target without a button's height. */
const FooterLink = (props: { href: string; isExternal?: boolean; children: ReactNode }) => (
  <SiteLink
    display="inline-flex"
    alignItems="center"
    minH={{ base: 11, md: 8 }}
    color="secondary.fg"
    overflowWrap="anywhere"
    _hover={{ color: 'fg', textDecoration: 'underline' }}
    {...props}
  />
);
