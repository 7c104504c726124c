import { Button, chakra, Stack, Theme } from '@chakra-ui/react';
import { BellRing, Router } from '#web/ui/icons.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { BrandingValues } from './branding-form.ts';
import type { Face } from './faces.ts';

/** Previews the app and an email in one theme. Nothing in it is interactive. */
export function PreviewFace(props: { theme: 'light' | 'dark'; face: Face; values: BrandingValues }) {
  const { theme, face, values } = props;
  const name = values.platformName.trim() || 'Platform name';
  return (
    <chakra.figure minW={0}>
      <chakra.figcaption textStyle="xs" color="fg.muted" mb={1}>
        {theme === 'light' ? 'Light' : 'Dark'}
      </chakra.figcaption>
      <Theme
        appearance={theme}
        style={face as React.CSSProperties}
        borderWidth="1px"
        borderRadius="surface"
        overflow="hidden"
        bg="bg"
        color="fg"
        inert
      >
        <chakra.div
          display="flex"
          alignItems="center"
          gap={2}
          px={3}
          py={2.5}
          bg="bg.panel"
          borderBottomWidth="1px"
        >
          <BrandPicture url={values.logoUrl} />
          <chakra.span fontWeight="semibold" minW={0} overflowWrap="anywhere">
            {name}
          </chakra.span>
        </chakra.div>
        <Stack p={3} gap={3}>
          <Card p={1.5}>
            <Entry current Icon={BellRing} label="Alerts" />
            <Entry Icon={Router} label="Controllers" />
          </Card>
          <Card p={3}>
            <SeverityBadge state="critical" />
            <chakra.p mt={1.5}>
              AP Lobby has been offline since 14:02 (12 min). <Linked>Head Office</Linked>
            </chakra.p>
            <chakra.div mt={2.5} display="flex" flexWrap="wrap" gap={2}>
              <Piece>Acknowledge</Piece>
              <Piece variant="subtle">Snooze</Piece>
              <Piece variant="outline" focused>
                With focus
              </Piece>
            </chakra.div>
          </Card>
          <Mail name={name} values={values} />
        </Stack>
      </Theme>
    </chakra.figure>
  );
}

function Entry(props: { Icon: typeof Router; label: string; current?: boolean }) {
  const { Icon, label, current } = props;
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap={2.5}
      h={8}
      px={2}
      borderRadius="control"
      fontWeight="medium"
      color={current ? 'fg' : 'fg.muted'}
      bg={current ? 'bg.muted' : undefined}
      css={{ '& svg': { color: current ? 'brand.fg' : 'secondary.fg' } }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {label}
    </chakra.div>
  );
}

const Linked = ({ children }: { children: string }) => (
  <chakra.span color="brand.fg" textDecoration="underline">
    {children}
  </chakra.span>
);

function Piece(props: { children: string; variant?: 'subtle' | 'outline'; focused?: boolean }) {
  const { children, variant, focused } = props;
  return (
    <Button
      asChild
      size="sm"
      variant={variant}
      colorPalette="brand"
      {...(focused && { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' })}
    >
      <span>{children}</span>
    </Button>
  );
}

/** The footer of an email. */
function Mail({ name, values }: { name: string; values: BrandingValues }) {
  const whose = [...new Set([name, values.companyName.trim()])].filter(Boolean).join(' · ');
  return (
    <Card p={3} overflowWrap="anywhere">
      <chakra.p textStyle="xs" color="fg.muted">
        Mail
      </chakra.p>
      <chakra.p fontWeight="semibold">{name}</chakra.p>
      <chakra.p my={2}>Verify your email address</chakra.p>
      <Piece>Verify email address</Piece>
      <chakra.div mt={3} pt={2} borderTopWidth="1px" textStyle="xs" color="fg.muted">
        <p>{whose}</p>
        {values.supportEmail.trim() && <p>Help: {values.supportEmail.trim()}</p>}
        {values.footerText.trim() && <p>{values.footerText.trim()}</p>}
      </chakra.div>
    </Card>
  );
}

/** The operator's logo, or the default lantern. */
export const BrandPicture = ({ url, size = 24 }: { url: string; size?: number }) =>
  url ? (
    <chakra.img src={url} alt="" style={{ height: size, maxWidth: size * 4 }} objectFit="contain" />
  ) : (
    <Mark size={size} />
  );
