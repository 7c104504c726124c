import { chakra, Link, Stack } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { Link as To, useLocation } from 'react-router';
import { usePlatform } from '#web/lib/platform.ts';
import { Logo, Wordmark } from '#web/ui/Mark.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { isCurrent, type NavigationEntry } from './navigation.ts';

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
export function SidebarContent({ label, entries, Whose, footer, rail, onNavigate }: SidebarProps) {
  const { pathname } = useLocation();
  return (
    <>
      <chakra.div h="header" display="flex" alignItems="center" px={rail ? 0 : 4} flexShrink={0}>
        <Brand rail={rail} onClick={onNavigate} />
      </chakra.div>
      {Whose && <Whose rail={rail} />}
      <chakra.nav aria-label={label} px={rail ? 2.5 : 2.5} py={2}>
        <Stack as="ul" gap={0.5} listStyleType="none">
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink
                entry={entry}
                current={isCurrent(entry, pathname)}
                rail={rail}
                onClick={onNavigate}
              />
            </li>
          ))}
        </Stack>
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

function Brand({ rail, onClick }: { rail?: boolean; onClick?: () => void }) {
  const { platformName } = usePlatform();
  return (
    <chakra.span asChild display="inline-flex" mx={rail ? 'auto' : 0} borderRadius="sm">
      <To to="/" onClick={onClick} aria-label={rail ? platformName : undefined}>
        {rail ? <Logo /> : <Wordmark />}
      </To>
    </chakra.span>
  );
}

function EntryLink(props: {
  entry: NavigationEntry;
  current: boolean;
  rail?: boolean;
  onClick?: () => void;
}) {
  const { entry, current, rail, onClick } = props;
  const link = (
    <chakra.span
      asChild
      display="flex"
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
        aria-label={rail ? entry.label : undefined}
        onClick={onClick}
      >
        <entry.Icon size={20} strokeWidth={1.75} aria-hidden />
        {!rail && entry.label}
      </To>
    </chakra.span>
  );
  return rail ? <Tooltip content={entry.label}>{link}</Tooltip> : link;
}

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
