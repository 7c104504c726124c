import { Tabs } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';

type Tab = { name: string; title: string; content: ReactNode };

type Props = {
  tabs: readonly [Tab, ...Tab[]];
  /** The name of the tab that the address means without mentioning it. The first one by default. */
  implied?: string;
};

/**
 * The tabs of a screen. The address says which one is open, and the usual one needs no mention. Switching asks first when
 * the open tab has unsaved changes, because its contents go away.
 */
export function PageTabs({ tabs, implied }: Props) {
  const [address, setAddress] = useSearchParam('tab');
  const usual = tabs.find(({ name }) => name === implied) ?? tabs[0];
  const open = tabs.find(({ name }) => name === address) ?? usual;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs do not all fit.
  useEffect(() => {
    const trigger = list.current?.querySelector('[aria-selected=true]');
    trigger?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [open.name]);
  const show = (name: string) => confirmLeaving(() => setAddress(name === usual.name ? undefined : name));
  return (
    <Tabs.Root
      value={open.name}
      onValueChange={({ value }) => show(value)}
      // If the person stays, focus returns to the tab they chose. That must not select it again.
      activationMode="manual"
      lazyMount
      unmountOnExit
    >
      <Tabs.List ref={list}>
        {tabs.map(({ name, title }) => (
          <Tabs.Trigger key={name} value={name}>
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Content key={name} value={name}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
