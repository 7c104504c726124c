import { chakra } from '@chakra-ui/react';
import { screens, type ScreenName } from './screens.ts';

/** Narrower than this a screen of a phone is shown. */
const PHONE = '(max-width: 47.99rem)';
const faces = ['light', 'dark'] as const;

type Props = {
  name: ScreenName;
  /** What is seen first: fetched before anything else. All others wait until they are near. */
  isFirst?: boolean;
};

/**
 * A real screen of the product in the theme of the reader. Both faces stand in the page and the style shows one: a browser
 * does not fetch a lazy picture that has no place, and the theme is known only there.
 */
export const Screen = ({ name, isFirst }: Props) => (
  <>
    {isFirst && faces.map((face) => <Early key={face} name={name} face={face} />)}
    {faces.map((face) => (
      <chakra.picture
        key={face}
        display={face === 'light' ? { base: 'block', _dark: 'none' } : { base: 'none', _dark: 'block' }}
        overflow="hidden"
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
      >
        {(['phone', 'wide'] as const).map((width) =>
          ['avif', 'webp'].map((format) => (
            <source
              key={width + format}
              media={width === 'phone' ? PHONE : undefined}
              srcSet={address(name, width, face, format)}
              type={`image/${format}`}
              width={screens[name][width][0]}
              height={screens[name][width][1]}
            />
          )),
        )}
        <chakra.img
          src={address(name, 'wide', face, 'webp')}
          alt={screens[name].alt}
          htmlWidth={screens[name].wide[0]}
          htmlHeight={screens[name].wide[1]}
          w="full"
          h="auto"
          loading="lazy"
          decoding={isFirst ? 'sync' : 'async'}
          fetchPriority={isFirst ? 'high' : undefined}
        />
      </chakra.picture>
    ))}
  </>
);

/** Found before the page is laid out, in the theme of the reader's system. */
const Early = ({ name, face }: { name: ScreenName; face: (typeof faces)[number] }) => (
  <>
    {(['phone', 'wide'] as const).map((width) => (
      <link
        key={width}
        rel="preload"
        as="image"
        type="image/avif"
        href={address(name, width, face, 'avif')}
        media={`(prefers-color-scheme: ${face}) and ${width === 'phone' ? PHONE : '(min-width: 48rem)'}`}
        fetchPriority="high"
      />
    ))}
  </>
);

const address = (name: string, width: string, face: string, format: string) =>
  `/pictures/${name}-${width}-${face}.${format}`;
