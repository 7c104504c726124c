import { chakra } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useScreenSize } from '#web/lib/screen-width.ts';
import { Select } from '#web/ui/Select.tsx';
import { Hint } from '#web/ui/text.tsx';

type Props = { title: string; description: string; address: string; siteName: string };

/** Colors, sizes and fonts as measured on Google's page, because this imitates it. */
const look = {
  page: { base: '#ffffff', _dark: '#1f1f1f' },
  name: { base: '#202124', _dark: '#dadce0' },
  path: { base: '#4d5156', _dark: '#bdc1c6' },
  title: { base: '#1a0dab', _dark: '#99c3ff' },
  words: { base: '#474747', _dark: '#bfbfbf' },
  ring: { base: '#ecedef', _dark: '#4d5156' },
};

/** Width of a result in pixels, and the lines of its title and description. */
const shapes = {
  desktop: { width: 600, title: 1, words: 2, size: '20px', line: '26px' },
  phone: { width: 360, title: 2, words: 3, size: '18px', line: '24px' },
} as const;

/** Previews the home page as a search result. */
export function SearchPreview({ title, description, address, siteName }: Props) {
  const room = useScreenSize();
  const [chosen, setChosen] = useState<keyof typeof shapes>();
  const on = chosen ?? (room === 'phone' ? 'phone' : 'desktop');
  const shape = shapes[on];
  const { host, pathname } = URL.parse(address) ?? { host: address, pathname: '/' };
  const crumbs = [host, ...pathname.split('/').filter(Boolean)].join(' › ');
  return (
    <PreviewBox
      title="Search result"
      action={
        <Select
          aria-label="Shown on"
          w="auto"
          value={on}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={({ target }) => setChosen(target.value as keyof typeof shapes)}
        />
      }
    >
      <chakra.div
        overflowX="auto"
        tabIndex={0}
        role="group"
        aria-label="Preview of the search result"
        bg={look.page}
        borderWidth="1px"
        borderRadius="surface"
        p={4}
      >
        <chakra.div
          fontFamily="Arial, sans-serif"
          style={{ width: shape.width, maxWidth: on === 'phone' ? '100%' : undefined }}
        >
          <chakra.div display="flex" alignItems="center" gap="12px">
            <chakra.span
              display="grid"
              placeItems="center"
              boxSize="28px"
              borderRadius="full"
              borderWidth="1px"
              borderColor={look.ring}
              flexShrink={0}
            >
              <img src="/favicon.ico" alt="" width={18} height={18} />
            </chakra.span>
            <chakra.span minW={0}>
              <Cut lines={1} color={look.name} fontSize="14px" lineHeight="20px">
                {siteName}
              </Cut>
              <Cut lines={1} color={look.path} fontSize="12px" lineHeight="18px">
                {on === 'desktop' ? `https://${crumbs}` : crumbs}
              </Cut>
            </chakra.span>
          </chakra.div>
          <Cut lines={shape.title} color={look.title} fontSize={shape.size} lineHeight={shape.line} pt="5px">
            {title || siteName}
          </Cut>
          <Cut lines={shape.words} color={look.words} fontSize="14px" lineHeight="22px" pt="3px">
            {description || 'Search engines choose text from the page.'}
          </Cut>
        </chakra.div>
      </chakra.div>
      <Hint mt={2}>
        Google truncates long text, as shown here. It may show other text from the page instead.
      </Hint>
    </PreviewBox>
  );
}

type CutProps = { lines: number; children: ReactNode } & React.ComponentProps<typeof chakra.span>;

/** Text truncated with an ellipsis. */
export const Cut = ({ lines, children, ...look }: CutProps) => (
  <chakra.span
    {...look}
    overflow="hidden"
    overflowWrap="anywhere"
    css={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines }}
  >
    {children}
  </chakra.span>
);

/** A titled preview. */
export const PreviewBox = (props: { title: string; action?: ReactNode; children: ReactNode }) => (
  <chakra.section aria-label={`${props.title} preview`} minW={0}>
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={3} minH={8} mb={2}>
      <chakra.h2 fontWeight="medium">{props.title}</chakra.h2>
      {props.action}
    </chakra.div>
    {props.children}
  </chakra.section>
);
