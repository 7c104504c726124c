import { useQuery } from '@apollo/client/react';
import { Link, Tabs } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useAddress } from '#web/lib/useAddress.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { WebsiteContent } from './admin.gql.ts';
import { BrandingTab } from './BrandingTab.tsx';
import type { TabProps } from './content.ts';
import { FooterTab } from './FooterTab.tsx';
import { HomepageTab } from './HomepageTab.tsx';
import { NavigationTab } from './NavigationTab.tsx';
import { SocialLinksTab } from './SocialLinksTab.tsx';

const tabs = [
  { name: 'branding', title: 'Branding', Tab: BrandingTab },
  { name: 'homepage', title: 'Homepage', Tab: HomepageTab },
  { name: 'navigation', title: 'Navigation', Tab: NavigationTab },
  { name: 'footer', title: 'Footer', Tab: FooterTab },
  { name: 'social', title: 'Social Links', Tab: SocialLinksTab },
];

/** What visitors see of the public site: its name and colours, its words, and where its links lead. */
export function WebsitePage() {
  const [address, setAddress] = useAddress('tab');
  const tab = tabs.find(({ name }) => name === address) ?? tabs[0]!;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs do not all fit.
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected=true]');
    open?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [tab.name]);
  return (
    <>
      <PageHeader
        title="Website Management"
        description={
          <>
            What visitors see of the{' '}
            <Link href="/" target="_blank" rel="noopener">
              public site
            </Link>
            . What is saved stands there at once.
          </>
        }
      />
      <Tabs.Root
        value={tab.name}
        onValueChange={({ value }) => setAddress(value === tabs[0]!.name ? undefined : value)}
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
        {tabs.map(({ name, Tab }) => (
          <Tabs.Content key={name} value={name}>
            <Loaded Tab={Tab} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}

/** Each tab begins with what the server has now: a form tells by its version whether somebody was quicker. */
function Loaded({ Tab }: { Tab: (props: TabProps) => React.ReactNode }) {
  const { data, error, refetch } = useQuery(WebsiteContent, { fetchPolicy: 'network-only' });
  if (!data && error) {
    return <LoadFailed title="The website could not be loaded" error={error} onRetry={refetch} />;
  }
  return data ? <Tab content={data} reload={() => refetch()} /> : <SkeletonRows rows={6} />;
}
