import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { SitemapFormQuery, SitemapSettingsInput, UpdateFrequency } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SaveSitemapSettings, SitemapForm } from '../seo.gql.ts';
import { Robots } from './Robots.tsx';
import { shown, sitemapLabels, sitemapRules, type SitemapValues } from './seo-form.ts';
import { SitemapStanding } from './SitemapStanding.tsx';
import { SourceField } from './SourceField.tsx';

const part = 'sitemap';

const frequencies: readonly UpdateFrequency[] = [
  'always',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'never',
];

/** From 1.0 down to 0.1. */
const priorities = Array.from({ length: 10 }, (_, index) => ((10 - index) / 10).toFixed(1));

/** What robots find: the sitemap with its settings, and robots.txt. */
export function SitemapPage() {
  const { data, error, refetch } = useQuery(SitemapForm, { fetchPolicy: 'cache-and-network' });
  const waiting =
    !data && error ? (
      <LoadFailed title="The sitemap could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={4} />
    );
  return (
    <>
      <PageHeader
        title="Sitemap"
        description="What search engines are told to visit, and what they are told to leave."
        action={<HistoryButton of="the sitemap" {...{ part, labels: sitemapLabels }} onReverted={refetch} />}
      />
      <chakra.div display="flex" flexDirection="column" gap={6}>
        <SettingsCard title="Sitemap file" description="Served at /sitemap.xml.">
          {data ? (
            <SitemapStanding
              settings={data.sitemapSettings}
              isReplaced={data.advancedSeo.customSitemap.trim() !== ''}
            />
          ) : (
            waiting
          )}
        </SettingsCard>
        <SettingsCard title="Sitemap settings" description="What the next generated file lists.">
          {data ? <Settings data={data} reload={refetch} /> : waiting}
        </SettingsCard>
        <SettingsCard title="Robots.txt" description="Served at /robots.txt.">
          {data ? <Robots isOwn={data.advancedSeo.robotsTxt.trim() !== ''} /> : waiting}
        </SettingsCard>
      </chakra.div>
    </>
  );
}

function Settings({ data, reload }: { data: SitemapFormQuery; reload: () => Promise<unknown> }) {
  const [save] = useMutation(SaveSitemapSettings);
  const saved: SitemapValues = {
    ...shown(sitemapLabels, data.sitemapSettings),
    priority: data.sitemapSettings.priority.toFixed(1),
  };
  return (
    <ContentForm<SitemapValues>
      {...{ part, labels: sitemapLabels, saved, reload }}
      rules={sitemapRules}
      version={versionOf(data.contentStates, part)}
      save={(changed, version) => save({ variables: { input: toInput(changed), version } })}
      success={{ title: 'Sitemap Settings Saved', type: 'success' }}
      failure={{ title: 'Save Failed', fallback: 'Could not save the sitemap settings. Please try again.' }}
    >
      <TextField
        name="domain"
        label={sitemapLabels.domain}
        help="Where the site is found, such as https://example.com. All listed addresses begin with it."
        type="url"
        spellCheck={false}
      />
      <SwitchField name="includeHomepage" label={sitemapLabels.includeHomepage} />
      <SwitchField
        name="includeStaticPages"
        label={sitemapLabels.includeStaticPages}
        help="Packages, contact, privacy and terms."
      />
      <SourceField
        name="customUrls"
        label={sitemapLabels.customUrls}
        help="One per line: a path such as /guide, or a whole address of the domain."
        rows={4}
        optional
      />
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap={4}>
        <SelectField
          name="updateFrequency"
          label={sitemapLabels.updateFrequency}
          help="How often pages change."
          options={frequencies.map((value) => ({ value, label: value }))}
        />
        <SelectField
          name="priority"
          label={sitemapLabels.priority}
          help="1.0 is the most important."
          options={priorities.map((value) => ({ value, label: value }))}
        />
      </chakra.div>
    </ContentForm>
  );
}

const toInput = ({ priority, ...changed }: Partial<SitemapValues>): SitemapSettingsInput => ({
  ...changed,
  ...(priority !== undefined && { priority: Number(priority) }),
});
