import { chakra } from '@chakra-ui/react';
import { Section } from './Section.tsx';

/** Of roles, not of people: nobody's name stands here who did not say it. */
const voices = [
  {
    words:
      'The alert said which access point, since when, and that the switch above it was fine. I was done before the phone rang.',
    who: 'Network engineer, managed service provider',
  },
  {
    words: 'Tickets open at the right customer by themselves. Nobody copies device names any more.',
    who: 'Service desk lead',
  },
  {
    words: 'It says when it does not know. That is why I believe it when it says all clear.',
    who: 'Head of IT, school with three sites',
  },
] as const;

/** What people say who work with it: the first loudest. */
export const Voices = () => (
  <Section title="From people who get the call">
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      columnGap={{ md: 12, lg: 20 }}
      rowGap={10}
    >
      {voices.map(({ words, who }, index) => (
        <chakra.figure key={who} gridColumn={index === 0 ? { md: '1 / -1' } : undefined} maxW="52rem">
          <chakra.blockquote
            textStyle={index === 0 ? { base: 'xl', md: '2xl' } : 'xl'}
            lineHeight={1.35}
            fontWeight={index === 0 ? 'medium' : 'normal'}
            textWrap="pretty"
          >
            “{words}”
          </chakra.blockquote>
          <chakra.figcaption mt={3} textStyle="lg" color="fg.muted">
            {who}
          </chakra.figcaption>
        </chakra.figure>
      ))}
    </chakra.div>
    <chakra.p mt={10} textStyle="sm" color="fg.muted">
      Sample voices. Those of customers take their place as soon as they agree to be quoted.
    </chakra.p>
  </Section>
);
