import { chakra } from '@chakra-ui/react';
import { screens, type ScreenName } from './screens.ts';

/** Below this width, the phone screenshot is shown. */
const PHONE = '(max-width: 47.99rem)';
const faces = ['light', 'dark'] as const;

type Props = {
  name: ScreenName;
  /** Above the fold, so it's fetched first. All others load lazily. */
  isFirst?: boolean;
};

/**
 * A screenshot in the reader's theme. The page contains both, and CSS shows one, because only the browser knows the
 * theme. It doesn't fetch a lazy picture that isn't displayed.
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

/** Preloaded before layout, in the system's theme. */
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
