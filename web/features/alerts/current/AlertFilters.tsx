import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { SiteTags } from '#web/features/customers/customers.gql.ts';
import type { AlertSeverity, FilterCustomersQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { FilterMenu } from '#web/ui/FilterMenu.tsx';
import { ChevronsDownUp, ChevronsUpDown, SlidersHorizontal, X } from '#web/ui/icons.tsx';
import type { Choice as Option } from '#web/ui/MultiCombobox.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { isOfLevel, type Level, levelOf, levels, momentOf, NO_CUSTOMER, typeWords } from '../alert-words.ts';
import type { Snapshot } from './open-alerts.ts';
import type { Collapsed } from './useCollapsed.ts';
import {
  type ViewInAddress,
  groupingWords,
  orderWords,
  periodIn,
  stateWords,
  valuesIn,
} from './useViewInAddress.ts';

export const FilterCustomers = graphql(`
  query FilterCustomers($first: Int!, $skip: Int!) {
    customers(first: $first, skip: $skip) {
      id
      name
      color
    }
  }
`);

/** A link to the alerts of a site has its ID only. */
export const FilteredSite = graphql(`
  query FilteredSite($siteId: String!) {
    openAlerts(filter: { siteId: $siteId }, first: 1) {
      nodes {
        id
        siteName
      }
    }
  }
`);

type Choices = Pick<
  ComponentProps<typeof FilterMenu>,
  'options' | 'isLoading' | 'error' | 'onOpen' | 'onRetry'
>;

type Props = { view: ViewInAddress; isSearching: boolean; collapsed: Collapsed };

/** Search, filters, grouping and order. All of them are in the address. */
export function AlertFilters({ view, isSearching, collapsed }: Props) {
  const { chosen, choose } = view;
  const [isOpen, setIsOpen] = useState(false);
  const customers = useCustomers(chosen.customer !== undefined);
  const tags = useQuery(SiteTags, { fetchPolicy: 'cache-and-network' });
  const panel = useId();
  const count = (['type', 'is', 'customer', 'tag'] as const).filter((name) => chosen[name]).length;
  const menu = (name: 'type' | 'is' | 'customer' | 'tag', label: string, choices: Choices) => (
    <FilterMenu
      label={label}
      {...choices}
      value={valuesIn(chosen[name])}
      onChange={(value) => choose({ [name]: value.join(',') || undefined })}
    />
  );
  const collapseWords = collapsed.areAll ? 'Expand all' : 'Collapse all';
  return (
    <chakra.div display={{ base: 'flex', xl: 'contents' }} flexWrap="wrap" alignItems="center" gap={2}>
      <chakra.div
        flex={{ base: '1 1 0', md: 'none', xl: '1 1 8rem' }}
        minW={0}
        maxW={{ xl: '16rem' }}
        css={{ '& > div': { width: { md: '16rem', xl: 'auto' } } }}
      >
        <SearchField label="Search alerts" value={view.search} onSearch={view.find} searching={isSearching} />
      </chakra.div>
      <PeriodFilter began={chosen.began} onRemove={() => choose({ began: undefined })} />
      {chosen.site && <SiteFilter siteId={chosen.site} onRemove={() => choose({ site: undefined })} />}
      <Button
        display={{ md: 'none' }}
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <chakra.div
        id={panel}
        display={{ base: isOpen ? 'flex' : 'none', md: 'contents' }}
        flexWrap="wrap"
        gap={2}
        w="full"
      >
        {menu('is', 'State', { options: optionsOf(stateWords) })}
        {menu('type', 'Type', { options: optionsOf(typeWords) })}
        {menu('customer', 'Customer', customers)}
        {menu('tag', 'Tag', {
          options: (tags.data?.siteTags ?? []).map(({ tag, sites }) => ({
            value: tag,
            label: tag,
            hint: sites === 1 ? '1 site' : `${formatNumber(sites)} sites`,
          })),
          isLoading: tags.loading,
          error: tags.error && !tags.data ? 'We couldn’t load the tags.' : undefined,
          onRetry: () => void tags.refetch(),
        })}
        {view.isNarrowed && (
          <Button variant="ghost" size="sm" aria-label="Clear filters" onClick={view.clear}>
            <X size={14} strokeWidth={1.75} aria-hidden />
            <chakra.span display={{ xlTo2xl: view.isFromLink ? 'inline' : 'none' }}>
              Clear filters
            </chakra.span>
          </Button>
        )}
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          flexShrink={{ xl: 0 }}
          gap={2}
          ms={{ md: 'auto' }}
        >
          <Select
            aria-label="Group by"
            w="auto"
            placeholder="No groups"
            options={keysOf(groupingWords).map((by) => ({
              value: by,
              label: `By ${groupingWords[by].toLowerCase()}`,
            }))}
            value={chosen.by && chosen.by in groupingWords ? chosen.by : ''}
            onChange={({ target }) => choose({ by: target.value || undefined })}
          />
          {view.view.by && (
            <Tooltip content={collapseWords}>
              <Button
                variant="outline"
                size="sm"
                px={2}
                aria-label={collapseWords}
                onClick={() => collapsed.setAll(!collapsed.areAll)}
              >
                {collapsed.areAll ? (
                  <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />
                ) : (
                  <ChevronsDownUp size={16} strokeWidth={1.75} aria-hidden />
                )}
              </Button>
            </Tooltip>
          )}
          <Select
            aria-label="Order"
            w="auto"
            options={keysOf(orderWords).map((order) => ({ value: order, label: orderWords[order] }))}
            value={view.order}
            onChange={({ target }) => view.setOrder(target.value)}
          />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}

/** The site that a link has narrowed the list to. Pressing it shows all sites again. */
function SiteFilter({ siteId, onRemove }: { siteId: string; onRemove: () => void }) {
  const { data } = useQuery(FilteredSite, { variables: { siteId } });
  const name = data?.openAlerts.nodes[0]?.siteName ?? 'one site';
  return (
    <LinkFilter text={`Site: ${name}`} label={`Show all sites instead of ${name}`} onRemove={onRemove} />
  );
}

/** The times between which a link shows what began. Pressing it shows all times again. */
function PeriodFilter({ began, onRemove }: { began: string | undefined; onRemove: () => void }) {
  const { beganFrom, beganTo } = periodIn(began);
  if (!beganFrom) return null;
  const [from, to] = [momentOf(beganFrom), beganTo && momentOf(beganTo)];
  const words = to === from ? `at ${from}` : to ? `from ${from} to ${to}` : `since ${from}`;
  return (
    <LinkFilter text={`Began ${words}`} label={`Show all times instead of ${words}`} onRemove={onRemove} />
  );
}

/** A filter that only links set. */
const LinkFilter = ({ text, label, onRemove }: { text: string; label: string; onRemove: () => void }) => (
  <Button
    variant="outline"
    size="sm"
    minW="6rem"
    // Its words come from a link and are long. On phones they have a line of their own, and elsewhere they shrink before the menus do.
    maxW={{ base: 'full', md: '16rem' }}
    flexBasis={{ base: 'full', md: 'auto' }}
    flexShrink={100}
    order={{ base: 1, md: 0 }}
    borderColor="brand.border"
    bg="brand.subtle"
    aria-label={label}
    onClick={onRemove}
  >
    <chakra.span truncate>{text}</chakra.span>
    <X size={14} strokeWidth={1.75} aria-hidden />
  </Button>
);

const optionsOf = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Customers per request. */
const PAGE = 200;

/** The customers to choose from, loaded when someone wants to see them. */
function useCustomers(isNeeded: boolean): Choices {
  const client = useApolloClient();
  const [found, setFound] = useState<FilterCustomersQuery['customers']>();
  const [isOpened, setIsOpened] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isWanted = (isNeeded || isOpened) && !hasFailed;
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const load = async (known: FilterCustomersQuery['customers']) => {
      const variables = { first: PAGE, skip: known.length };
      const { data } = await client.query({ query: FilterCustomers, variables, fetchPolicy: 'network-only' });
      const all = [...known, ...(data?.customers ?? [])];
      if (isOver) return;
      if (data?.customers.length === PAGE) await load(all);
      else setFound(all);
    };
    load([]).catch(() => {
      if (!isOver) setHasFailed(true);
    });
    return () => void (isOver = true);
  }, [client, isWanted]);
  const customers = (found ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }));
  return {
    options: found ? [...customers, { value: NO_CUSTOMER, label: 'No customer' }] : [],
    isLoading: isWanted && !found,
    error: hasFailed && !found ? 'We couldn’t load the customers.' : undefined,
    onOpen: () => setIsOpened(true),
    onRetry: () => setHasFailed(false),
  };
}

type SeverityFilterProps = {
  value: string | undefined;
  onChange: (level: string | undefined) => void;
  counts: Snapshot['severityCounts'] | undefined;
};

/** The severity filter, with the number of alerts at each level. */
export function SeverityFilter({ value, onChange, counts }: SeverityFilterProps) {
  const group = useId();
  const level = levelOf(value);
  return (
    <chakra.fieldset
      display="inline-flex"
      // A fieldset is as wide as its content by default.
      minW={0}
      maxW="full"
      overflowX="auto"
      scrollbarWidth="none"
      p="3px"
      gap="2px"
      borderRadius="control"
      bg="bg.muted"
      w={{ base: 'full', sm: 'auto' }}
    >
      <VisuallyHidden asChild>
        <legend>Severity</legend>
      </VisuallyHidden>
      {levels.map((one) => (
        <Choice
          key={one.level}
          checked={level === one.level}
          group={group}
          title={one.level === 'critical' && counts ? criticalWords(counts) : undefined}
          onChoose={() => onChange(one.level === 'all' ? undefined : one.level)}
        >
          <LevelLabel {...one} count={counts && countOf(counts, one.level)} />
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

/** Errors are filtered under Critical, as documented, although rows call them errors. */
const criticalWords = ({ critical = 0, error = 0 }: Snapshot['severityCounts']): string =>
  `${formatNumber(critical)} critical and ${formatNumber(error)} ${error === 1 ? 'error' : 'errors'}`;

const countOf = (counts: Snapshot['severityCounts'], level: Level): number =>
  keysOf(counts)
    .filter((severity: AlertSeverity) => isOfLevel(severity, level))
    .reduce((sum, severity) => sum + (counts[severity] ?? 0), 0);

const LevelLabel = ({ level, label, count }: { level: Level; label: string; count: number | undefined }) => (
  <>
    {level !== 'all' && (
      <chakra.span color={count ? `state.${level}` : 'fg.subtle'}>
        <StateIcon state={level} size={10} />
      </chakra.span>
    )}
    {label}
    <chakra.span
      color={count ? 'fg' : 'fg.subtle'}
      fontVariantNumeric="tabular-nums"
      css={count ? undefined : { '@media (max-width: 23rem)': { display: 'none' } }}
    >
      {count !== undefined && formatNumber(count)}
    </chakra.span>
  </>
);

type ChoiceProps = {
  group: string;
  checked: boolean;
  /** Shown under the pointer. */
  title: string | undefined;
  onChoose: () => void;
  children: ReactNode;
};

function Choice({ group, checked, title, onChoose, children }: ChoiceProps) {
  return (
    <chakra.label
      title={title}
      position="relative"
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: 1, sm: 1.5 }}
      flex={{ base: 1, sm: 'none' }}
      h="30px"
      px={{ base: 1.5, sm: 2.5 }}
      borderRadius="sm"
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      cursor="pointer"
      color={checked ? 'fg' : 'fg.muted'}
      bg={checked ? 'bg.panel' : undefined}
      _hover={{ color: 'fg' }}
      css={{
        '@media (pointer: coarse)': { height: '2.75rem' },
        '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '1px' },
      }}
    >
      <VisuallyHidden asChild>
        <input type="radio" name={group} checked={checked} onChange={onChoose} />
      </VisuallyHidden>
      {children}
    </chakra.label>
  );
}
