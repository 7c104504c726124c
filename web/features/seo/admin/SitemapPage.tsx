import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { ContentStateFields, ContentForm, versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import type { SitemapFormQuery, SitemapSettingsFieldsFragment, UpdateFrequency } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { saveAs } from '#web/lib/download.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';
import { Robots, SitemapForm } from './Robots.tsx';
import { shown, sitemapLabels, sitemapRules, type SitemapValues } from './seo-form.ts';
import { SourceField } from './SourceField.tsx';

const SaveSitemapSettings = graphql(`
  mutation SaveSitemapSettings($input: SitemapSettingsInput!, $version: Int) {
    saveSitemapSettings(input: $input, version: $version) {
      ...SitemapSettingsFields
    }
  }
`);

const GenerateSitemap = graphql(`
  mutation GenerateSitemap {
    generateSitemap {
      ...SitemapSettingsFields
    }
  }
`);

const SitemapFile = graphql(`
  query SitemapFile {
    sitemapFile {
      content
    }
  }
`);

export const SitemapSettingsFields = graphql(`
  fragment SitemapSettingsFields on SitemapSettings {
    domain
    includeHomepage
    includeStaticPages
    customUrls
    updateFrequency
    priority
    status
    lastGenerated
  }
`);

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

/** The sitemap with its settings, and robots.txt. */
export function SitemapPage() {
  const { data, error, refetch } = useQuery(SitemapForm, { fetchPolicy: 'cache-and-network' });
  const waiting =
    !data && error ? (
      <LoadFailed title="We couldn’t load the sitemap" error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={4} />
    );
  return (
    <>
      <PageHeader
        title="Sitemap"
        description="Choose what search engines may crawl."
        action={<HistoryButton of="the sitemap" {...{ part, labels: sitemapLabels }} onReverted={refetch} />}
      />
      <Stack gap={6}>
        <SettingsCard title="Sitemap file" description="Served at /sitemap.xml.">
          {data ? (
            <SitemapStatus
              settings={readFragment(SitemapSettingsFields, data.sitemapSettings)}
              isReplaced={data.advancedSeo.customSitemap.trim() !== ''}
            />
          ) : (
            waiting
          )}
        </SettingsCard>
        <SettingsCard title="Sitemap settings" description="Applies to the next generated file.">
          {data ? <Settings data={data} reload={refetch} /> : waiting}
        </SettingsCard>
        <SettingsCard title="Robots.txt" description="Served at /robots.txt.">
          {data ? <Robots isOwn={data.advancedSeo.robotsTxt.trim() !== ''} /> : waiting}
        </SettingsCard>
      </Stack>
    </>
  );
}

function Settings({ data, reload }: { data: SitemapFormQuery; reload: () => Promise<unknown> }) {
  const [save] = useMutation(SaveSitemapSettings);
  const saved: SitemapValues = {
    ...shown(sitemapLabels, readFragment(SitemapSettingsFields, data.sitemapSettings)),
    priority: readFragment(SitemapSettingsFields, data.sitemapSettings).priority.toFixed(1),
  };
  return (
    <ContentForm
      {...{ part, labels: sitemapLabels, saved, reload }}
      rules={sitemapRules}
      version={versionOf(readFragment(ContentStateFields, data.contentStates), part)}
      save={(input, version) => save({ variables: { input, version } })}
      success={{ title: 'Sitemap Settings Saved', type: 'success' }}
      failure={{ title: 'Save Failed', fallback: 'Could not save the sitemap settings. Please try again.' }}
    >
      <TextField
        name="domain"
        label={sitemapLabels.domain}
        help="Your site’s address, such as https://example.com. All listed URLs start with it."
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
        help="One per line: a path such as /guide, or a full URL on this domain."
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
          help="1.0 is the highest."
          options={priorities.map((value) => ({ value, label: value }))}
        />
      </chakra.div>
    </ContentForm>
  );
}

const standings: Record<string, { state: State; word: string; words: string }> = {
  active: { state: 'ok', word: 'Active', words: 'The file matches the settings.' },
  needs_update: {
    state: 'warning',
    word: 'Needs update',
    words: 'The settings have changed since the file was generated.',
  },
  error: {
    state: 'critical',
    word: 'Error',
    words: 'The last attempt failed because there was nothing to list.',
  },
};

const unknown = { state: 'unknown', word: 'Unknown', words: 'The file’s status is unknown.' } as const;

type Props = {
  settings: SitemapSettingsFieldsFragment;
  /** The operator's own sitemap is served instead. */
  isReplaced: boolean;
};

/** The file's status and actions. */
export function SitemapStatus({ settings, isReplaced }: Props) {
  const { status, lastGenerated } = settings;
  const { state, word, words } = standings[status] ?? unknown;
  return (
    <Stack gap={4}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '9rem minmax(0, 1fr)' }}
        columnGap={4}
        rowGap={{ base: 1, sm: 2 }}
        css={{ '& dt': { color: 'fg.muted' } }}
      >
        <dt>Status</dt>
        <dd>
          <StatusDot state={state} word={word} />
          <Hint as="span" display="block">
            {lastGenerated ? words : 'Not generated yet. We generate it on the first request.'}
          </Hint>
        </dd>
        <dt>Last generated</dt>
        <dd>{lastGenerated ? <RelativeTime at={lastGenerated} /> : 'Never'}</dd>
      </chakra.dl>
      {isReplaced && (
        <Notice state="info">Your own sitemap from Advanced SEO is served instead of this one.</Notice>
      )}
      <Deeds />
    </Stack>
  );
}

function Deeds() {
  const client = useApolloClient();
  const [generate, { loading: isMaking }] = useMutation(GenerateSitemap);
  const [isFetching, setFetching] = useState(false);
  const make = async () => {
    try {
      await generate();
      toast({ title: 'Sitemap Generated', description: 'It is live now.', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        fallback: 'We couldn’t generate the sitemap. Try again.',
      });
      await client.refetchQueries({ include: ['SitemapForm'] });
    }
  };
  const fetchFile = async () => {
    setFetching(true);
    try {
      const { data } = await client.query({ query: SitemapFile, fetchPolicy: 'network-only' });
      if (data) saveAs(new Blob([data.sitemapFile.content], { type: 'application/xml' }), 'sitemap.xml');
    } catch (error) {
      const description = sentenceOf(error, 'We couldn’t fetch the file. Try again.');
      toast({ title: 'Download failed', description, type: 'error' });
    } finally {
      setFetching(false);
    }
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
      <Button aria-disabled={isMaking || undefined} onClick={() => !isMaking && void make()}>
        {isMaking ? 'Generating…' : 'Generate Now'}
      </Button>
      <Button
        variant="outline"
        aria-disabled={isFetching || undefined}
        onClick={() => !isFetching && void fetchFile()}
      >
        <Download size={16} strokeWidth={1.75} aria-hidden />
        Download
      </Button>
      <chakra.a
        href="/sitemap.xml"
        target="_blank"
        rel="noreferrer"
        color="brand.fg"
        textStyle="sm"
        borderRadius="sm"
        px={1}
        css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem' } }}
      >
        Open /sitemap.xml
      </chakra.a>
      {isMaking && (
        <chakra.div
          role="progressbar"
          aria-label="Generating the sitemap"
          w="full"
          h={1}
          borderRadius="full"
          bg="brand.solid"
          opacity={0.6}
        />
      )}
    </chakra.div>
  );
}
