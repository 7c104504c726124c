import { Tabs } from '@chakra-ui/react';
import { useAddress } from '#web/lib/useAddress.ts';
import { leaveThen } from '#web/lib/leaving.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ContactSettingsTab } from './ContactSettingsTab.tsx';
import { Inbox } from './Inbox.tsx';

/** What visitors wrote, and how they reach the operator. */
export function ContactAdminPage() {
  const [address, setTab] = useAddress('tab');
  const tab = address === 'settings' ? 'settings' : 'submissions';
  return (
    <>
      <PageHeader
        title="Contact"
        description="What visitors wrote, and how long they waited for an answer."
      />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => leaveThen(() => setTab(value === 'settings' ? value : undefined))}
        lazyMount
        unmountOnExit
      >
        <Tabs.List>
          <Tabs.Trigger value="submissions">Contact Submissions</Tabs.Trigger>
          <Tabs.Trigger value="settings">Contact Settings</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="submissions">
          <Inbox />
        </Tabs.Content>
        <Tabs.Content value="settings">
          <ContactSettingsTab />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
