import { Badge, Button, chakra, Stack } from '@chakra-ui/react';
import { ArrowLeft, ArrowRight } from '#web/ui/icons.tsx';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { featuresOf, MOST_POPULAR } from '#web/features/auth/package-words.ts';
import { formatMoney } from '#web/lib/format.ts';
import { limitsOf } from '../package-words.ts';
import type { AdminPackage } from './package-form.ts';
import { SubscriberCount } from './SubscriberCount.tsx';

type Props = { packages: readonly AdminPackage[]; onMove: (index: number, by: number) => void };

/** Width of the fixed label column on a phone. */
const words = '6.5rem';

/** A scroll shadow: the first background scrolls with the content and uncovers the second one where there is more. */
const onAPhone = {
  containerType: 'inline-size',
  scrollSnapType: { base: 'x mandatory', md: 'none' },
  scrollPaddingInlineStart: { base: words, md: 0 },
  backgroundImage: {
    base: 'linear-gradient({colors.bg.panel}, {colors.bg.panel}), linear-gradient(to left, {colors.fg.subtle/30}, transparent)',
    md: 'none',
  },
  backgroundSize: '1rem 100%, 0.75rem 100%',
  backgroundPosition: 'right',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, scroll',
};

/** A row of the comparison: its label, and the value for each package. */
type Line = { what: string; of: (sold: AdminPackage, index: number) => ReactNode };

/**
 * A column for each package. Narrow screens scroll sideways: a phone fits two packages beside the labels, and a shadow
 * at the edge shows that there are more.
 */
export function CompareTable({ packages, onMove }: Props) {
  const table = useFocusKept(packages);
  return (
    <chakra.div
      borderWidth="1px"
      borderRadius="surface"
      bgColor="bg.panel"
      overflowX="auto"
      css={onAPhone}
      // Contains the hidden texts for screen readers, which would make the page wider otherwise.
      position="relative"
      tabIndex={0}
      role="region"
      aria-label="Comparison"
    >
      <chakra.table
        ref={table}
        w="full"
        fontVariantNumeric="tabular-nums"
        css={{
          borderCollapse: 'separate',
          borderSpacing: 0,
          '& :is(th, td)': {
            px: { base: 2, md: 4 },
            py: 2.5,
            textAlign: 'start',
            verticalAlign: 'top',
            minW: { base: `calc((100cqi - ${words}) / 2)`, md: 40 },
          },
          '& th[scope=col]': { scrollSnapAlign: { base: 'start', md: 'none' } },
          '& tr:not(:first-of-type) > *, & tbody > tr > *': { borderTopWidth: '1px' },
          '& :is(thead td, th[scope=row])': {
            position: 'sticky',
            insetInlineStart: 0,
            zIndex: 1,
            bg: 'bg.panel',
            minW: { base: words, md: 48 },
            borderEndWidth: '1px',
          },
        }}
      >
        <thead>
          <tr>
            <chakra.td aria-label="Compared" />
            {packages.map((sold, index) => (
              <Head
                key={sold.id}
                sold={sold}
                popular={mostPopular(packages) === sold}
                isFirst={index === 0}
                isLast={index === packages.length - 1}
                onMove={(by) => onMove(index, by)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.what} line={line} packages={packages} />
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const lines: readonly Line[] = [
  { what: 'Price per month', of: ({ price, currency }) => <b>{formatMoney(price, currency)}</b> },
  { what: 'Subscribers', of: ({ id }) => <SubscriberCount packageId={id} /> },
  {
    what: 'On the price list',
    of: ({ isActive }) => (isActive ? 'Active' : <Badge variant="outline">Inactive</Badge>),
  },
  ...[0, 1, 2, 3].map((at): Line => ({
    what: ['Controllers', 'Devices', 'Alerts per month', 'History'][at]!,
    of: (sold) => limitsOf(sold)[at]![1],
  })),
  // Each package shows its own list, because only people can resolve "Everything in …".
  {
    what: 'Features',
    of: (sold) => (
      <Stack as="ul" listStyleType="none" gap={1}>
        {featuresOf(sold).map((feature) => (
          <chakra.li key={feature} overflowWrap="anywhere">
            {feature}
          </chakra.li>
        ))}
      </Stack>
    ),
  },
];

const Row = ({ line, packages }: { line: Line; packages: readonly AdminPackage[] }) => (
  <tr>
    <chakra.th scope="row" fontWeight="normal" color="fg.muted" overflowWrap="break-word">
      {line.what}
    </chakra.th>
    {packages.map((sold, index) => (
      <td key={sold.id}>{line.of(sold, index)}</td>
    ))}
  </tr>
);

type HeadProps = {
  sold: AdminPackage;
  popular: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
};

function Head({ sold: { id, name }, popular, isFirst, isLast, onMove }: HeadProps) {
  const ways = [
    { by: -1, word: 'earlier', Icon: ArrowLeft, isEnd: isFirst },
    { by: 1, word: 'later', Icon: ArrowRight, isEnd: isLast },
  ];
  return (
    <chakra.th scope="col" fontWeight="normal">
      <chakra.span display="block" textStyle="lg" fontWeight="semibold" overflowWrap="break-word">
        {name}
      </chakra.span>
      <chakra.span display="flex" h={5} mt={1}>
        {popular && <Badge variant="solid">Most Popular</Badge>}
      </chakra.span>
      <chakra.span display="flex" flexWrap="wrap" gap={1.5} mt={2}>
        {ways.map(({ by, word, Icon, isEnd }) => (
          <Fragment key={word}>
            {/* At either end the button only announces that. Disabling it would lose the focus. */}
            <Button
              size="sm"
              variant="outline"
              px={0}
              data-mover={`${id} ${word}`}
              aria-label={`Move ${name} ${word}`}
              aria-disabled={isEnd || undefined}
              opacity={isEnd ? 0.45 : undefined}
              cursor={isEnd ? 'not-allowed' : undefined}
              onClick={() => !isEnd && onMove(by)}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </Fragment>
        ))}
        <Button asChild size="sm" variant="outline">
          <Link to={`/admin/packages?edit=${id}`} aria-label={`Edit ${name}`}>
            Edit
          </Link>
        </Button>
      </chakra.span>
    </chakra.th>
  );
}

/** Moving a column makes the browser drop the focus from its button, so it's restored. */
function useFocusKept(packages: readonly AdminPackage[]) {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const here = document.activeElement;
    if (last.current && (here === document.body || here === null))
      table.current?.querySelector<HTMLElement>(`[data-mover="${last.current}"]`)?.focus();
  }, [packages]);
  useEffect(() => {
    const element = table.current;
    const note = ({ target }: FocusEvent) => (last.current = (target as HTMLElement).dataset['mover']);
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, []);
  return table;
}

/** Moves one item of a list, within its bounds. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.min(list.length - 1, Math.max(0, from + by));
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

/** The package that is flagged for customers: the second active one. */
export const mostPopular = <T extends { isActive: boolean }>(packages: readonly T[]): T | undefined =>
  packages.filter(({ isActive }) => isActive)[MOST_POPULAR];
