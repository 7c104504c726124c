import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Faces } from '#web/features/branding/faces.ts';
import { graphql } from '#web/gql/index.ts';
import { hexColour } from '#web/lib/contrast.ts';
import { useIsDark } from '#web/lib/dark.ts';
import { useRoom } from '#web/lib/screen-width.ts';
import { PreviewFrame } from '#web/ui/PreviewFrame.tsx';
import { PublicFooter } from '../PublicFooter.tsx';
import { PublicHeader } from '../PublicHeader.tsx';
import type { Content } from './website-form.ts';

const ColoursAsShown = graphql(`
  query ColoursAsShown($input: BrandColoursInput!) {
    brandPreview(input: $input) {
      style
      light
      dark
    }
  }
`);

/** Windows that the site is shown for, in CSS pixels. */
const widths = { Desktop: 1200, Phone: 390 } as const;

type Props = {
  /** What is shown: as it is saved, with what is typed over it. */
  content: Content;
  /** What stands between the header and the footer. */
  children?: ReactNode;
  without?: 'header' | 'footer';
};

/** The site as visitors would see it with what is typed. It is not saved by being shown. */
export function SitePreview({ content, children, without }: Props) {
  const isDarkHere = useIsDark();
  const room = useRoom();
  const [chosen, setDevice] = useState<keyof typeof widths>();
  const device = chosen ?? (room === 'phone' ? 'Phone' : 'Desktop');
  const [theme, setTheme] = useState<'Light' | 'Dark'>();
  const shown = theme ?? (isDarkHere ? 'Dark' : 'Light');
  const { siteBranding, footer, contactDetails } = content;
  const { style } = useShownColours(siteBranding);
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
        label="The site with what is typed"
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

export type Colours = { primaryColor: string; secondaryColor: string; accentColor: string };

/**
 * What the server makes of colours: it shifts what could not be read. While a colour is typed only halfway, the last whole ones
 * are shown; `isOf` says whether a typed one is among them.
 */
export function useShownColours(typed: Colours) {
  const primaryColor = useDeferredValue(hexColour(typed.primaryColor)) ?? '';
  const secondaryColor = useDeferredValue(hexColour(typed.secondaryColor)) ?? '';
  const accentColor = useDeferredValue(hexColour(typed.accentColor)) ?? '';
  const input: Colours = { primaryColor, secondaryColor, accentColor };
  const { data, previousData } = useQuery(ColoursAsShown, {
    variables: { input },
    skip: !primaryColor || !secondaryColor || !accentColor,
  });
  const made = (data ?? previousData)?.brandPreview;
  return {
    style: made?.style ?? '',
    faces: made && ({ light: made.light, dark: made.dark } as Faces),
    isOf: (name: keyof Colours) => data !== undefined && input[name] === hexColour(typed[name]),
  };
}
