import { Button, chakra, Link } from '@chakra-ui/react';
import { memo, useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { deviceStates } from '#web/features/controllers/device-states.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { devicePath } from '#web/lib/places.ts';
import { useClock } from '#web/lib/useClock.ts';
import { ChevronDown, ChevronRight } from '#web/ui/icons.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import {
  alertWords,
  belowWords,
  groups,
  nameOf,
  sourceWords,
  stateWords,
  type TreeNode,
  uplinkWords,
} from './tree.ts';

type Props = {
  controllerId: string;
  trees: readonly TreeNode[];
  isOpen: (node: TreeNode) => boolean;
  onToggle: (node: TreeNode) => void;
  /** The device that was searched for. */
  found: string | undefined;
  /** Changes when that device must be scrolled to. */
  shownAt: number;
  /** For screen readers only, beside the drawing. Nothing in it gets the focus by Tab, because nobody would see it there. */
  isHidden?: boolean;
};

/** The uplink tree as a nested list. It stays as it is while the drawing is moved. */
export const TopologyList = memo(function TopologyList(props: Props) {
  const { found, shownAt } = props;
  const now = new Date(useClock('quarter'));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shownAt === 0) return;
    list.current?.querySelector(`[data-node="${found}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [found, shownAt]);
  return (
    <div ref={list}>
      <Branch {...props} now={now} level={0} label="Uplink tree" />
    </div>
  );
});

/** Deeper levels aren't indented further, because phones are narrow. */
const deepest = 6;

function Branch({ label, level, ...props }: Props & { now: Date; level: number; label?: string }) {
  return (
    <chakra.ul
      aria-label={label}
      listStyleType="none"
      ps={level > 0 && level < deepest ? { base: 3, md: 6 } : 0}
      ms={level > 0 ? 2 : 0}
      borderStartWidth={level > 0 ? '1px' : 0}
    >
      {props.trees.map((node) => (
        <chakra.li key={node.key}>
          <Row node={node} {...props} />
          {node.children.length > 0 && props.isOpen(node) && (
            <Branch {...props} trees={node.children} level={level + 1} />
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Larger for fingers, without moving what is beside it. */
const compact = { ...touchArea, minWidth: '7 !important', minHeight: '7 !important' } as const;

function Row({
  node,
  controllerId,
  isOpen,
  onToggle,
  found,
  isHidden,
  now,
}: Props & { node: TreeNode; now: Date }) {
  const { device, problem, children } = node;
  const Chevron = isOpen(node) ? ChevronDown : ChevronRight;
  const tabIndex = isHidden ? -1 : undefined;
  return (
    <chakra.div
      data-node={isHidden ? undefined : node.key}
      display="flex"
      alignItems="flex-start"
      gap={1}
      py={1.5}
      px={1}
      borderRadius="control"
      bg={found === node.key ? 'brand.subtle' : undefined}
    >
      <chakra.span w={7} flexShrink={0}>
        {children.length > 0 && (
          <Button
            variant="ghost"
            size="xs"
            p={0}
            bg="transparent"
            css={compact}
            aria-expanded={isOpen(node)}
            aria-label={`Devices behind ${nameOf(node)}`}
            tabIndex={tabIndex}
            onClick={() => onToggle(node)}
          >
            <Chevron size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
      </chakra.span>
      <chakra.div minW={0} flex={1} overflowWrap="anywhere">
        {device ? (
          <>
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
              <StatusDot state={deviceStates[device.state].state} word={deviceStates[device.state].word} />
              <Link asChild color="fg" fontWeight="medium" css={touchArea}>
                <RouterLink to={devicePath(controllerId, device.id)} tabIndex={tabIndex}>
                  {device.name}
                </RouterLink>
              </Link>
              {device.alertId && device.alertSeverity && (
                <Link asChild>
                  <RouterLink to={`/alerts/${device.alertId}`} tabIndex={tabIndex}>
                    <SeverityBadge state={device.alertSeverity}>{alertWords(device)}</SeverityBadge>
                  </RouterLink>
                </Link>
              )}
            </chakra.div>
            <Hint as="div">
              {[
                device.model,
                stateWords(device) === deviceStates[device.state].word ? undefined : stateWords(device),
                uplinkWords(node),
                readWords(node, now),
                isOpen(node) ? undefined : belowWords(node),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Hint>
          </>
        ) : (
          <>
            <chakra.div fontWeight="medium">{nameOf(node)}</chakra.div>
            <Hint as="div">{`${problem ? groups[problem].reason : ''} ${belowWords(node) ?? ''}`}</Hint>
          </>
        )}
      </chakra.div>
    </chakra.div>
  );
}

/** "From the console's topology, read 5 min ago" */
export function readWords({ device }: TreeNode, now: Date): string | undefined {
  if (!device?.uplinkSource || !device.uplinkSeenAt) return undefined;
  const age = formatRelativeTime(new Date(device.uplinkSeenAt), now);
  return `${sourceWords[device.uplinkSource]}, read ${age}`;
}
