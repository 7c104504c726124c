import { Button, chakra } from '@chakra-ui/react';
import { SiteField } from '#web/ui/SiteField.tsx';
import { operatorsCall, Promises } from './Hero.tsx';

export type FinalWords = {
  finalCtaTitle: string;
  finalCtaSubtitle: string;
  finalCtaPrimary: string;
  finalCtaSecondary: string;
  finalCtaFeatures: readonly string[];
};

/** The closing call to action. Dark in both themes. */
export const FinalCall = (words: FinalWords) => (
  <chakra.section aria-label="Begin" className="dark" bg="#0b1120" color="#e5ecf6">
    <chakra.div h={{ base: 40, md: 64 }} overflow="hidden">
      <SiteField label="AP Lobby offline since 14:02 (12 min)" />
    </chakra.div>
    <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} pt={4} pb={{ base: 14, md: 20 }}>
      {words.finalCtaTitle && (
        <chakra.h2
          textStyle={{ base: '2xl', md: '3xl' }}
          maxW="44rem"
          textWrap="balance"
          overflowWrap="anywhere"
        >
          {words.finalCtaTitle}
        </chakra.h2>
      )}
      <chakra.p mt={3} textStyle="lg" color="fg.muted" maxW="prose" overflowWrap="anywhere">
        {words.finalCtaSubtitle}
      </chakra.p>
      <chakra.div mt={7} display="flex" flexWrap="wrap" gap={3}>
        {words.finalCtaPrimary && (
          <Button asChild size="lg" {...operatorsCall}>
            <a href="/packages">{words.finalCtaPrimary}</a>
          </Button>
        )}
        {words.finalCtaSecondary && (
          <Button asChild size="lg" variant="outline" {...operatorsCall}>
            <a href="/contact">{words.finalCtaSecondary}</a>
          </Button>
        )}
      </chakra.div>
      <Promises lines={words.finalCtaFeatures} />
    </chakra.div>
  </chakra.section>
);
