import { Button, chakra } from '@chakra-ui/react';
import { DemoButton } from './DemoButton.tsx';
import { operatorsCall } from './operators-call.ts';
import { Promises } from './Promises.tsx';
import { Screen } from './Screen.tsx';

export type HeroWords = {
  heroTitle: string;
  heroSubtitle: string;
  heroCtaPrimary: string;
  heroCtaSecondary: string;
  heroFeatures: readonly string[];
};

/** What it is in one sentence, and the screen itself as the proof. */
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
