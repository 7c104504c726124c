import { chakra, Link, Stack } from '@chakra-ui/react';
import { memo, use, useId, useState, type ComponentType, type ReactNode } from 'react';
import { Link as To, useLocation } from 'react-router';
import { formatNumber } from '#web/lib/format.ts';
import { usePlatform } from '#web/lib/platform.ts';
import { ChevronDown, ChevronRight } from '#web/ui/icons.tsx';
import { Logo, Wordmark } from '#web/ui/Mark.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { isCurrent, type NavigationEntry } from './navigation.ts';
import { type Count, SidebarCounts } from './counts.ts';

export type SidebarProps = {
  label: string;
  entries: readonly NavigationEntry[];
  /** Shown above the entries. */
  Whose?: ComponentType<{ rail?: boolean }>;
  /** Shown below the entries, but not in the icon-only sidebar. */
  footer?: ReactNode;
  /** Icons only, with names in tooltips. */
  rail?: boolean;
  onNavigate?: () => void;
};

/** The content of the sidebar, or of the sheet on phones. */
export function SidebarContent(props: SidebarProps) {
  const { label, entries, Whose, footer, rail, onNavigate } = props;
  const groups = [...Map.groupBy(entries, ({ group }) => group)];
  const [closed, toggle] = useClosedGroups(label);
  return (
    <>
      <chakra.div h="header" display="flex" alignItems="center" px={rail ? 0 : 4} flexShrink={0}>
        <Brand rail={rail} onClick={onNavigate} />
      </chakra.div>
      {Whose && <Whose rail={rail} />}
      <chakra.nav aria-label={label} px={2.5} py={2}>
        {groups.map(([group, those]) =>
          group && !rail ? (
            <Group
              key={group}
              {...props}
              name={group}
              entries={those}
              isClosed={closed.includes(group)}
              onToggle={() => toggle(group)}
            />
          ) : (
            <Entries key={group ?? ''} {...props} entries={those} name={group} divided={Boolean(group)} />
          ),
        )}
      </chakra.nav>
      {!rail && (
        <Stack mt="auto" px={4} py={4} gap={4}>
          {footer}
          <Support />
        </Stack>
      )}
    </>
  );
}

type ListProps = SidebarProps & {
  /** The name of the group, for screen readers. */
  name?: string;
  /** A line above, in place of a heading. */
  divided?: boolean;
};

function Entries({ entries, name, rail, divided, onNavigate }: ListProps) {
  const { pathname } = useLocation();
  const counts = use(SidebarCounts);
  return (
    <Stack
      as="ul"
      gap={0.5}
      listStyleType="none"
      aria-label={name}
      {...(divided && { mt: 2, pt: 2, borderTopWidth: '1px' })}
    >
      {entries.map((entry) => (
        <li key={entry.to}>
          <EntryLink
            entry={entry}
            {...counts[entry.to]}
            current={isCurrent(entry, pathname)}
            rail={rail}
            onClick={onNavigate}
          />
        </li>
      ))}
    </Stack>
  );
}

type GroupProps = SidebarProps & { name: string; isClosed: boolean; onToggle: () => void };

/** Entries under a heading that closes them. The current entry stays, and the heading shows the total of the others. */
function Group({ isClosed, onToggle, ...props }: GroupProps) {
  const { name, entries } = props;
  const { pathname } = useLocation();
  const counts = use(SidebarCounts);
  const id = useId();
  const shown = isClosed ? entries.filter((entry) => isCurrent(entry, pathname)) : entries;
  const hidden = entries.filter((entry) => !shown.includes(entry)).flatMap(({ to }) => counts[to] ?? []);
  const total = hidden.reduce((sum, { count }) => sum + count, 0);
  const Chevron = isClosed ? ChevronRight : ChevronDown;
  return (
    <chakra.div mt={3}>
      <chakra.button
        type="button"
        aria-expanded={!isClosed}
        aria-controls={id}
        onClick={onToggle}
        display="flex"
        alignItems="center"
        gap={1}
        w="full"
        h={7}
        px={2.5}
        borderRadius="control"
        textStyle="xs"
        fontWeight="medium"
        color="fg.subtle"
        cursor="pointer"
        _hover={{ color: 'fg' }}
        css={{ '@media (pointer: coarse)': { h: 11 } }}
      >
        {name}
        <Chevron size={12} aria-hidden />
        {total > 0 && (
          <Pill count={total} nouns={['item needs attention', 'items need attention']} ms="auto" />
        )}
      </chakra.button>
      <div id={id}>
        <Entries {...props} entries={shown} />
      </div>
    </chakra.div>
  );
}

/** The groups that are closed in this browser. */
function useClosedGroups(sidebar: string): [readonly string[], (group: string) => void] {
  const key = `sidebar.closed.${sidebar}`;
  const [closed, setClosed] = useState(() => readGroups(key));
  const toggle = (group: string) => {
    const now = closed.includes(group) ? closed.filter((one) => one !== group) : [...closed, group];
    setClosed(now);
    try {
      localStorage.setItem(key, now.join('\n'));
    } catch {
      // Without storage, the choice lasts until the page is reloaded.
    }
  };
  return [closed, toggle];
}

function readGroups(key: string): string[] {
  try {
    return (localStorage.getItem(key) ?? '').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function Brand({ rail, onClick }: { rail?: boolean; onClick?: () => void }) {
  const { platformName } = usePlatform();
  return (
    <chakra.span asChild display="inline-flex" mx={rail ? 'auto' : 0} borderRadius="sm" css={touchArea}>
      <To to="/" onClick={onClick} aria-label={rail ? platformName : undefined}>
        {rail ? <Logo /> : <Wordmark />}
      </To>
    </chakra.span>
  );
}

/** Above this, the exact number doesn't matter anymore. */
const MOST = 999;

const countWords = ({ count, nouns }: Count): string =>
  `${formatNumber(count)} ${count === 1 ? nouns[0] : nouns[1]}`;

/** A number beside a name, with its unit for screen readers. */
const Pill = ({ ms, ...count }: Count & { ms?: 'auto' }) => (
  <chakra.span
    ms={ms}
    minW={5}
    px={1.5}
    borderRadius="full"
    bg="bg.emphasized"
    color="fg"
    textStyle="xs"
    fontWeight="semibold"
    lineHeight="1.25rem"
    textAlign="center"
    fontVariantNumeric="tabular-nums"
  >
    <span aria-hidden>{count.count > MOST ? `${MOST}+` : count.count}</span>
    <chakra.span srOnly>{countWords(count)}</chakra.span>
  </chakra.span>
);

type EntryProps = Partial<Count> & {
  entry: NavigationEntry;
  current: boolean;
  rail?: boolean;
  onClick?: () => void;
};

/** Kept while only other entries' counts change, as they do many times a second in a storm. */
const EntryLink = memo(function EntryLink(props: EntryProps) {
  const { entry, current, rail, onClick } = props;
  const count = props.count !== undefined && props.nouns && { count: props.count, nouns: props.nouns };
  const name = count ? `${entry.label}, ${countWords(count)}` : entry.label;
  const link = (
    <chakra.span
      asChild
      display="flex"
      position="relative"
      alignItems="center"
      justifyContent={rail ? 'center' : undefined}
      gap={2.5}
      h={9}
      px={rail ? 0 : 2.5}
      borderRadius="control"
      fontWeight="medium"
      color={current ? 'fg' : 'fg.muted'}
      bg={current ? 'bg.muted' : undefined}
      transition="background-color"
      transitionDuration="fast"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      css={{
        '@media (pointer: coarse)': { h: 11 },
        '& svg': { color: current ? 'brand.fg' : 'secondary.fg' },
      }}
    >
      <To
        to={entry.to}
        aria-current={current ? 'page' : undefined}
        aria-label={rail ? name : undefined}
        onClick={onClick}
      >
        <entry.Icon size={20} strokeWidth={1.75} aria-hidden />
        {!rail && entry.label}
        {!rail && count && <Pill {...count} ms="auto" />}
        {rail && count && (
          <chakra.span
            position="absolute"
            top={1.5}
            insetEnd={2}
            boxSize={2.5}
            borderRadius="full"
            borderWidth="2px"
            borderColor="bg.panel"
            bg="fg"
            aria-hidden
          />
        )}
      </To>
    </chakra.span>
  );
  return rail ? <Tooltip content={name}>{link}</Tooltip> : link;
});

/** The support address and the operator's footer text. Hidden if neither is set. */
function Support() {
  const { supportEmail, footerText } = usePlatform();
  if (!supportEmail && !footerText) return null;
  return (
    <Stack textStyle="xs" color="fg.muted" gap={1}>
      {supportEmail && (
        <p>
          Help: <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
        </p>
      )}
      {footerText && <p>{footerText}</p>}
    </Stack>
  );
}
