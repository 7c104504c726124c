import { Button, chakra } from '@chakra-ui/react';
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { devicePath } from '#web/lib/places.ts';
import { abridge } from '#web/lib/shorten.ts';
import { Minus, Plus } from '#web/ui/icons.tsx';
import { StateShape } from '#web/ui/StateIcon.tsx';
import { Hint } from '#web/ui/text.tsx';
import { deviceStates } from '#web/features/controllers/device-states.ts';
import {
  alertWords,
  belowWords,
  box,
  causeWords,
  isDown,
  isTrouble,
  labelOf,
  type Layout,
  lookOf,
  nameOf,
  type Placed,
  placeNodes,
  shownNodes,
  type TopologyDevice,
  type TreeNode,
} from './tree.ts';
import { panStep, useViewport, zoomStep } from './useViewport.ts';

type Props = {
  controllerId: string;
  trees: readonly TreeNode[];
  isOpen: (node: TreeNode) => boolean;
  onToggle: (node: TreeNode) => void;
  /** The node that is selected: it takes the focus when the tree gets it. */
  active: string;
  onActivate: (key: string) => void;
  /** The node that is in sight at first. */
  start: string;
  /** Changes when the active node must be moved into sight without the focus. */
  shownAt: number;
};

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [panStep, 0],
  ArrowRight: [-panStep, 0],
  ArrowUp: [0, panStep],
  ArrowDown: [0, -panStep],
};

/** The uplink tree as a drawing that can be moved and scaled. */
export function TopologyDrawing({
  controllerId,
  trees,
  isOpen,
  onToggle,
  active,
  onActivate,
  start,
  shownAt,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => placeNodes(trees, isOpen), [trees, isOpen]);
  const shown = useMemo(() => shownNodes(trees, isOpen), [trees, isOpen]);
  const { view, size, pan, zoom, fitAll, reveal, handlers } = useViewport(frame, layout, start);
  const current = layout.placed.has(active) ? active : shown[0]?.node.key;

  const revealActive = useEffectEvent(() => {
    const placed = layout.placed.get(active);
    if (placed) reveal(placed);
  });
  useEffect(() => {
    if (shownAt > 0) revealActive();
  }, [shownAt]);

  const focusOn = (node: TreeNode | undefined) => {
    if (!node) return;
    // Scrolling would move the drawing within its frame.
    frame.current?.querySelector<SVGElement>(`[data-node="${node.key}"]`)?.focus({ preventScroll: true });
  };

  /** Keys of a tree, as the ARIA pattern has them. */
  const moveFrom = (node: TreeNode, key: string): boolean => {
    const at = shown.findIndex((one) => one.node === node);
    const hasChildren = node.children.length > 0;
    const open = isOpen(node) && hasChildren;
    if (key === 'ArrowDown') focusOn(shown[at + 1]?.node);
    else if (key === 'ArrowUp') focusOn(shown[at - 1]?.node);
    else if (key === 'Home') focusOn(shown[0]?.node);
    else if (key === 'End') focusOn(shown.at(-1)?.node);
    else if (key === 'ArrowRight' && open) focusOn(node.children[0]);
    else if (key === 'ArrowLeft' && !open) focusOn(node.parent);
    else if (key === 'ArrowLeft' || key === 'ArrowRight' || key === ' ') {
      if (hasChildren) onToggle(node);
    } else return typeAhead(at, key);
    return true;
  };
  /** The next node whose name starts with the letter. */
  const typeAhead = (at: number, key: string): boolean => {
    if (!/^[\p{L}\p{N}]$/u.test(key)) return false;
    const following = [...shown.slice(at + 1), ...shown.slice(0, at + 1)];
    focusOn(following.find(({ node }) => nameOf(node).toLowerCase().startsWith(key.toLowerCase()))?.node);
    return true;
  };
  const placedAt = (element: Element): Placed | undefined =>
    layout.placed.get(element.closest<SVGElement>('[data-node]')?.dataset['node'] ?? '');
  const onFocus = (element: Element) => {
    const placed = placedAt(element);
    if (!placed) return;
    onActivate(placed.node.key);
    // A pointer is already where it looks.
    if (element.matches(':focus-visible')) reveal(placed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const target = event.target as Element;
    const node = placedAt(target)?.node;
    if (key === '+' || key === '=') zoom(zoomStep);
    else if (key === '-' || key === '_') zoom(1 / zoomStep);
    // Not every browser follows a link of a drawing with Enter.
    else if (node && key === 'Enter')
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    else if (node) {
      if (!moveFrom(node, key)) return;
    } else if (arrows[key]) pan(...arrows[key]);
    else return;
    event.preventDefault();
    // Single letters are shortcuts elsewhere.
    event.stopPropagation();
  };

  return (
    <div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={2}>
        <Button variant="outline" size="sm" aria-label="Zoom in" onClick={() => zoom(zoomStep)}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
        </Button>
        <Button variant="outline" size="sm" aria-label="Zoom out" onClick={() => zoom(1 / zoomStep)}>
          <Minus size={16} strokeWidth={1.75} aria-hidden />
        </Button>
        <Button variant="outline" size="sm" onClick={fitAll}>
          Fit
        </Button>
        <Legend />
      </chakra.div>
      <chakra.div
        ref={frame}
        role="region"
        aria-label="Drawing of the uplink tree. Arrow keys move it, plus and minus zoom."
        tabIndex={0}
        position="relative"
        overflow="hidden"
        h="min(36rem, 70vh)"
        bg="bg"
        borderWidth="1px"
        borderRadius="surface"
        cursor="grab"
        touchAction="none"
        userSelect="none"
        _active={{ cursor: 'grabbing' }}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <svg
          width={size.width}
          height={size.height}
          role="tree"
          aria-label="Uplink tree"
          onFocus={({ target }) => onFocus(target)}
        >
          <g transform={`translate(${view.x} ${view.y}) scale(${view.k})`}>
            <Edges layout={layout} />
            {shown.map(({ node, level }) => {
              const { x, y } = layout.placed.get(node.key)!;
              return (
                <DrawnNode
                  key={node.key}
                  controllerId={controllerId}
                  node={node}
                  level={level}
                  x={x}
                  y={y}
                  isOpen={isOpen(node)}
                  isActive={node.key === current}
                  onToggle={onToggle}
                />
              );
            })}
          </g>
        </svg>
      </chakra.div>
    </div>
  );
}

const isMesh = ({ device }: TreeNode): boolean => device?.uplinkKind === 'wireless';

/** Lines to failed devices are dashed, and radio links dotted. */
const dashes = (down: boolean, mesh: boolean): string | undefined =>
  mesh ? (down ? '8 5 0 5' : '0 6') : down ? '7 5' : undefined;

const line = (down: boolean, mesh: boolean) => ({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: mesh ? 2.5 : 1.5,
  strokeDasharray: dashes(down, mesh),
  strokeLinecap: 'round' as const,
});

/** The lines, below their ports. They don't depend on how the drawing is moved, which happens often. */
const Edges = memo(function Edges({ layout: { placed } }: { layout: Layout }) {
  const nodes = [...placed.values()];
  return (
    <g aria-hidden>
      {nodes.map(({ node, x, y }) => {
        const above = node.parent && placed.get(node.parent.key);
        return above && <Edge key={node.key} node={node} from={above} x={x} y={y} />;
      })}
      <chakra.g textAnchor="end" fontSize="12px" fill="fg.muted">
        {nodes.map(({ node, x, y }) => (
          <text key={node.key} x={x - 8} y={y - 6}>
            {portWords(node)}
          </text>
        ))}
      </chakra.g>
    </g>
  );
});

/** The straight end of a line, above which its port is written. */
const straight = 56;

function Edge({ node, from, x, y }: { node: TreeNode; from: Placed; x: number; y: number }) {
  const { device } = node;
  const down = device !== undefined && isDown(device);
  const start = from.x + box.width;
  const end = x - straight;
  const middle = (start + end) / 2;
  return (
    <chakra.path
      color={down ? 'state.error' : 'border.control'}
      d={`M${start},${from.y} C${middle},${from.y} ${middle},${y} ${end},${y} H${x}`}
      {...line(down, isMesh(node))}
      strokeDasharray={from.node.problem ? '2 4' : dashes(down, isMesh(node))}
    />
  );
}

function portWords({ device, parent }: TreeNode): string | undefined {
  if (!device || !parent?.device) return undefined;
  if (device.uplinkKind === 'wireless') return 'mesh';
  return device.uplinkPort === null ? undefined : `port ${device.uplinkPort}`;
}

type DrawnProps = {
  controllerId: string;
  node: TreeNode;
  level: number;
  x: number;
  y: number;
  isOpen: boolean;
  isActive: boolean;
  onToggle: (node: TreeNode) => void;
};

const focusRing = {
  cursor: 'pointer',
  outline: 'none',
  '&:focus-visible > rect': { stroke: 'brand.focusRing', strokeWidth: 3 },
} as const;

const SvgLink = chakra(RouterLink);

const DrawnNode = memo(function DrawnNode({
  controllerId,
  node,
  level,
  x,
  y,
  isOpen,
  isActive,
  onToggle,
}: DrawnProps) {
  const { device, children } = node;
  const item = {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': node.position,
    'aria-setsize': node.siblings,
    'aria-expanded': children.length > 0 ? isOpen : undefined,
    'aria-selected': isActive,
    'data-node': node.key,
    tabIndex: isActive ? 0 : -1,
    css: focusRing,
  } as const;
  const look = device && lookOf(device);
  return (
    <g transform={`translate(${x} ${y - box.height / 2})`}>
      {device ? (
        <SvgLink to={devicePath(controllerId, device.id)} draggable={false} {...item}>
          <title>{labelOf(node)}</title>
          <Frame color={look && isTrouble(look) ? `state.${look}` : 'border.control'} isActive={isActive} />
          <DeviceWords device={device} />
        </SvgLink>
      ) : (
        <chakra.g {...item} onClick={() => onToggle(node)}>
          <title>{labelOf(node)}</title>
          <Frame color="border.control" isActive={isActive} isDashed />
          <g aria-hidden>
            <Line x={12} y={19} isTitle>
              {nameOf(node)}
            </Line>
            <Line x={12} y={35}>
              {belowWords(node) ?? ''}
            </Line>
          </g>
        </chakra.g>
      )}
      {children.length > 0 && <Toggle node={node} isOpen={isOpen} onToggle={onToggle} />}
    </g>
  );
});

const Frame = ({ color, isActive, isDashed }: { color: string; isActive: boolean; isDashed?: boolean }) => (
  <chakra.rect
    width={box.width}
    height={box.height}
    rx={8}
    fill={isActive ? 'brand.subtle' : 'bg.panel'}
    stroke={color}
    strokeWidth={1.5}
    strokeDasharray={isDashed ? '4 3' : undefined}
  />
);

const longestName = 27;
const longestLine = 33;

function DeviceWords({ device }: { device: TopologyDevice }) {
  const { word } = deviceStates[device.state];
  const second = device.causeName
    ? `${word} because of ${causeWords(device)}`
    : device.state === 'online' && !device.alertSeverity
      ? (device.model ?? '')
      : [word, alertWords(device)].filter(Boolean).join(' · ');
  return (
    <g aria-hidden>
      <Shape state={lookOf(device)} x={12} y={8} />
      {/* Cuts off what is wider than usual letters. */}
      <svg width={box.width - 12} height={box.height}>
        <Line x={32} y={19} isTitle>
          {abridge(device.name, longestName)}
        </Line>
        <Line x={32} y={35}>
          {abridge(second, longestLine)}
        </Line>
      </svg>
    </g>
  );
}

const Shape = ({
  state,
  x,
  y,
}: {
  state: Parameters<typeof StateShape>[0]['state'];
  x: number;
  y: number;
}) => (
  <chakra.g color={`state.${state}`} transform={`translate(${x} ${y})`}>
    <StateShape state={state} />
  </chakra.g>
);

const Line = ({ x, y, isTitle, children }: { x: number; y: number; isTitle?: boolean; children: string }) => (
  <chakra.text
    x={x}
    y={y}
    fontSize={isTitle ? '13px' : '12px'}
    fontWeight={isTitle ? 500 : 400}
    fill={isTitle ? 'fg' : 'fg.muted'}
  >
    {children}
  </chakra.text>
);

/** Opens and closes a branch with the mouse. A closed one says how many devices there are, and the worst state among them. */
function Toggle({ node, isOpen, onToggle }: Pick<DrawnProps, 'node' | 'isOpen' | 'onToggle'>) {
  const count = String(node.below);
  const width = isOpen ? 20 : 32 + count.length * 8;
  return (
    <chakra.g
      aria-hidden
      cursor="pointer"
      transform={`translate(${box.width - 10} ${box.height / 2 - 10})`}
      onClick={() => onToggle(node)}
    >
      <chakra.rect width={width} height={20} rx={10} fill="bg.panel" stroke="border.control" />
      {isOpen ? (
        <chakra.path d="M6 10h8" stroke="fg.muted" strokeWidth={1.75} strokeLinecap="round" />
      ) : (
        <>
          <Shape state={node.worstBelow} x={8} y={4} />
          <Line x={24} y={14}>
            {count}
          </Line>
        </>
      )}
    </chakra.g>
  );
}

const samples = [
  { word: 'Cable', down: false, mesh: false },
  { word: 'Mesh', down: false, mesh: true },
  { word: 'To a device that is down', down: true, mesh: false },
];

const Legend = () => (
  <chakra.ul
    aria-label="Legend"
    listStyleType="none"
    display="flex"
    flexWrap="wrap"
    columnGap={4}
    ms={{ md: 'auto' }}
  >
    {samples.map(({ word, down, mesh }) => (
      <chakra.li key={word} display="flex" alignItems="center" gap={1.5}>
        <chakra.svg
          w={8}
          h={2}
          viewBox="0 0 32 8"
          aria-hidden
          color={down ? 'state.error' : 'border.control'}
        >
          <path d="M2 4h28" {...line(down, mesh)} />
        </chakra.svg>
        <Hint as="span">{word}</Hint>
      </chakra.li>
    ))}
  </chakra.ul>
);
