import { chakra } from '@chakra-ui/react';
import { SiteField } from '#web/ui/SiteField.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';

const features = [
  ['Real-time device monitoring', 'every console and site on one screen'],
  ['Alerts that arrive automatically', 'and clear when the device recovers'],
  ['Rules in plain words', 'seven conditions, each with its own limit'],
  ['Honest about what it cannot see', 'unknown is never shown as fine'],
] as const;

/** What the platform is. Dark in both themes: it is night on this side. */
export function AboutPlatform() {
  return (
    <chakra.section
      flex={{ md: '0 0 52%' }}
      className="dark"
      bg="#0b1120"
      color="#e5ecf6"
      borderEndWidth={{ md: '1px' }}
    >
      <chakra.div position={{ md: 'sticky' }} top={0}>
        <chakra.div h={{ base: 40, md: 72 }} overflow="hidden">
          <SiteField label="AP Lobby offline since 14:02 (12 min)" />
        </chakra.div>
        {/* On wide windows it begins where the header above does. */}
        <chakra.div
          ps={{ base: 4, md: 8, xl: 'max(2rem, calc((100vw - {sizes.content}) / 2 + 2rem))' }}
          pe={{ base: 4, md: 12 }}
          pt={{ base: 6, md: 4 }}
          pb={12}
        >
          <chakra.h1
            maxW="34rem"
            textStyle={{ base: '2xl', lg: '3xl' }}
            fontWeight="semibold"
            textWrap="balance"
          >
            Advanced network management for the people on call
          </chakra.h1>
          <chakra.ul mt={8} listStyleType="none" display="flex" flexDirection="column" gap={4}>
            {features.map(([what, how]) => (
              <chakra.li key={what} display="flex" gap={3}>
                <chakra.span color="#93b4f5" mt={1.5}>
                  <StateShape state="ok" />
                </chakra.span>
                <chakra.span textStyle="lg">
                  <chakra.span fontWeight="medium">{what}</chakra.span>
                  <chakra.span color="#94a3b8">, {how}</chakra.span>
                </chakra.span>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.div>
      </chakra.div>
    </chakra.section>
  );
}
