import { chakra, createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { PageTitle } from './PageTitle.tsx';

type Tab = { name: string; title: string; content: ReactNode };

type Props = {
  tabs: readonly [Tab, ...Tab[]];
  /** The name of the tab that the address means without mentioning it. The first one by default. */
  implied?: string;
  /** The screen's title, on the line of the tabs where every row below counts. Phones have it in their header. */
  heading?: string;
  /** The screen's primary action, at the end of that line. */
  action?: ReactNode;
};

/** The look of the library's `Tabs`. Its code would be half as much as that of Current Alerts, and do no more. */
const { withProvider, withContext } = createSlotRecipeContext({ key: 'tabs' });
const Root = withProvider<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'root');
const List = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'list');
const Trigger = withContext<HTMLButtonElement, HTMLChakraProps<'button'>>('button', 'trigger');
const Content = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'content');

/**
 * The tabs of a screen. The address says which one is open, and the usual one needs no mention. Switching asks first when
 * the open tab has unsaved changes, because its contents go away.
 */
export function PageTabs({ tabs, implied, heading, action }: Props) {
  const [address, setAddress] = useSearchParam('tab');
  const usual = tabs.find(({ name }) => name === implied) ?? tabs[0];
  const open = tabs.find(({ name }) => name === address) ?? usual;
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // On a phone the tabs do not all fit.
  useEffect(() => {
    const trigger = list.current?.querySelector('[aria-selected=true]');
    trigger?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [open.name]);
  const show = (name: string) =>
    name !== open.name && confirmLeaving(() => setAddress(name === usual.name ? undefined : name));
  /** Arrows only move the focus: if the person stays, it returns to the tab they chose, which must not select it again. */
  const onKeyDown = (event: KeyboardEvent) => {
    const triggers = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const now = triggers.indexOf(event.target as HTMLElement);
    const last = triggers.length - 1;
    const to: Record<string, number> = {
      ArrowLeft: now === 0 ? last : now - 1,
      ArrowRight: now === last ? 0 : now + 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    triggers[next]?.focus();
  };
  return (
    // Contents may put something at the end of the line of the tabs.
    <Root position="relative">
      <TabLine heading={heading} action={action}>
        <List ref={list} role="tablist" aria-orientation="horizontal" onKeyDown={onKeyDown}>
          {tabs.map(({ name, title }) => (
            <Trigger
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === open.name}
              aria-controls={name === open.name ? `${id}-content` : undefined}
              tabIndex={name === open.name ? 0 : -1}
              onClick={(event) => {
                // Safari doesn't focus buttons by itself.
                event.currentTarget.focus();
                show(name);
              }}
            >
              {title}
            </Trigger>
          ))}
        </List>
      </TabLine>
      <Content
        key={open.name}
        id={`${id}-content`}
        role="tabpanel"
        aria-labelledby={`${id}-${open.name}`}
        tabIndex={0}
      >
        {open.content}
      </Content>
    </Root>
  );
}

/** The tabs with the title before and the action behind them, over one border. */
function TabLine({ heading, action, children }: Pick<Props, 'heading' | 'action'> & { children: ReactNode }) {
  if (heading === undefined) return children;
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      columnGap={6}
      borderBottomWidth="1px"
      css={{ '& > [role=tablist]': { borderBottomWidth: 0, minWidth: 0 } }}
    >
      <PageTitle>{heading}</PageTitle>
      <chakra.h1 textStyle="xl" fontWeight="semibold" whiteSpace="nowrap" srOnly={{ base: true, md: false }}>
        {heading}
      </chakra.h1>
      {children}
      <chakra.div ms="auto">{action}</chakra.div>
    </chakra.header>
  );
}
