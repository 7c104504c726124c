import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Faces } from '#web/features/branding/faces.ts';
import { graphql } from '#web/gql/index.ts';
import { hexColor } from '#web/lib/contrast.ts';
import { useIsDark } from '#web/lib/useIsDark.ts';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { PreviewFrame } from '#web/ui/PreviewFrame.tsx';
import { PublicFooter } from '../PublicFooter.tsx';
import { PublicHeader } from '../PublicHeader.tsx';
import type { Content } from './website-form.ts';

const ColorsAsShown = graphql(`
  query ColorsAsShown($input: BrandColorsInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);

/** The preview's window sizes, in CSS pixels. */
const widths = { Desktop: 1200, Phone: 390 } as const;

type Props = {
  /** The saved content, overridden by unsaved input. */
  content: Content;
  /** The content between header and footer. */
  children?: ReactNode;
  without?: 'header' | 'footer';
};

/** Previews the site with the unsaved input. */
export function SitePreview({ content, children, without }: Props) {
  const isDarkHere = useIsDark();
  const room = useScreenSize();
  const [chosen, setDevice] = useState<keyof typeof widths>();
  const device = chosen ?? (room === 'phone' ? 'Phone' : 'Desktop');
  const [theme, setTheme] = useState<'Light' | 'Dark'>();
  const shown = theme ?? (isDarkHere ? 'Dark' : 'Light');
  const { siteBranding, footer, contactDetails } = content;
  const { style } = useShownColors(siteBranding);
  const menu = content.allMenuItems.filter(({ isVisible }) => isVisible);
  const social = content.allSocialLinks.filter(({ isVisible }) => isVisible);
  return (
    <chakra.section aria-label="Preview">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={2}>
        <chakra.h3 fontWeight="medium" me="auto">
          Preview
        </chakra.h3>
        <Switches label="Window" names={['Desktop', 'Phone']} chosen={device} onChoose={setDevice} />
        <Switches label="Theme" names={['Light', 'Dark']} chosen={shown} onChoose={setTheme} />
      </chakra.div>
      <PreviewFrame
        label="Preview of the site with unsaved changes"
        width={widths[device]}
        isDark={shown === 'Dark'}
        css={`
          ${style}\n${siteBranding.customCss}
        `}
      >
        {without !== 'header' && <PublicHeader look={siteBranding} menu={menu} isSignedIn={false} />}
        {children}
        {without !== 'footer' && (
          <PublicFooter footer={footer} menu={menu} social={social} contact={contactDetails} />
        )}
      </PreviewFrame>
    </chakra.section>
  );
}

type SwitchesProps<T extends string> = {
  label: string;
  names: readonly T[];
  chosen: T;
  onChoose: (name: T) => void;
};

const Switches = <T extends string>({ label, names, chosen, onChoose }: SwitchesProps<T>) => (
  <chakra.div role="group" aria-label={label} display="flex" gap={0.5}>
    {names.map((name) => (
      <Button
        key={name}
        size="sm"
        variant={name === chosen ? 'subtle' : 'ghost'}
        aria-pressed={name === chosen}
        onClick={() => onChoose(name)}
      >
        {name}
      </Button>
    ))}
  </chakra.div>
);

export type Colors = { primaryColor: string; secondaryColor: string; accentColor: string };

/**
 * The server's adjusted colors. While a color is being typed, the last valid ones are used. `isOf` says whether a given
 * color is one of them.
 */
export function useShownColors(typed: Colors) {
  const primaryColor = useDeferredValue(hexColor(typed.primaryColor)) ?? '';
  const secondaryColor = useDeferredValue(hexColor(typed.secondaryColor)) ?? '';
  const accentColor = useDeferredValue(hexColor(typed.accentColor)) ?? '';
  const input: Colors = { primaryColor, secondaryColor, accentColor };
  const { data, previousData } = useQuery(ColorsAsShown, {
    variables: { input },
    skip: !primaryColor || !secondaryColor || !accentColor,
  });
  const made = (data ?? previousData)?.brandPreview;
  return {
    style: made?.style ?? '',
    faces: made && ({ light: made.light, dark: made.dark } as Faces),
    isOf: (name: keyof Colors) => data !== undefined && input[name] === hexColor(typed[name]),
  };
}
