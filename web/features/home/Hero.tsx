import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { DemoDialog } from './DemoDialog.tsx';
import { Screen } from './Screen.tsx';

type HeroWords = {
  heroTitle: string;
  heroSubtitle: string;
  heroCtaPrimary: string;
  heroCtaSecondary: string;
  heroFeatures: readonly string[];
};

/** The headline, with a real screen as proof. */
export const Hero = (words: HeroWords) => (
  <chakra.section
    aria-label="What it is"
    w="full"
    maxW="content"
    mx="auto"
    px={{ base: 4, md: 8 }}
    pt={{ base: 10, md: 20 }}
  >
    <chakra.h1
      textStyle={{ base: '3xl', md: '4xl' }}
      fontWeight="semibold"
      maxW="46rem"
      textWrap="balance"
      overflowWrap="anywhere"
    >
      {words.heroTitle}
    </chakra.h1>
    <chakra.p
      mt={5}
      textStyle={{ base: 'lg', md: 'xl' }}
      lineHeight={1.5}
      color="fg.muted"
      maxW="44rem"
      textWrap="balance"
      overflowWrap="anywhere"
    >
      {words.heroSubtitle}
    </chakra.p>
    <chakra.div mt={7} display="flex" flexWrap="wrap" gap={3}>
      {words.heroCtaPrimary && (
        <Button asChild size="lg" {...operatorsCall}>
          <a href="/packages">{words.heroCtaPrimary}</a>
        </Button>
      )}
      {words.heroCtaSecondary && <DemoButton>{words.heroCtaSecondary}</DemoButton>}
    </chakra.div>
    <Promises lines={words.heroFeatures} />
    <chakra.div mt={{ base: 10, md: 14 }}>
      <Screen name="alerts" isFirst />
    </chakra.div>
  </chakra.section>
);

/** Opens the demo. The browser handles it natively, so it works before the page's script has loaded. */
function DemoButton({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Button size="lg" variant="outline" {...operatorsCall} aria-haspopup="dialog" popoverTarget={id}>
        {children}
      </Button>
      <DemoDialog id={id} />
    </>
  );
}

/** Short promises below a call to action. */
export const Promises = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <chakra.ul mt={5} listStyleType="none" display="flex" flexWrap="wrap" columnGap={5} rowGap={1.5}>
      {lines.map((line) => (
        <chakra.li
          key={line}
          display="inline-flex"
          alignItems="center"
          gap={2}
          color="fg.muted"
          minW={0}
          overflowWrap="anywhere"
        >
          <chakra.span color="accent.fg" display="inline-flex">
            <StateIcon state="ok" />
          </chakra.span>
          {line}
        </chakra.li>
      ))}
    </chakra.ul>
  );

/** Lets long labels, which the operator chooses, wrap. */
export const operatorsCall = {
  h: 'auto',
  minH: 11,
  maxW: 'full',
  py: 2,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;
