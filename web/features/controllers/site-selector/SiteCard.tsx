import { chakra, Spinner } from '@chakra-ui/react';
import { memo, useId } from 'react';
import { Check } from '#web/ui/icons.tsx';
import { shorten } from '#web/lib/shorten.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Muted } from '#web/ui/text.tsx';
import { devicesText, sitesText } from '../controller-state.ts';
import type { Site } from './useSiteChoice.ts';

type Props = {
  site: Site;
  isSelected: boolean;
  isBusy: boolean;
  /** Selects only this site. Without it, the whole card ticks the site. */
  onChoose?: (site: Site) => void;
  /** Ticks or unticks it. Without it, the selection can't be changed. */
  onTick?: (hostId: string, isOn: boolean) => void;
};

/**
 * One site to choose, alone or with others. The whole card reacts: it chooses the site while no more than one is monitored,
 * and ticks it otherwise. Hover or focus on the ID shows all of it.
 */
export const SiteCard = memo(function SiteCard({ site, isSelected, isBusy, onChoose, onTick }: Props) {
  const { hostId, hostName, deviceCount, isGone } = site;
  const box = useId();
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
      _hover={isSelected || !onTick ? undefined : { borderColor: 'border.control' }}
    >
      <chakra.div display="flex" alignItems="flex-start" gap={3}>
        {onTick && (
          <TickBox
            id={box}
            label={onChoose ? `Tick ${hostName}` : undefined}
            isOn={isSelected}
            onTick={(isOn) => onTick(hostId, isOn)}
          />
        )}
        {onTick && onChoose ? (
          <chakra.button
            type="button"
            aria-pressed={isSelected}
            aria-busy={isBusy || undefined}
            onClick={() => onChoose(site)}
            textAlign="start"
            {...wholeCard}
          >
            {hostName}
          </chakra.button>
        ) : onTick ? (
          <chakra.label htmlFor={box} {...wholeCard}>
            {hostName}
          </chakra.label>
        ) : (
          <chakra.p fontWeight="semibold" overflowWrap="anywhere" minW={0}>
            {hostName}
          </chakra.p>
        )}
        <Marker isSelected={isSelected} isBusy={isBusy} />
      </chakra.div>
      <Muted mt={1} fontVariantNumeric="tabular-nums">
        {isGone
          ? 'No longer in this UniFi account'
          : deviceCount == null
            ? 'Devices not counted'
            : devicesText(deviceCount)}
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
});

/** A name that reacts on its whole card. */
const wholeCard = {
  fontWeight: 'semibold',
  overflowWrap: 'anywhere',
  minW: 0,
  cursor: 'pointer',
  _after: { content: '""', position: 'absolute', inset: 0, borderRadius: 'surface' },
  _focusVisible: {
    outline: 'none',
    _after: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  },
} as const;

type TickProps = { id: string; label?: string; isOn: boolean; onTick: (isOn: boolean) => void };

/** A plain checkbox, because dozens of ours with their state machines are slow. Its frame fits a finger. */
const TickBox = ({ id, label, isOn, onTick }: TickProps) => (
  <chakra.label
    position="relative"
    zIndex={1}
    display="flex"
    flexShrink={0}
    m={-3.5}
    p={3.5}
    cursor="pointer"
  >
    <chakra.input
      id={id}
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={({ target }) => onTick(target.checked)}
      mt={0.5}
    />
  </chakra.label>
);

function Marker({ isSelected, isBusy }: { isSelected: boolean; isBusy: boolean }) {
  if (isBusy) return <Spinner size="sm" ms="auto" flexShrink={0} />;
  if (!isSelected) return null;
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1}
      ms="auto"
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

type AllProps = { sites: number; isOn: boolean; onTick?: (isOn: boolean) => void };

/** Above the sites: monitors every one of them, and those that are added later. */
export function AllSitesCard({ sites, isOn, onTick }: AllProps) {
  const ids = { box: useId(), hint: useId() };
  return (
    <Card
      position="relative"
      p={4}
      mb={4}
      borderColor={isOn ? 'brand.solid' : 'border'}
      boxShadow={isOn ? 'inset 0 0 0 1px {colors.brand.solid}' : undefined}
      _hover={isOn || !onTick ? undefined : { borderColor: 'border.control' }}
    >
      <chakra.div display="flex" alignItems="flex-start" gap={3}>
        {onTick && <TickBox id={ids.box} isOn={isOn} onTick={onTick} />}
        <chakra.div minW={0}>
          {onTick ? (
            <chakra.label htmlFor={ids.box} {...wholeCard}>
              All sites, including new ones
            </chakra.label>
          ) : (
            <chakra.p fontWeight="semibold">All sites, including new ones</chakra.p>
          )}
          <Muted id={ids.hint}>
            {`${sitesText(sites)} today. Others are monitored as soon as UniFi lists them.`}
          </Muted>
        </chakra.div>
        <Marker isSelected={isOn} isBusy={false} />
      </chakra.div>
    </Card>
  );
}
