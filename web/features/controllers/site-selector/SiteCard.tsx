import { chakra, Spinner } from '@chakra-ui/react';
import { Check } from '#web/ui/icons.tsx';
import type { SitesQuery } from '#web/gql/graphql.ts';
import { shorten } from '#web/lib/shorten.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Muted } from '#web/ui/text.tsx';
import { devicesText } from '../controller-state.ts';

export type Site = SitesQuery['sites'][number];

type Props = {
  site: Site;
  isSelected: boolean;
  isBusy: boolean;
  /** Without it, the site can't be selected. */
  onSelect?: () => void;
};

/** One site to choose. The whole card is a button. Hover or focus shows the full ID. */
export function SiteCard({ site, isSelected, isBusy, onSelect }: Props) {
  const { hostId, hostName, deviceCount } = site;
  return (
    <Card
      as="li"
      position="relative"
      p={4}
      minW={0}
      borderColor={isSelected ? 'brand.solid' : 'border'}
      boxShadow={isSelected ? 'inset 0 0 0 1px {colors.brand.solid}' : undefined}
      transition="border-color"
      transitionDuration="normal"
      _hover={isSelected || !onSelect ? undefined : { borderColor: 'border.control' }}
    >
      <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" gap={3}>
        <Name {...{ isSelected, isBusy, onSelect }}>{hostName}</Name>
        <Marker isSelected={isSelected} isBusy={isBusy} />
      </chakra.div>
      <Muted mt={1} fontVariantNumeric="tabular-nums">
        {deviceCount == null ? 'Devices not counted' : devicesText(deviceCount)}
      </Muted>
      <Tooltip content={<chakra.span overflowWrap="anywhere">{hostId}</chakra.span>}>
        <chakra.span
          tabIndex={0}
          position="relative"
          display="inline-block"
          mt={1}
          fontFamily="mono"
          textStyle="xs"
          color="fg.muted"
          borderRadius="sm"
        >
          {shorten(hostId)}
        </chakra.span>
      </Tooltip>
    </Card>
  );
}

function Marker({ isSelected, isBusy }: { isSelected: boolean; isBusy: boolean }) {
  if (isBusy) return <Spinner size="sm" flexShrink={0} />;
  if (!isSelected) return null;
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1}
      flexShrink={0}
      textStyle="sm"
      fontWeight="medium"
      color="brand.fg"
    >
      <Check size={16} strokeWidth={2} aria-hidden />
      Selected
    </chakra.span>
  );
}

function Name(props: Omit<Props, 'site'> & { children: string }) {
  const { isSelected, isBusy, onSelect, children } = props;
  if (!onSelect) {
    return (
      <chakra.p fontWeight="semibold" overflowWrap="anywhere" minW={0}>
        {children}
      </chakra.p>
    );
  }
  return (
    <chakra.button
      type="button"
      aria-pressed={isSelected}
      aria-busy={isBusy || undefined}
      onClick={onSelect}
      textAlign="start"
      fontWeight="semibold"
      overflowWrap="anywhere"
      minW={0}
      cursor="pointer"
      _after={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'surface' }}
      _focusVisible={{
        outline: 'none',
        _after: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
      }}
    >
      {children}
    </chakra.button>
  );
}
