import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { ContactSettingsTab } from './ContactSettingsTab.tsx';
import { Inbox } from './Inbox.tsx';

/** What visitors wrote, and how they reach the operator. */
export function ContactAdminPage() {
  return (
    <>
      <PageHeader
        title="Contact"
        description="Messages from visitors, and how long they waited for an answer."
      />
      <PageTabs
        tabs={[
          { name: 'submissions', title: 'Contact Submissions', content: <Inbox /> },
          { name: 'settings', title: 'Contact Settings', content: <ContactSettingsTab /> },
        ]}
      />
    </>
  );
}
